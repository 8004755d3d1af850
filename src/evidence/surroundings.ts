import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../base/json.ts';
import { withoutEscapes } from '../base/escapes.ts';
import { simpleCommand } from '../languages/shell-words.ts';
import type { Environment } from '../process/command.ts';
import type { CheckContext } from './check-context.ts';
import type { ProjectCommands } from './project-commands.ts';
import { readReport } from './report-files.ts';

/** What besides a tree and its commands decides what a check says. */
export interface Surroundings {
  /** Versions of what runs, as far as they are known. */
  readonly tools: Readonly<Record<string, string>>;
  /** Hashes of what set-up takes from outside the tree, and of the environment. */
  readonly setup: string;
  readonly environment: string;
}

export interface SurroundingsOptions {
  /** The worktree. */
  readonly folder: string;
  /** The person's own checkout: where files that git ignores are copied from. */
  readonly projectRoot: string;
  readonly commands: ProjectCommands;
}

export async function readSurroundings(context: CheckContext, options: SurroundingsOptions): Promise<Surroundings> {
  const { projectRoot, commands } = options;
  const copied = commands.copy.map((name) => [name, readReport(path.join(projectRoot, name)) ?? null]);
  return {
    tools: await readTools(context, options),
    setup: hashOf([commands.setup ?? null, commands.setupSteps ?? null, copied]),
    environment: hashOf([
      ...Object.entries(context.env)
        .filter(([name]) => !VOLATILE.test(name))
        .map(([name, value]) => `${name}=${value}`)
        .sort(),
      ...confinement(context),
    ]),
  };
}

/** Where it is as usual, nothing: what was proven before stays proven. */
function confinement({ sandbox }: CheckContext): string[] {
  const isOffline = sandbox?.network === 'off' ? ['network off'] : [];
  return sandbox?.userns === 'on' ? [...isOffline, 'namespaces'] : isOffline;
}

/** Different in each terminal, and of no meaning to tests. */
const VOLATILE = /^(?:TERM|COLORTERM|TMPDIR|XDG_(?:RUNTIME_DIR|SESSION_\w+|SEAT|VTNR))$/;

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

async function readTools(
  context: CheckContext,
  { folder, commands }: SurroundingsOptions,
): Promise<Record<string, string>> {
  const lines = [commands.setup, commands.build, commands.tests?.detected.line].filter((line) => line !== undefined);
  const words = new Set(lines.flatMap((line) => simpleCommand(line) ?? line.split(/[\s;&|()]+/)));
  const isPackage = fs.existsSync(path.join(folder, 'package.json'));
  const isPython = ['pytest', 'unittest'].includes(commands.tests?.runner.name ?? '') || words.has('pip');
  const tools: Record<string, string> = {};
  if (isPackage || words.has('node')) tools['node'] = await nodeVersion(context, folder);
  if (isPython) tools['python'] = await versionOf(context, { program: 'python3', folder });
  for (const manager of ['npm', 'pnpm', 'yarn'].filter((name) => words.has(name)))
    tools[manager] =
      packageVersion(path.join(path.dirname(findProgram(manager, context.env) ?? ''), '..')) ?? 'unknown';
  const runner = commands.tests?.runner.name;
  const version = runner === undefined ? undefined : packageVersion(path.join(folder, 'node_modules', runner));
  if (runner !== undefined && version !== undefined) tools[runner] = version;
  return tools;
}

async function nodeVersion(context: CheckContext, folder: string): Promise<string> {
  const found = findProgram('node', context.env);
  return found === fs.realpathSync(process.execPath)
    ? process.version
    : versionOf(context, { program: 'node', folder });
}

async function versionOf(
  { spawner, env, signal }: CheckContext,
  { program, folder }: { readonly program: string; readonly folder: string },
): Promise<string> {
  const { ending, stdout, stderr } = await spawner.run({
    file: program,
    args: ['--version'],
    cwd: folder,
    env,
    signal,
    limits: { wallMs: 30_000, outputBytes: 64 * 1024 },
  });
  if (ending.kind !== 'exited' || ending.code !== 0) return 'none';
  const said = Buffer.concat([stdout, stderr]).toString('utf8');
  return withoutEscapes(said).trim().split('\n')[0]?.slice(0, 100) ?? '';
}

/** Its real path. */
function findProgram(name: string, env: Environment): string | undefined {
  for (const folder of (env['PATH'] ?? '').split(path.delimiter)) {
    const place = path.join(folder, name);
    // Folders of PATH that the person may not look into are there, too.
    if (folder !== '' && fs.existsSync(place) && fs.statSync(place).isFile()) return fs.realpathSync(place);
  }
  return undefined;
}

const manifest = z.object({ version: z.string() });

function packageVersion(folder: string): string | undefined {
  const read = manifest.safeParse(parseJson(readReport(path.join(folder, 'package.json'), 1024 * 1024) ?? ''));
  return read.success ? read.data.version : undefined;
}
