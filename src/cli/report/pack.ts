import type { Pack } from '../../engine/door/runs.ts';
import type { Context } from '../context.ts';
import { indentedText, itemTable } from '../terminal/layout.ts';
import { visible } from '../terminal/visible.ts';
import { nearPath } from './failure.ts';

/** What a pack is bound to, where it lies, and what can be done about it now. */
export function packLines(pack: Pack, waits: 'approval' | 'apply' | 'nothing', context: Context): string[] {
  const { words, colours, columns, cwd } = context;
  const near = (file: string) => visible(nearPath(file, cwd));
  const { code, tests, evidence } = pack.paths;
  const places: [string, string][] = [
    [near(code), words.pack.code],
    [near(tests), words.pack.tests],
    [near(evidence), words.pack.evidence],
    ...(pack.base.branch === null ? [] : [diffCommand(pack, words.pack.diff)]),
    ...commandsFor(pack, waits, context),
  ];
  return [
    colours.bold(words.pack.commit(pack.commit)),
    ...indentedText(destination(pack, waits, context), columns),
    ...itemTable(places, columns, 2),
  ];
}

/** The essentials, before a person says yes. */
export function essentialLines(pack: Pack, files: readonly { readonly path: string }[], context: Context): string[] {
  const { words, colours, columns, cwd } = context;
  const { tests } = pack.evidence;
  const names = files.slice(0, MOST_FILES).map(({ path }) => path);
  const more = files.length - names.length;
  return [
    colours.bold(words.pack.commit(pack.commit)),
    ...[
      destination(pack, 'approval', context),
      words.pack.files(files.length),
      ...names.map((name) => `  ${name}`),
      ...(more > 0 ? [`  ${words.status.andMore(more)}`] : []),
      tests.total === 0 ? words.pack.noTests : words.pack.testsRun(tests),
      words.pack.coverage(tests.coverage === null ? null : Math.floor(tests.coverage * 10) / 10),
      ...pack.rejections.map(({ round, reason }) => sentBackLine(round, reason, words)),
      nearPath(pack.paths.summary, cwd),
    ].flatMap((line) => indentedKeeping(line, columns)),
  ];
}

/** `Round 1 was sent back: say more` */
function sentBackLine(round: number, reason: string, { runDocuments }: Context['words']): string {
  return visible(`${runDocuments.summary.sentBackIn(round)} ${reason.replaceAll(/\s+/g, ' ').trim()}`);
}

/** What approving allows as well: the old demand and the new one of each. */
export function allowLines({ to_allow, quotes }: Pack, { words, colours, columns }: Context): string[] {
  if (to_allow.length === 0) return [];
  const { proof } = words.runDocuments;
  const items = to_allow.flatMap(({ number, code, key, was, now }) => [
    `${number}. ${key === null ? '' : `${key}: `}${proof.kinds[code] ?? code}`,
    ...(was === null && now === null ? [] : [`    − ${was ?? proof.nothing}`, `    + ${now ?? proof.nothing}`]),
  ]);
  const said = quotes.length === 0 ? [] : [proof.youWrote, ...quotes.map((quote) => `  “${quote}”`)];
  return [
    colours.bold(proof.toAllow),
    ...[...items, ...said].flatMap((text) => indentedKeeping(visible(text.replaceAll('\n', ' ')), columns)),
  ];
}

export interface CopyPlan {
  readonly written: readonly string[];
  readonly overwritten: readonly string[];
  readonly deleted: readonly string[];
  readonly changedMeanwhile: readonly string[];
}

/** What copying would do to the person's folder, file by file. */
export function copyLines({ written, overwritten, deleted, changedMeanwhile }: CopyPlan, context: Context): string[] {
  const { words, columns } = context;
  const replaced = new Set(overwritten);
  const groups: [string, readonly string[]][] = [
    [words.pack.written, written.filter((name) => !replaced.has(name))],
    [words.pack.overwritten, overwritten],
    [words.pack.deleted, deleted],
    [words.pack.changedMeanwhile, changedMeanwhile],
  ];
  return groups
    .filter(([, names]) => names.length > 0)
    .flatMap(([title, names]) => [
      ...indentedText(`${title}:`, columns),
      ...names.flatMap((name) => indentedKeeping(`  ${name}`, columns)),
    ]);
}

const MOST_FILES = 20;

function destination(
  { base, branch, paths }: Pack,
  waits: 'approval' | 'apply' | 'nothing',
  { words, cwd }: Context,
): string {
  if (waits === 'nothing') return words.pack.merged;
  if (base.branch === null || branch === null) return words.pack.intoFolder(nearPath(folderOf(paths.summary), cwd));
  return waits === 'apply' ? words.pack.waitsForApply(base.branch) : words.pack.into(branch, base.branch);
}

/** The project of `…/.orchestral/runs/run-…/mrp/summary.md`. */
function folderOf(summary: string): string {
  return summary.split('/').slice(0, -5).join('/') || '/';
}

function diffCommand({ base, commit }: Pack, meaning: string): [string, string] {
  return [`git diff ${base.commit.slice(0, 12)} ${commit.slice(0, 12)}`, meaning];
}

function commandsFor(
  { run_id, commit, to_allow }: Pack,
  waits: 'approval' | 'apply' | 'nothing',
  { words }: Context,
): [string, string][] {
  if (waits === 'nothing') return [];
  if (waits === 'apply') return [[words.command(`apply ${run_id}`), words.pack.apply]];
  return [
    [
      words.command(`approve ${run_id} --commit ${commit.slice(0, 12)}${to_allow.length > 0 ? ' --allow all' : ''}`),
      words.pack.approve,
    ],
    [words.command(`reject ${run_id} --reason "${words.pack.why}"`), words.pack.reject],
  ];
}

function indentedKeeping(line: string, columns: number): string[] {
  const by = 2 + (/^ */.exec(line)?.[0].length ?? 0);
  return indentedText(line, columns, by);
}
