import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { canonicalJson } from '../../src/base/json.ts';

/** A project as an older version left it; `scripts/record-older-logs.mjs` recorded it. */
export interface Restored {
  readonly folder: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  git(...args: string[]): string;
}

/**
 * As if the older version had run here: paths, and what is derived from them, are those of this place. `moved`: as if the
 * project had been copied here from elsewhere, so that its logs belong to another folder.
 */
export function restoreFixture(fixture: string, { moved = false } = {}): Restored {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'older-')));
  const rewrite = createRewrite(fixture, root);
  const [folder, home] = [path.join(root, 'project'), path.join(root, 'home')];
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_STATE_HOME: path.join(home, 'state'),
    XDG_DATA_HOME: path.join(home, 'data'),
    GIT_CONFIG_NOSYSTEM: '1',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  };
  fs.mkdirSync(folder);
  restoreRepository({ fixture, folder, env, rewrite });
  for (const name of ['project', 'home'])
    for (const file of listFiles(path.join(fixture, name))) {
      const text = rewrite(withPresentTimes(file, fs.readFileSync(file, 'utf8')));
      const name = path.relative(fixture, file).replace(/dot-gitignore$/, '.gitignore');
      const target = path.join(root, rewrite(name));
      writeFile(target, isLog(file) ? restoreLog(text, { folder, moved }) : text);
    }
  // Agents that were blocked in the recording are not blocked here.
  writeFile(path.join(home, 'data/go'), '');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim();
  return { folder, home, env, git };
}

/** What agents still have to say, they say today. */
function withPresentTimes(file: string, text: string): string {
  if (path.basename(file) !== 'script.json') return text;
  const now = new Date().toISOString().replace(/\.\d+/, '');
  return text.replaceAll(/("timestamp":\s*)"[^"]*"/g, `$1"${now}"`);
}

/** The log of a project's only workflow, older segments first. */
export function readLog(project: string): string {
  const byAge = (file: string) => file.replace('events.log', 'events-z.log');
  const logs = listFiles(project).filter(isLog);
  const sorted = logs.sort((a, b) => (byAge(a) < byAge(b) ? -1 : 1));
  return sorted.map((log) => fs.readFileSync(log, 'utf8')).join('');
}

type Rewrite = (text: string) => string;

/** Replaces the place of the recording, the machine, the hash of the project, and hashes of paths and documents. */
function createRewrite(fixture: string, root: string): Rewrite {
  const from = `/tmp/orchestral-recording/${path.basename(fixture)}`;
  const paths: Rewrite = (text) =>
    text
      .replaceAll(from, root)
      .replaceAll(hash('md5', `${from}/project`).slice(0, 8), hash('md5', `${root}/project`).slice(0, 8))
      .replaceAll('"recording"', JSON.stringify(os.hostname()));
  const files = listFiles(path.join(fixture, 'project'));
  const inPlace = [...files.filter(isLog), path.join(fixture, 'project/.git')].map((file) => {
    const name = path.relative(fixture, file);
    return [
      hash('sha256', path.join(from, name)).slice(0, 16),
      hash('sha256', path.join(root, paths(name))).slice(0, 16),
    ];
  });
  const documents = files
    .filter((file) => /\/session\.json(?:\.bak)?$/.test(file))
    .map((file) => fs.readFileSync(file, 'utf8'))
    .map((text) => [hashDocument(text), hashDocument(paths(text))]);
  const hashes = [...inPlace, ...documents];
  return (text) => hashes.reduce((all, [before = '', now = '']) => all.replaceAll(before, now), paths(text));
}

/** With checksums of the lines as they are now, and in its first line this folder. */
function restoreLog(text: string, { folder, moved }: { readonly folder: string; readonly moved: boolean }): string {
  const { dev, ino } = fs.statSync(folder);
  const identity = { path_sha256: hash('sha256', folder), device: dev, inode: ino };
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const own = moved
        ? line
        : line.replace(/"folder":\{"path_sha256"[^}]*\}/, `"folder":${JSON.stringify(identity)}`);
      const body = own.slice(0, own.lastIndexOf(',"crc":"'));
      return `${body},"crc":"${crc32(body).toString(16).padStart(8, '0')}"}\n`;
    })
    .join('');
}

interface Repository extends Pick<Restored, 'folder' | 'env'> {
  readonly fixture: string;
  readonly rewrite: Rewrite;
}

function restoreRepository({ fixture, folder, env, rewrite }: Repository): void {
  const git = (cwd: string, args: readonly string[], input = '') => execFileSync('git', args, { cwd, env, input });
  const gitDir = path.join(folder, '.git');
  const saved = JSON.parse(fs.readFileSync(path.join(fixture, 'repository.json'), 'utf8')) as Record<string, string>;
  git(folder, ['init', '--quiet']);
  git(folder, ['fast-import', '--quiet'], fs.readFileSync(path.join(fixture, 'objects.txt'), 'utf8'));
  // Those that the import made; the right ones are in `packed-refs`.
  fs.rmSync(path.join(gitDir, 'refs'), { recursive: true });
  fs.mkdirSync(path.join(gitDir, 'refs'));
  for (const [name, text] of Object.entries(saved)) writeFile(path.join(gitDir, name), rewrite(text));
  git(folder, ['read-tree', '-u', '--reset', 'HEAD']);
  for (const name of Object.keys(saved).filter((one) => /^worktrees\/[^/]+\/gitdir$/.test(one))) {
    const pointer = fs.readFileSync(path.join(gitDir, name), 'utf8').trim();
    writeFile(pointer, `gitdir: ${path.dirname(path.join(gitDir, name))}\n`);
    git(path.dirname(pointer), ['read-tree', '-u', '--reset', 'HEAD']);
  }
}

function isLog(file: string): boolean {
  return /\/(?:orchestrate-)?events(?:-\d+)?\.log$/.test(file);
}

function hash(algorithm: string, text: string): string {
  return createHash(algorithm).update(text).digest('hex');
}

function hashDocument(text: string): string {
  return hash('sha256', canonicalJson(JSON.parse(text)));
}

function listFiles(folder: string): string[] {
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

function writeFile(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode: 0o600 });
}
