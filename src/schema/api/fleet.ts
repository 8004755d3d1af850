import { choice, flag, group, list, orNull, text, texts, whole } from '../field.ts';
import { route } from './route.ts';

const worker = group(
  {
    id: text('Its id, for as long as it runs.'),
    name: text('What it is called; by default its machine.'),
    version: text('Of Orchestral.'),
    is_usable: flag('Whether it speaks the same version of the messages.'),
    takes: choice(['step', 'check'], 'Agents’ steps, or checks of what agents made.'),
    state: choice(['working', 'limited', 'draining', 'other_version'], 'What it does now.'),
    labels: texts('What it was started with.'),
    concurrency: whole('How many steps it carries out at once.'),
    running: list(
      group({ effect: text('The step.'), seconds: whole('How long it runs.') }, 'A step.'),
      'What it carries out now.',
    ),
    done: whole('Steps since it started.'),
    recent: whole('Steps in the last ten minutes.'),
  },
  'A worker.',
);

const queue = group(
  {
    kind: choice(['step', 'check'], 'Agents’ steps, or checks.'),
    label: orNull(text('Only workers with this label take them; null: any worker.')),
    waiting: whole('Steps that no worker has.'),
    active: whole('Steps that a worker has.'),
  },
  'Steps in Redis.',
);

export const fleetRoutes = {
  fleet: route(
    'The fleet that the person’s configuration names.',
    orNull(
      group(
        {
          workers: list(worker, 'By name.'),
          queues: list(queue, 'That for all workers first.'),
          is_paused: flag('Whether nothing new starts.'),
          is_durable: flag('Whether Redis keeps what it has through a crash.'),
        },
        'Null where none is named.',
      ),
    ),
    {},
  ),
};
