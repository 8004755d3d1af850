import { text } from 'node:stream/consumers';
import type { Run } from '../context.ts';
import { answerTo } from '../hook/main.ts';

/** As `bin/orchestral.js` answers it on a short way, where there are no flags. */
export const run: Run = async ({ io, cwd, answer }) => {
  const said = await answerTo('statusline', io.stdin.isTTY ? '' : await text(io.stdin), { env: io.env, cwd });
  if (said !== undefined) answer(said);
};
