import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Git, Repository } from './git.ts';
import { type ConfigEntry, isRepositoryScope, LIST_CONFIG, parseConfig } from './hardening.ts';

/**
 * What a repository's own configuration, hooks and attributes are at a moment. Our own git runs nothing that they name;
 * the person's next one does. Of values it holds hashes only: they may be secrets.
 */
export interface Baseline {
  /** Setting → hash of its values, from every file the repository's configuration includes. */
  readonly config: Readonly<Record<string, string>>;
  /** File → hash of its mode and content: hooks, info/, each worktree's own configuration. */
  readonly files: Readonly<Record<string, string>>;
}

interface BaselineDifference {
  readonly kind: 'config' | 'file';
  readonly name: string;
  readonly change: 'added' | 'changed' | 'removed';
}

export async function takeBaseline(git: Git, repository: Repository): Promise<Baseline> {
  const listing = await git.read(repository, LIST_CONFIG);
  const entries = parseConfig(listing.stdout).filter(
    ({ scope, key }) => isRepositoryScope(scope) && !HARMLESS_SETTING.test(key),
  );
  return {
    config: hashSettings(entries),
    files: hashFiles(repository.commonDir),
  };
}

export function compareBaseline(before: Baseline, now: Baseline): BaselineDifference[] {
  return [
    ...differences(before.config, now.config).map((found) => ({ kind: 'config' as const, ...found })),
    ...differences(before.files, now.files).map((found) => ({ kind: 'file' as const, ...found })),
  ];
}

/** What every `git checkout -b` and `git push -u` writes, and nothing runs. */
const HARMLESS_SETTING = /^branch\..*\.(?:remote|merge|pushremote|rebase|description|vscode-merge-base)$/su;

function hashSettings(entries: readonly ConfigEntry[]): Record<string, string> {
  const values = new Map<string, string[]>();
  for (const { key, value } of entries) values.set(key, [...(values.get(key) ?? []), value]);
  return Object.fromEntries([...values].map(([key, all]) => [key, sha256(JSON.stringify(all))]));
}

function hashFiles(commonDir: string): Record<string, string> {
  const worktrees = listNames(path.join(commonDir, 'worktrees')).map((id) => `worktrees/${id}/config.worktree`);
  const hooks = listNames(path.join(commonDir, 'hooks')).filter((name) => !name.endsWith('.sample'));
  // `info/refs` is a list for web servers that git itself rewrites.
  const info = listNames(path.join(commonDir, 'info')).filter((name) => name !== 'refs');
  const files = [...worktrees, ...hooks.map((name) => `hooks/${name}`), ...info.map((name) => `info/${name}`)];
  const found = files.map((name) => [name, hashFile(path.join(commonDir, name))] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== null));
}

function hashFile(file: string): string | null {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (stat.isSymbolicLink()) return sha256(`link ${fs.readlinkSync(file)}`);
  if (!stat.isFile()) return sha256('not a file');
  return sha256(Buffer.concat([Buffer.from(`${stat.mode & 0o111}\n`), fs.readFileSync(file)]));
}

function differences(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): Pick<BaselineDifference, 'name' | 'change'>[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names
    .filter((name) => before[name] !== now[name])
    .map((name) => ({
      name,
      change: before[name] === undefined ? 'added' : now[name] === undefined ? 'removed' : 'changed',
    }));
}

function listNames(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
