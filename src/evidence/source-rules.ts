import { catchFailure, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { AddedDependency } from './dependencies.ts';
import { textAt } from './text-at.ts';
import type { ChangedFile, RevisionRange } from '../git/diff.ts';
import type { AddedLine } from '../git/hunks.ts';
import { listTree } from '../git/edit-tree.ts';
import type { Checkout, Git } from '../git/git.ts';
import { isImportOf, languageOf } from '../languages/known-languages.ts';
import { isData, isHandWritten } from '../languages/source-files.ts';
import { isTestFile } from '../languages/test-surface.ts';
import type { ConfigBuilder } from '../schema/config/settings.ts';

/** One rule of builder.json that the work breaks. */
export interface RuleBreak {
  readonly rule: 'file_too_long' | 'types_missing' | 'library_avoided';
  readonly file: string;
  readonly line: number | null;
  /** How many lines it has; what has no type; which library. */
  readonly detail: string | number;
}

type SourceConfig = Pick<ConfigBuilder, 'constraints' | 'style'>;

/** What the work itself brought in: what was so at `from` and stays so is nobody's fault. */
export async function sourceRules(
  git: Git,
  place: Checkout,
  change: SourceChange,
): Promise<Result<RuleBreak[], Failure>> {
  const files = change.files.filter(
    ({ kind, mode, path }) => kind !== 'deleted' && isRegular(mode) && isHandWritten(path),
  );
  const context: RuleContext = { ...change, git, place, files };
  const found = [await tooLong(context), await untyped(context), ok(avoided(context))];
  const breaks: RuleBreak[] = [];
  for (const some of found) {
    if (!some.ok) return some;
    breaks.push(...some.value);
  }
  return ok(breaks);
}

/** What is different at `to`. */
export interface SourceChange extends RevisionRange {
  readonly config: SourceConfig;
  readonly files: readonly ChangedFile[];
  readonly added: ReadonlyMap<string, readonly AddedLine[]>;
  readonly dependencies: readonly AddedDependency[];
}

/** Of the files, those that are there and written by hand. */
interface RuleContext extends SourceChange {
  readonly git: Git;
  readonly place: Checkout;
}

function isRegular(mode: string): boolean {
  return mode === '100644' || mode === '100755';
}

/** Data and prose may be as long as they are; one that was too long before may stay so, but not grow. */
async function tooLong({ git, place, from, to, config, files }: RuleContext): Promise<Result<RuleBreak[], Failure>> {
  const limit = config.constraints.max_file_size_lines;
  const breaks: RuleBreak[] = [];
  for (const file of files) {
    // Without additions it did not grow; without a count it is binary.
    if (file.added === null || file.added === 0 || isData(file.path)) continue;
    if (file.kind === 'added') {
      if (file.added > limit) breaks.push({ rule: 'file_too_long', file: file.path, line: null, detail: file.added });
      continue;
    }
    const now = await textAt(git, place, { at: to, path: file.path });
    if (!now.ok) return now;
    const lines = linesIn(now.value);
    if (lines <= limit) continue;
    const before = await textAt(git, place, { at: from, path: file.from ?? file.path });
    if (!before.ok) return before;
    if (lines > linesIn(before.value))
      breaks.push({ rule: 'file_too_long', file: file.path, line: null, detail: lines });
  }
  return ok(breaks);
}

function linesIn(text: string | undefined): number {
  if (text === undefined || text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

async function untyped({ git, place, to, config, files, added }: RuleContext): Promise<Result<RuleBreak[], Failure>> {
  if (!config.constraints.require_types) return ok([]);
  const found = await catchFailure(() => listTree(git, place, to));
  if (!found.ok) return found;
  const breaks: RuleBreak[] = [];
  for (const { path, kind } of files) {
    const rules = languageOf(path)?.types;
    const plain = kind === 'added' && !isTestFile(path) ? rules?.untypedFiles : undefined;
    if (plain?.isOne(path) === true && found.value.has(plain.where)) {
      breaks.push({ rule: 'types_missing', file: path, line: null, detail: plain.kind });
    }
    const lines = rules === undefined ? [] : (added.get(path) ?? []);
    for (const [n, { number, text }] of lines.entries()) {
      const detail = rules?.untypedIn(path, { text, after: followingOf(lines, n) });
      if (detail !== undefined) breaks.push({ rule: 'types_missing', file: path, line: number, detail });
    }
  }
  return ok(breaks);
}

/** The lines that come right after one: a signature may go on. */
function followingOf(lines: readonly { readonly number: number; readonly text: string }[], at: number): string[] {
  const following: string[] = [];
  for (let n = at + 1; n < lines.length && lines[n]?.number === (lines[n - 1]?.number ?? 0) + 1; n++) {
    following.push(lines[n]?.text ?? '');
    if (following.length === 30) break;
  }
  return following;
}

function avoided({ config, files, added, dependencies }: RuleContext): RuleBreak[] {
  const libraries = config.style.avoid_libraries;
  const breaks: RuleBreak[] = [];
  for (const library of libraries) {
    for (const { manifest, name } of dependencies) {
      if (isSame(name, library)) breaks.push({ rule: 'library_avoided', file: manifest, line: null, detail: library });
    }
    for (const { path } of files) {
      const first = (added.get(path) ?? []).find(({ text }) => isImportOf(path, text, library));
      if (first !== undefined) {
        breaks.push({ rule: 'library_avoided', file: path, line: first.number, detail: library });
      }
    }
  }
  return breaks;
}

/** Maven's `group:artifact` is meant by its artifact, too. */
function isSame(name: string, library: string): boolean {
  const [a, b] = [name.toLowerCase(), library.toLowerCase()];
  return a === b || a.endsWith(`:${b}`) || a.replaceAll(/[-_.]+/g, '-') === b.replaceAll(/[-_.]+/g, '-');
}
