import * as z from 'zod/mini';
import { failureKinds } from './failure-kinds.ts';
import { amount, choice, exactly, group, maybe, meaning, record, text, texts, time, whole } from './field.ts';

const step = group(
  {
    delay_ms: maybe(whole('Milliseconds it takes; what it says is spread over them.')),
    say: maybe(text('Text, streamed in pieces.')),
    edit: maybe(record('any', z.string(), 'Files by their path in the folder, with their new content.')),
    delete: maybe(texts('Files to delete.')),
    run: maybe(text('A command for `sh`, run in the folder.')),
    answer: maybe(meaning(z.unknown(), 'The structured answer.')),
    usage: maybe(
      group(
        {
          input_tokens: maybe(whole('Tokens read.')),
          output_tokens: maybe(whole('Tokens written.')),
          cost_usd: maybe(amount('Dollars.')),
        },
        'What the call took.',
      ),
    ),
    fail: maybe(choice(failureKinds, 'Fails in this way, after everything else.')),
    resume_at: maybe(time('When the limit ends that it failed by.')),
  },
  'What one call does, in this order.',
);

const steps = meaning(z.array(step).check(z.minLength(1)), 'One step for each call; the last one repeats.');

export const rehearsal = group(
  {
    version: exactly(1, 'Version of this format.'),
    roles: maybe(record('role', steps, 'What each role does.')),
    tasks: maybe(record('graph-task-id', steps, 'What is done for a task; goes before the role.')),
  },
  'A script for the rehearsal agent: what each call does.',
);

export type Rehearsal = z.output<typeof rehearsal>;
export type RehearsalStep = z.output<typeof step>;
