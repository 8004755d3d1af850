import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, type Failure, throwFailure, unwrap } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import { realDisk } from '../files/disk.ts';
import { diskFailure } from '../files/disk-failure.ts';
import { makeFolder, removeFolder } from '../files/folder.ts';
import { replaceFile, syncFolder } from '../files/replace.ts';
import { isOwnPlace } from '../schema/places.ts';
import { commitTree } from './commit.ts';
import { OWN_IDENTITY, readCommitter } from './identity.ts';
import type { Git, Repository, Worktree } from './git.ts';
import { outputByteFields, outputText } from './git-output.ts';
import { moveOwnRef } from './ref.ts';
import { openRepository, resolveRevision } from './repository.ts';
import { withScratchIndex } from './scratch-index.ts';

export interface NewShadow {
  /** The project's folder; it is only read. */
  readonly from: string;
  /** The folder of the shadow. One that exists is an earlier shadow, and is used as it is. */
  readonly to: string;
  /** Of its first commit. */
  readonly message?: string;
  /** Lines of `.gitignore` for what programs fetch or generate: a folder without git seldom has its own. */
  readonly exclude?: readonly string[];
}

const SHADOW_LIMITS = { files: 200_000, bytes: 2 * 2 ** 30 };

/**
 * A repository of our own that holds the files of a folder without git, byte by byte, as its first commit on `main`: so
 * that everything which needs worktrees, commits and diffs works there, too. It is there whole or not at all.
 */
export async function makeShadow(
  git: Git,
  { from, to, message = 'The folder as it was', exclude = [] }: NewShadow,
  limits = SHADOW_LIMITS,
): Promise<Result<Repository, Failure>> {
  if (fs.existsSync(to)) return catchFailure(() => openShadow(git, to));
  const half = `${to}.half`;
  await removeFolder(half);
  try {
    makeFolder(half);
  } catch (error) {
    return { ok: false, error: diskFailure(error, 'make', half) };
  }
  const filled = await catchFailure(() => fill(git, { from, to: half, message, exclude }, limits));
  if (!filled.ok) {
    await removeFolder(half);
    return filled;
  }
  realDisk.rename(half, to);
  const synced = syncFolder(realDisk, path.dirname(to));
  return synced.ok ? catchFailure(() => openShadow(git, to)) : synced;
}

async function openShadow(git: Git, folder: string): Promise<Repository> {
  const repository = unwrap(await openRepository(git, folder));
  if (repository.folder !== fs.realpathSync(folder)) throwFailure('git.folder_taken', { folder });
  const main = await resolveRevision(git, repository, MAIN);
  return main === null ? throwFailure('git.folder_taken', { folder }) : repository;
}

const MAIN = 'refs/heads/main';
const REASON = 'orchestral: copy';

async function fill(
  git: Git,
  { from, to, message, exclude }: Required<NewShadow>,
  limits: typeof SHADOW_LIMITS,
): Promise<void> {
  await git.create(to);
  const place = unwrap(await openRepository(git, to));
  await writeSettings(git, place, exclude);
  const names = await listFiles(git, place, from);
  requireSize(from, names, limits);
  const tree = await withScratchIndex(place, async (index) => {
    await git.addFiles(place, from, { names: Buffer.concat(names.flatMap((name) => [name, NUL])), index });
    return outputText(await git.record(place, ['write-tree'], { index }));
  });
  const commit = await commitTree(git, place, { tree, parents: [], message });
  const checkout: Worktree = { ...place, kind: 'worktree', owner: 'shadow', identity: null };
  await git.change(checkout, ['read-tree', '-u', '--reset', commit]);
  await moveOwnRef(git, place, { ref: MAIN, to: commit, expected: null, message: REASON });
}

const NUL = Buffer.alloc(1);

/** Settings of a repository that are files in it: they count in all its worktrees. */
async function writeSettings(git: Git, place: Repository, exclude: readonly string[]): Promise<void> {
  const { commonDir } = place;
  for (const [name, text] of [
    ['exclude', [...OWN_FILES, ...exclude, ''].join('\n')],
    ['attributes', UNCONVERTED_ATTRIBUTES],
  ] as const) {
    unwrap(replaceFile(realDisk, path.join(commonDir, 'info', name), Buffer.from(text)));
  }
  if ((await readCommitter(git, place)) !== null) return;
  const config = path.join(commonDir, 'config');
  const who = `[user]\n\tname = ${OWN_IDENTITY.name}\n\temail = ${OWN_IDENTITY.email}\n`;
  unwrap(replaceFile(realDisk, config, Buffer.concat([fs.readFileSync(config), Buffer.from(who)])));
}

const OWN_FILES = [
  '/.orchestral/',
  '/.claude/orchestrator/',
  '/.claude/orchestrate-state*',
  '/.claude/orchestrate-events*',
];

/** No line ends are converted and no filter runs, whatever the folder's own `.gitattributes` says. */
const UNCONVERTED_ATTRIBUTES = '* -text -eol -filter -ident !working-tree-encoding\n';

/** What git would take in; of repositories inside the folder their files, but nothing of their git folders. */
async function listFiles(git: Git, place: Repository, folder: string): Promise<Buffer[]> {
  const listed = await git.read({ ...place, folder }, ['ls-files', '--others', '--exclude-standard', '-z']);
  const names: Buffer[] = [];
  for (const name of outputByteFields(listed)) {
    if (isOwnPlace(name.toString('utf8'))) continue;
    if (name.at(-1) !== SLASH) names.push(name);
    else {
      const inner = await listFiles(git, place, path.join(folder, name.toString('utf8')));
      for (const below of inner) names.push(Buffer.concat([name, below]));
    }
  }
  return names;
}

const SLASH = 0x2f;

function requireSize(folder: string, names: readonly Buffer[], limits: typeof SHADOW_LIMITS): void {
  const beginning = Buffer.from(`${folder}/`);
  let bytes = 0;
  for (const name of names)
    bytes += fs.lstatSync(Buffer.concat([beginning, name]), { throwIfNoEntry: false })?.size ?? 0;
  if (names.length > limits.files || bytes > limits.bytes)
    throwFailure('shadow.too_large', { folder, files: names.length, bytes, limits });
}
