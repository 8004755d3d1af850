import { throwFailure, unwrap } from '../../base/failure.ts';
import { type FleetApi, type FleetStatus, openFleet } from '../../engine/door/fleet.ts';
import { nearestOf } from '../../schema/nearest.ts';
import { ask, mayAsk } from '../ask.ts';
import type { Context, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { doorOptions } from '../project.ts';
import { jsonText, visible } from '../terminal/visible.ts';
import { padTo, widthOf } from '../terminal/width.ts';

/** `given`: the worker to drain, or what a key is for. */
type Action = (context: Context, fleet: FleetApi, given: string | undefined) => Promise<ExitCode | void>;

const actions: Readonly<Record<string, Action>> = {
  status: showStatus,
  key: async ({ answer, tell, words }, fleet, given) => {
    if (given !== undefined && given !== 'checks')
      throwFailure('usage.not_a_choice', { option: 'fleet key', value: given, choices: ['checks'] });
    const takes = given === undefined ? 'step' : 'check';
    answer(unwrap(await fleet.key(takes)));
    tell(words.fleet.keyHints[takes]);
  },
  pause: async ({ tell, words }, fleet) => {
    unwrap(await fleet.pause());
    tell(words.fleet.pausedAll);
  },
  resume: async ({ tell, words }, fleet) => {
    unwrap(await fleet.resume());
    tell(words.fleet.resumed);
  },
  drain: async ({ tell, words }, fleet, worker) => tell(words.fleet.drained(unwrap(await fleet.drain(worker)))),
  forget: async (context, fleet) => {
    const { words, flags, tell } = context;
    const isAsked = mayAsk(context) && !flags.yes;
    if (isAsked && !(await ask(words.fleet.forgetQuestion, context))) return exit.waiting;
    return tell(words.fleet.forgotten(unwrap(await fleet.forget())));
  },
};

/** Without a word: how it stands. */
export const run: Run = async (context, { args: [word = 'status', given] }) => {
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
  if (action === undefined) {
    const near = nearestOf(word, Object.keys(actions));
    const suggestion = near === undefined ? null : `fleet ${near}`;
    return throwFailure('usage.unknown_command', { command: `fleet ${word}`, suggestion });
  }
  if (given !== undefined && word !== 'drain' && word !== 'key')
    throwFailure('usage.too_many_arguments', { command: `fleet ${word}` });
  return action(context, openFleet(doorOptions(context)), given);
};

async function showStatus(context: Context, fleet: FleetApi): Promise<void> {
  const status = unwrap(await fleet.status());
  const { answer, words, flags, colours } = context;
  if (flags.json) return answer(jsonText(status));
  answer(status.workers.length === 0 ? words.fleet.none : workerLines(status, context).join('\n'));
  for (const { kind, label, waiting, active } of status.queues) {
    const name = [...(kind === 'step' ? [] : [words.fleet.takes[kind]]), ...(label === null ? [] : [label])].join(' ');
    answer(name === '' ? words.fleet.queue(waiting, active) : words.fleet.queueOf(name, waiting, active));
  }
  if (status.isPaused) answer(colours.yellow(words.fleet.isPaused));
  if (!status.isDurable) context.tell(words.notices['fleet.not_durable']({}));
}

/** A row for each worker, and below it what it does. */
function workerLines({ workers }: FleetStatus, { words, colours }: Context): string[] {
  const { columns, states, takes: kinds } = words.fleet;
  const rows = workers.map(({ name, takes, state, running, concurrency, version, labels, done }) => [
    visible(name),
    kinds[takes],
    states[state],
    `${running.length}/${concurrency}`,
    visible(version),
    labels.length === 0 ? '–' : visible(labels.join(',')),
    String(done),
  ]);
  const head = Object.values(columns);
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => widthOf(row[at] ?? ''))));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => padTo(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    colours.dim(line(head)),
    ...workers.flatMap(({ running }, at) => [
      line(rows[at] ?? []),
      ...running.map(({ effect, seconds }) => `  ${visible(effect)}  ${seconds} s`),
    ]),
  ];
}
