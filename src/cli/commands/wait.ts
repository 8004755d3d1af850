import { unwrap } from '../../base/failure.ts';
import type { Waited } from '../../engine/door/open-project.ts';
import type { Run } from '../context.ts';
import { readDuration } from '../duration.ts';
import { exit, type ExitCode } from '../exit.ts';
import { projectOf } from '../project.ts';
import { nextCommand, outcomeLine } from '../report/work-outcome.ts';
import { jsonText, visible } from '../terminal/visible.ts';

const exits: Readonly<Record<Waited['outcome'], ExitCode>> = {
  done: exit.done,
  failed: exit.failed,
  stopped: exit.failed,
  needs_person: exit.waiting,
  interrupted: exit.interrupted,
  running: exit.held,
};

/** Until something needs a person, has ended, or the time is up. */
export const run: Run = async (context, { args: [named], options }) => {
  const { io, flags, words, answer, tell } = context;
  // Without one, as long as it takes.
  const forMs = options['for'] === undefined ? undefined : readDuration('--for', options['for']);
  const waited = unwrap(await projectOf(context).wait({ named, forMs, signal: io.signal }));
  const next = nextCommand(waited);
  if (flags.json) answer(jsonText({ ...waited, next }));
  else {
    const said = words.background;
    answer(outcomeLine(waited, words));
    if (waited.said !== '') tell(`${said.said}\n${visible(waited.said).replaceAll(/^/gm, '    ')}`);
    if (next !== null) tell(said.next(next));
  }
  return exits[waited.outcome];
};
