import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { RunLogEntry } from '../../engine/door/runs.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Context, Run } from '../context.ts';
import { exit } from '../exit.ts';
import { stepIn } from '../live-view/run-events.ts';
import { projectOf } from '../project.ts';
import { createLineBuffer, eventLine } from '../report/agent-output.ts';
import { formatTime } from '../../i18n/format.ts';
import { jsonLine } from '../terminal/visible.ts';

const agentsOfRuns = ['refiner', 'builder', 'verifier', 'gatekeeper'] as const;

type Agent = (typeof agentsOfRuns)[number];

export const run: Run = async (context, { args, flags }) => {
  const project = projectOf(context);
  if (!project.ok) return project;
  const { runs } = project.value;
  const wanted = wantedIn(args);
  if (!wanted.ok) return wanted;
  const { agent } = wanted.value;
  const id = await runs.find(wanted.value.run, 'any');
  if (!id.ok) return id;
  const { io, words, tell } = context;
  const following = { agent, follow: flags.has('follow'), signal: io.signal };
  const entries = await runs.logs(id.value, following);
  if (!entries.ok) return entries;
  const told = await (context.flags.json ? tellJson : tellLines)(entries.value, id.value, context);
  if (told === 0) tell(agent === undefined ? words.logs.nothing(id.value) : words.logs.nothingOf(id.value, agent));
  return ok(exit.done);
};

/** `RUN AGENT`, either or none: an agent is known by its name. */
function wantedIn(
  args: readonly string[],
): Result<{ readonly run?: string; readonly agent: Agent | undefined }, Failure> {
  const agentNamed = (word: string | undefined) => agentsOfRuns.find((role) => role === word);
  const [first, second] = args;
  if (first === undefined) return ok({ agent: undefined });
  if (second !== undefined) {
    const agent = agentNamed(second);
    return agent === undefined ? unknownAgent(second) : ok({ run: first, agent });
  }
  const agent = agentNamed(first);
  if (agent !== undefined) return ok({ agent });
  return nearestOf(first, [...agentsOfRuns]) === undefined ? ok({ run: first, agent }) : unknownAgent(first);
}

function unknownAgent(value: string): Result<never, Failure> {
  return fail('usage.not_a_choice', { option: 'AGENT', value, choices: agentsOfRuns });
}

type Entries = AsyncIterable<RunLogEntry>;

/** How many steps there were. */
async function tellLines(entries: Entries, runId: string, context: Context): Promise<number> {
  const { words, colours, io, answer, tell } = context;
  const columns = io.stdout.isTTY ? context.columns : Infinity;
  // What is in the file has no secrets any more.
  const report = { words, columns, redact: (text: string) => text };
  const buffer = createLineBuffer((event) => answer(eventLine(event, report)));
  let steps = 0;
  for await (const entry of entries) {
    if (entry.kind === 'line') {
      if (entry.line.type === 'orchestral.cut') answer(colours.dim(words.logs.cut));
      else if (entry.line.type !== 'other' || context.flags.verbose) buffer.hear(entry.line);
      continue;
    }
    buffer.end();
    if (entry.kind === 'over') tell(words.logs.ended(runId, entry.phase));
    else {
      const title = words.logs.step(`${entry.role} · ${stepIn(entry.effect)}`, formatTime(entry.at));
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
