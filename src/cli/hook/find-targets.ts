import fs from 'node:fs';
import path from 'node:path';

/** A tool that is about to write a file. */
export interface ToolCall {
  readonly tool: string;
  /** As it is named there. */
  readonly file: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd: string;
}

export interface EditTargets {
  /** The file as it is named and as it really is: a link may lead to a document, or stand in the place of its folder. */
  readonly places: readonly string[];
  readonly isFrozen: boolean;
}

/** What of ours the call would write to; undefined for nearly every call, which is why this file imports so little. */
export function findTargets(
  { file, cwd }: ToolCall,
  env: Readonly<Record<string, string | undefined>>,
): EditTargets | undefined {
  const named = path.resolve(cwd, expandHome(file, env['HOME']));
  const real = realPath(named);
  const places = [...new Set([named, real])].filter((place) => OWN.test(place.replaceAll('\\', '/')));
  const isFrozen = env['ORCHESTRAL_EFFECT'] !== undefined && frozenFiles(env).includes(real);
  return places.length > 0 || isFrozen ? { places, isFrozen } : undefined;
}

const OWN = /\/\.(?:orchestral|claude)\//i;

function expandHome(file: string, home: string | undefined): string {
  return home !== undefined && /^~[\\/]/.test(file) ? path.join(home, file.slice(2)) : file;
}

/** The tests that the agent of a step may not touch, as absolute paths. */
function frozenFiles({ ORCHESTRAL_FROZEN: listed = '[]' }: Readonly<Record<string, string | undefined>>): string[] {
  const files: unknown = JSON.parse(listed);
  return Array.isArray(files) ? files.filter((file) => typeof file === 'string').map((file) => realPath(file)) : [];
}

const MOST_LINKS = 40;

/** Where something written to a path would end up, whether or not it exists: links that lead nowhere are followed, too. */
function realPath(file: string, links = 0): string {
  try {
    return fs.realpathSync.native(file);
  } catch {
    const above = path.dirname(file);
    if (above === file || links > MOST_LINKS) return file;
    const target = linkTarget(file);
    if (target !== undefined) return realPath(path.resolve(above, target), links + 1);
    return path.join(realPath(above, links), path.basename(file));
  }
}

function linkTarget(file: string): string | undefined {
  try {
    return fs.readlinkSync(file);
  } catch {
    return undefined;
  }
}
