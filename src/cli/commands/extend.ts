import { throwFailure, unwrap } from '../../base/failure.ts';
import type { Run } from '../context.ts';
import { readDuration } from '../duration.ts';
import { projectOf } from '../project.ts';
import { jsonText, visible } from '../terminal/visible.ts';

const LONGEST_MS = 24 * 3_600_000;

/** More time for agents that are at work, from any terminal. */
export const run: Run = async (context, { args: [named], options }) => {
  const { flags, words, answer } = context;
  const said = options['by'] ?? throwFailure('usage.argument_missing', { command: 'extend', missing: '--by TIME' });
  const byMs = Math.round(readDuration('--by', said));
  if (byMs === 0 || byMs > LONGEST_MS) throwFailure('usage.not_a_duration', { option: '--by', value: said });
  const { agents, conductor } = unwrap(await projectOf(context).extend({ named, byMs }));
  if (flags.json) return answer(jsonText({ agents, conductor: conductor.pid }));
  for (const { effect, extra_ms } of agents)
    answer(visible(words.progress.extendedInAll(effect, words.runDocuments.duration(extra_ms))));
};
