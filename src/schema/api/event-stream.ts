import * as z from 'zod/mini';
import { choice, exactly, group, list, matching, meaning, text, texts, time, whole } from '../field.ts';
import { taskView } from '../views/auto-view.ts';

/*
 * `GET /api/events` is a stream of server-sent events, one for all projects. Each has an id, `<boot>-<n>`, that grows; a
 * client that comes back with `Last-Event-ID` (or `?after=`) gets what it missed, or `reset` where that cannot be told.
 * The name of an event (`event:`) is its `kind`, its data is JSON. A `beat` without id comes every 15 seconds. A client
 * that does not read is cut off once 1 MB waits for it.
 */

const log = {
  project: matching('project-hash', 'The project.'),
  workflow: choice(['run', 'session', 'auto'], 'The workflow.'),
  id: text('The run, the name of the session’s folder, or `auto`.'),
};

export const streamEvent = meaning(
  z.discriminatedUnion('kind', [
    group(
      { kind: exactly('hello', ''), version: text('Of the server.'), at: time('Now.') },
      'First on every connection.',
    ),
    group({ kind: exactly('reset', '') }, 'Events are missing: everything is to be read again.'),
    group(
      {
        kind: exactly('changed', ''),
        ...log,
        types: texts('Types of the events that were recorded, each once.'),
        count: whole('How many; above 20 a second several come as one.', { min: 1 }),
        seq: whole('Of the last one, in its log.'),
        at: time('Of the last one.'),
      },
      'Something was recorded.',
    ),
    group(
      { kind: exactly('tasks', ''), project: log.project, tasks: list(taskView, 'As they are now.') },
      'Tasks of the list of tasks stand otherwise than before.',
    ),
    group(
      {
        kind: exactly('output', ''),
        ...log,
        effect: text('The step whose agent it is.'),
        size: whole('Bytes of its log now.'),
        words: text('What it said last, in one line; empty where it said nothing.'),
      },
      'An agent said or did something; at most four times a second for each.',
    ),
    group({ kind: exactly('conductor', ''), ...log }, 'Somebody began or ended to conduct it.'),
    group({ kind: exactly('projects', '') }, 'The list of projects is another.'),
    group(
      { kind: exactly('comments', ''), project: log.project, run: text('The run.') },
      'Drafts or marks of a review changed.',
    ),
    group({ kind: exactly('beat', ''), at: time('Now.') }, 'The connection is alive.'),
  ]),
  'What the stream of events says.',
);

export type StreamEvent = z.output<typeof streamEvent>;
