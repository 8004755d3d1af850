import fs from 'node:fs';
import path from 'node:path';
import { TOOL_CHAINS } from '../languages/tool-chains.ts';
import type { Environment } from '../process/command.ts';
import { isBind, type Mount } from './mounts.ts';
import { isBelow, realPlace, show } from './visible-places.ts';
import { listFolder } from './read-if-there.ts';

export interface ToolRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Environment;
  /** The person's. */
  readonly home: string | undefined;
  /** What is visible anyway. */
  readonly system: readonly Mount[];
  /** What sandboxed processes may write, or not see: nothing is shown because a link in there leads to it. */
  readonly untrusted: readonly string[];
}

/** Variables that say where tools lie, and certificates. */
const NAMING_TOOLS =
  `NVM_DIR FNM_DIR VOLTA_HOME PNPM_HOME ASDF_DIR ASDF_DATA_DIR JAVA_HOME ANDROID_HOME GOROOT RUSTUP_HOME
  VIRTUAL_ENV PYENV_ROOT CONDA_PREFIX RBENV_ROOT GEM_HOME DOTNET_ROOT
  SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE CURL_CA_BUNDLE`.split(/\s+/);

/** Too many programs to look at; where their links lead is part of the system. */
const OF_THE_SYSTEM = new Set(['/usr/bin', '/usr/sbin', '/bin', '/sbin']);

/** Drives of Windows: programs that lie there run outside. */
const OF_WINDOWS = /^\/mnt\/[a-z](?:\/|$)/;

/** The programs that a command can start by name, those it names itself, and what these need beside them. */
export function toolPlaces({ file, args, env, home, system, untrusted }: ToolRequest): Mount[] {
  const realHome = home === undefined ? undefined : (realPlace(home) ?? home);
  const doubted = untrusted.flatMap((place) => [path.resolve(place), realPlace(place) ?? path.resolve(place)]);
  const isTrusted = (place: string): boolean =>
    [path.resolve(place), realPlace(place) ?? '/'].every(
      (one) => !doubted.some((top) => one === top || isBelow(one, top)),
    );
  const tools = (places: readonly string[]): string[] =>
    [...new Set(places)].filter((place) => isTool(place, realHome) && isTrusted(place));
  const folders = tools((env['PATH'] ?? '').split(path.delimiter));
  const roots = new Set([...(home === undefined ? [] : [home]), ...folders.flatMap(toolChainHome)]);
  const named = tools(NAMING_TOOLS.flatMap((name) => env[name] ?? []));
  const shown = [
    ...[...roots].flatMap((root) => TOOL_CHAINS.flatMap((name) => show(path.join(root, name)))),
    ...[...folders, ...named].flatMap((place) => show(place)),
    ...folders.flatMap((folder) => prefixOf(folder, realHome)),
  ];
  const visible = [...system, ...shown].flatMap((mount) => (isBind(mount) ? `${mount.from}/` : []));
  const isVisible = (place: string): boolean => {
    const real = realPlace(place) ?? '/';
    return visible.some((folder) => real.startsWith(folder));
  };
  const linked = folders.filter((folder) => !OF_THE_SYSTEM.has(folder) && !folder.endsWith(INSTALLED)).flatMap(linksIn);
  const program = path.isAbsolute(file) ? file : findOnPath(file, env);
  const files = [program ?? '', ...args].filter((place) => isFile(place) && isTrusted(place));
  const others = [...linked, ...files].filter((place) => !isVisible(place));
  return [
    ...shown,
    ...files.flatMap((place) => show(place)),
    ...others.flatMap((place) => [...show(place), ...besideProgram(place, realHome)]),
  ];
}

/** A whole home folder is no tool, and neither is what contains one. */
function isTool(place: string, home: string | undefined): boolean {
  if (!path.isAbsolute(place) || OF_WINDOWS.test(place)) return false;
  const real = realPlace(place);
  return real !== undefined && real !== '/' && (home === undefined || (real !== home && !isBelow(home, real)));
}

/** Of `~/.pyenv/shims` the home folder, whoever's it is. */
function toolChainHome(folder: string): string[] {
  const found = TOOL_CHAINS.map((name) => `${folder}/`.indexOf(`/${name}/`)).filter((index) => index > 0);
  return found.map((index) => folder.slice(0, index));
}

/** Relative folders count for nothing: they would be looked up in the project, which may hold anything. */
export function findOnPath(name: string, env: Environment): string | undefined {
  const folders = (env['PATH'] ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find(isFile);
}

/** Of `tool/bin` the folder `tool`, where programs keep their libraries, unless it is something else. */
function prefixOf(folder: string, home: string | undefined): Mount[] {
  const real = realPlace(folder);
  if (real?.endsWith(INSTALLED) === true) return show(path.dirname(real));
  if (real === undefined || !['bin', 'sbin'].includes(path.basename(real))) return [];
  const prefix = path.dirname(real);
  return isTool(prefix, home) && !SHARED.test(prefix) && isPrefix(prefix) ? show(prefix) : [];
}

/** All its programs are links to packages beside it, and there are many. */
const INSTALLED = '/node_modules/.bin';

/** Folders that hold a `bin`, and sign-ins or caches beside it. */
const SHARED = /\/(?:\.local|\.cargo|\.bun|\.deno|go|\.config|\.cache|\.claude|\.codex|\.gemini)$/;

function isPrefix(folder: string): boolean {
  const has = (name: string): boolean => fs.existsSync(path.join(folder, name));
  return ['lib', 'lib64', 'libexec', 'share', 'include', 'pyvenv.cfg'].some(has) && !has('.git');
}

function linksIn(folder: string): string[] {
  const links = listFolder(folder).filter((entry) => entry.isSymbolicLink());
  return links.map(({ name }) => path.join(folder, name)).filter(isFile);
}

/** A package of Node with all it was installed with; a program with the libraries of its prefix. */
function besideProgram(place: string, home: string | undefined): Mount[] {
  const real = realPlace(place) ?? place;
  const [packages] = real.split('/node_modules/', 1);
  return packages === real || packages === undefined
    ? prefixOf(path.dirname(real), home)
    : show(path.join(packages, 'node_modules'));
}

function isFile(place: string): boolean {
  return path.isAbsolute(place) && fs.existsSync(place) && fs.statSync(place).isFile();
}
