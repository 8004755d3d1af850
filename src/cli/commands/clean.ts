import { throwFailure, unwrap } from '../../base/failure.ts';
import type { Leaving, RunLine } from '../../engine/door/runs.ts';
import { formatFailure } from '../../i18n/catalogue.ts';
import { ask, canAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import { readDuration } from '../duration.ts';
import { exit } from '../exit.ts';
import { projectOf } from '../project.ts';
import { nearPath } from '../report/failure.ts';
import { jsonText, visible } from '../terminal/visible.ts';

/** Says of everything that runs left whether it went, and if not, why. Runs themselves go only when named. */
export const run: Run = async (context, { args, flags, options }) => {
  const { runs } = projectOf(context);
  const dryRun = flags.has('dry-run');
  const olderThan = options['older-than'];
  const old = olderThan === undefined ? [] : endedBefore(await runs.list(), readDuration('--older-than', olderThan));
  const named = unwrap(await runs.removable([...new Set([...args, ...old])]));
  if (!dryRun && named.length > 0 && !(await agree(named, context))) {
    context.tell(context.words.clean.kept);
    return exit.waiting;
  }
  const leavings = unwrap(await context.finishing(runs.clean({ runs: named, dryRun })));
  if (context.flags.json)
    context.answer(jsonText({ dry_run: dryRun, items: leavings.map((one) => json(one, context)) }));
  else if (leavings.length === 0) context.tell(context.words.clean.nothing);
  else for (const leaving of inShort(leavings)) context.answer(line(leaving, { context, dryRun }));
  return leavings.some(({ why }) => why === 'failed') ? exit.failed : exit.done;
};

function endedBefore(runs: readonly RunLine[], age: number): string[] {
  const isOld = ({ updated_at }: RunLine): boolean => Date.now() - Date.parse(updated_at) > age;
  return runs.filter((one) => ENDED.has(one.phase) && one.conductor === null && isOld(one)).map(({ run_id }) => run_id);
}

const ENDED: ReadonlySet<RunLine['phase']> = new Set(['completed', 'failed', 'stopped']);

async function agree(runs: readonly string[], context: Context): Promise<boolean> {
  if (context.flags.yes) return true;
  if (context.flags.json || !canAsk(context)) throwFailure('answer.needed', { question: 'clean' });
  context.tell(runs.join('\n'));
  return ask(context.words.clean.question(runs.length), context);
}

/** Rescues that stay are one line for each run. */
function inShort(leavings: readonly Leaving[]): Leaving[] {
  const isYoung = ({ kind, why }: Leaving) => kind === 'rescue' && why === 'young';
  return leavings.flatMap((leaving, at) => {
    if (!isYoung(leaving)) return [leaving];
    const isFirst = leavings.findIndex((other) => isYoung(other) && other.run === leaving.run) === at;
    return isFirst ? [{ ...leaving, name: `refs/orchestral/rescue/${leaving.run}` }] : [];
  });
}

function line(leaving: Leaving, { context, dryRun }: { readonly context: Context; readonly dryRun: boolean }): string {
  const { words, colours, cwd } = context;
  const { kind, name, fate, why, failure } = leaving;
  const shown = visible(name.startsWith('refs/') ? name.replace(/^refs\/heads\//, '') : nearPath(name, cwd));
  const what = `${words.clean.kinds[kind]} ${shown}`;
  if (fate === 'removed') return `${colours.green(dryRun ? words.clean.wouldRemove : words.clean.removed)}  ${what}`;
  const reason =
    failure === undefined ? words.clean.why[why ?? 'failed'] : visible(formatFailure(words, failure).message);
  const look = lookAt(leaving, words);
  return `${colours.yellow(words.clean.keeps)}  ${what}: ${reason}${look === null ? '' : `\n      ${visible(look)}`}`;
}

/** How to get at work that stays. */
function lookAt({ kind, name, why, run: id }: Leaving, words: Context['words']): string | null {
  if (kind === 'branch') return `git log -p ${name.replace(/^refs\/heads\//, '')}`;
  if (kind === 'rescue') return `git for-each-ref ${name}`;
  if (kind === 'copy') return `git -C ${name} log --all -p`;
  return kind === 'run' && why === 'unfinished' ? words.command(`resume ${id}`) : null;
}

function json({ failure, ...leaving }: Leaving, { words }: Context): object {
  const error = failure === undefined ? {} : { error: { code: failure.code, ...formatFailure(words, failure) } };
  return { ...leaving, ...error };
}
