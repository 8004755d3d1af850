import fs from 'node:fs';
import path from 'node:path';
import { isRecord, parseJson } from '../base/json.ts';
import { findCommands } from '../evidence/project-commands.ts';
import type { ConfigProject } from '../schema/config/settings.ts';
import { type ConfiguredCommand, repositoryHash } from '../store/trust.ts';
import { pathInRepository, type Project } from './project.ts';
import { readRegularFile } from './read-file.ts';

/**
 * The repository in this place, whatever it contains: what is cloned there another day is another one. Device numbers are
 * no part of it, as a restart may change them.
 */
export function repositoryIdentity({ root }: Project): string {
  const below = pathInRepository(root);
  const dotGit = path.join(below === '' ? root : root.slice(0, -below.length - 1), '.git');
  const found = fs.lstatSync(dotGit, { throwIfNoEntry: false });
  const { ino, birthtimeMs } = found?.isDirectory() === true ? found : fs.lstatSync(root);
  return repositoryHash({ root, inode: ino, born: Math.floor(birthtimeMs) });
}

/** What set-up and tests run, as the files are now, but for what the configuration names. */
export function repositoryCommands({ root }: Project, config: ConfigProject | undefined): ConfiguredCommand[] {
  const below = pathInRepository(root);
  const repository = below === '' ? root : root.slice(0, -below.length - 1);
  const { setup, tests, setupFolder } = findCommands(repository, config, below);
  const found = [
    ...(setup === undefined || config?.setup_command !== undefined ? [] : [['set-up', setup] as const]),
    ...(tests === undefined || tests.configured ? [] : [['tests', tests.detected.line] as const]),
  ];
  const commands = found.map(([place, text]) => ({ file: '.', place, text }));
  const { line, before, after } = tests?.detected ?? {};
  const runsScripts = [setup, before, line, after].some((one) => /\b(?:npm|npx|pnpm|yarn|bun)\b/.test(one ?? ''));
  const folders = setupFolder === undefined ? [root] : [path.join(repository, setupFolder), root];
  return runsScripts ? [...commands, ...folders.flatMap(lifecycleScripts)] : commands;
}

/** What package managers run beside what they were asked for. */
const LIFECYCLE = /^(?:(?:pre|post)?(?:install|prepare|test)|dependencies|prepublish)$/;

function lifecycleScripts(root: string): ConfiguredCommand[] {
  const file = 'package.json';
  const read = readRegularFile(path.join(root, file), { limit: MAX_MANIFEST, followLinks: false });
  const manifest = read.ok ? parseJson(new TextDecoder().decode(read.value)) : undefined;
  if (!isRecord(manifest) || !isRecord(manifest['scripts'])) return [];
  return Object.entries(manifest['scripts']).flatMap(([name, text]) =>
    LIFECYCLE.test(name) && typeof text === 'string' ? [{ file, place: `scripts.${name}`, text }] : [],
  );
}

const MAX_MANIFEST = 4 * 1024 * 1024;
