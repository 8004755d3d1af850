import { text } from 'node:stream/consumers';
import { throwFailure } from '../../base/failure.ts';
import type { Run } from '../context.ts';
import { answerTo } from '../hook/main.ts';

const events = ['pre-tool-use', 'session-start'];

/** As `bin/orchestral.js` answers it on a short way, where there are no flags. */
export const run: Run = async ({ io, cwd, answer }, { args: [event] }) => {
  if (event === undefined) return throwFailure('usage.argument_missing', { command: 'hook', missing: 'EVENT' });
  if (!events.includes(event))
    return throwFailure('usage.not_a_choice', { option: 'hook', value: event, choices: events });
  const said = await answerTo(event, io.stdin.isTTY ? '' : await text(io.stdin), { env: io.env, cwd });
  if (said !== undefined) answer(said);
};
