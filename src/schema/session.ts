import type * as z from 'zod/mini';
import { choice, exactly, group, matching, orNull, text, time } from './field.ts';

export const project = group(
  {
    path: matching('absolute-path', 'Absolute path of the project root.'),
    name: text('Name of the project.'),
    hash: matching('project-hash', 'First 8 hex digits of the md5 of the path; names the folder.'),
  },
  'The project this belongs to.',
);

export const manifest = group(
  {
    claude_md: orNull(matching('absolute-path', 'Absolute path of CLAUDE.md, where there is one.')),
    agents_md: orNull(matching('absolute-path', 'Absolute path of AGENTS.md, where there is one.')),
  },
  'Instruction files of the project.',
);

export const sessionStatus = choice(['active', 'completed', 'stopped'], 'Whether work goes on.');

export const sessionDocument = group(
  {
    version: exactly(1, 'Version of this format.'),
    project,
    status: sessionStatus,
    current_task: matching('task-id', 'The task in progress.'),
    created_at: time('When the session began.'),
    updated_at: time('When anything in the session last changed.'),
    manifest,
  },
  'A session: which project, how it stands.',
);

export type SessionDocument = z.output<typeof sessionDocument>;
