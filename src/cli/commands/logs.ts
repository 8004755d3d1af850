import { throwFailure, unwrap } from '../../base/failure.ts';
import { isId } from '../../base/ids.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { StepLogEntry } from '../../engine/door/runs.ts';
import { formatTime } from '../../i18n/format.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Context, Run } from '../context.ts';
import { stepIn } from '../live-view/run-events.ts';
import { projectOf } from '../project.ts';
import { eventBlock } from '../report/agent-blocks.ts';
import { createLineBuffer } from '../report/agent-output.ts';
import { jsonLine } from '../terminal/visible.ts';

const agentsOfRuns = ['refiner', 'builder', 'verifier', 'gatekeeper'] as const;

type Agent = (typeof agentsOfRuns)[number];

interface Wanted {
  readonly run?: string;
  readonly agent?: Agent;
}

export const run: Run = async (context, { args, flags }) => {
  const { io, words, tell } = context;
  const project = projectOf(context);
  const following = { follow: flags.has('follow'), signal: io.signal };
  const { of, entries, agent } = await entriesOf(project, args, following);
  const told = await (context.flags.json ? tellJson : tellLines)(entries, of, context);
  if (told === 0) tell(agent === undefined ? words.logs.nothing(of) : words.logs.nothingOf(of, agent));
};

interface Logs {
  /** The run, `auto` or `session`, with what is wanted of it. */
  readonly of: string;
  readonly agent?: Agent | undefined;
  readonly entries: Entries;
}

/** `auto`, a task's id, `session` with a task or subtask, or a run with one of its agents; else the latest run. */
async function entriesOf(
  project: ProjectApi,
  args: readonly string[],
  following: { readonly follow: boolean; readonly signal: AbortSignal },
): Promise<Logs> {
  const { runs, auto, sessions } = project;
  const [first = await onlyWork(project), second] = args;
  if (first === 'auto' || (first !== undefined && isId('graph-task-id', first) && second === undefined)) {
    const task = first === 'auto' ? second : first;
    return { of: task ?? 'auto', entries: unwrap(await auto.logs({ ...following, task })) };
  }
  if (first === 'session') {
    const session = await sessions.current();
    if (session === undefined) return throwFailure('session.none', { wanted: 'status' });
    const part = second?.split('/').at(-1);
    return {
      of: second ?? 'session',
      entries: unwrap(await sessions.logs(session.project.hash, { ...following, part })),
    };
  }
  const { run: named, agent } = wantedIn(args);
  const id = unwrap(await runs.find(named, 'any'));
  return { of: id, agent, entries: unwrap(await runs.logs(id, { ...following, agent })) };
}

/** What there is besides runs, where there is no run. */
async function onlyWork({ runs, auto, sessions }: ProjectApi): Promise<'auto' | 'session' | undefined> {
  if ((await runs.list()).length > 0) return undefined;
  if ((await auto.exists()).ok) return 'auto';
  return (await sessions.current()) === undefined ? undefined : 'session';
}

/** `RUN AGENT`, either or none: an agent is known by its name. */
function wantedIn([first, second]: readonly string[]): Wanted {
  if (first === undefined) return {};
  if (second !== undefined) return { run: first, agent: agentNamed(second) ?? unknownAgent(second) };
  const agent = agentNamed(first);
  if (agent !== undefined) return { agent };
  return nearestOf(first, [...agentsOfRuns]) === undefined ? { run: first } : unknownAgent(first);
}

function agentNamed(word: string): Agent | undefined {
  return agentsOfRuns.find((role) => role === word);
}

function unknownAgent(value: string): never {
  return throwFailure('usage.not_a_choice', { option: 'AGENT', value, choices: agentsOfRuns });
}

type Entries = AsyncIterable<StepLogEntry>;

/** How many steps there were. */
async function tellLines(entries: Entries, runId: string, context: Context): Promise<number> {
  const { words, colours, io, answer, tell } = context;
  const columns = io.stdout.isTTY ? context.columns : Infinity;
  // What is in the file has no secrets any more.
  const screen = { words, colours, columns, isWhole: context.flags.verbose };
  const buffer = createLineBuffer((event) => answer(eventBlock(event, screen).join('\n')));
  let steps = 0;
  for await (const entry of entries) {
    if (entry.kind === 'line') {
      if (entry.line.type === 'orchestral.cut') answer(colours.dim(words.logs.cut));
      else if (entry.line.type !== 'other' || context.flags.verbose) buffer.hear(entry.line);
      continue;
    }
    buffer.end();
    if (entry.kind === 'over') tell(words.logs.ended(runId, words.states.run[entry.at] ?? entry.at));
    else {
      const title = words.logs.step(
        `${entry.role} · ${entry.effect.startsWith('run-') ? stepIn(entry.effect) : entry.effect}`,
        formatTime(entry.at),
      );
      answer(`${steps === 0 ? '' : '\n'}${colours.bold(title)}`);
      steps += 1;
    }
  }
  buffer.end();
  return steps;
}

async function tellJson(entries: Entries, runId: string, { answer }: Context): Promise<number> {
  let steps = 0;
  for await (const { kind, ...entry } of entries) {
    if (kind === 'step') steps += 1;
    answer(jsonLine({ kind, run_id: runId, ...entry }));
  }
  return steps;
}
