import path from 'node:path';
import * as z from 'zod/mini';
import type { Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import { type PrivateList, prependEntry, readEntries } from './private-list.ts';
import type { UpdateFileOptions } from './update-file.ts';

const editorSession = z.strictObject({
  /** What the editor names the conversation by. */
  session_id: z.string(),
  mode: z.enum(['run', 'session']),
  title: z.string(),
  /** What was begun in it, oldest first; `id` is `run-…`, or the hash of a session, whose request is named too. */
  work: z.array(
    z.strictObject({
      workflow: z.enum(['run', 'session']),
      id: z.string(),
      request: z.nullable(z.string()),
    }),
  ),
  updated_at: z.string(),
});

/** A conversation in an editor and the work that was begun in it; kept so that it is found again. */
export type EditorSession = z.infer<typeof editorSession>;

/** Editors list them all; the work of older ones is found by its own name. */
const MOST_SESSIONS = 200;

/** Latest change first. */
export function readEditorSessions(own: string): Result<readonly EditorSession[], Failure> {
  return readEntries(sessionsIn(own));
}

export function saveEditorSession(
  own: string,
  session: EditorSession,
  options: UpdateFileOptions,
): Promise<Result<void, Failure>> {
  return prependEntry(sessionsIn(own), session, options);
}

function sessionsIn(own: string): PrivateList<EditorSession> {
  return {
    file: path.join(own, 'editor-sessions.json'),
    entry: editorSession,
    isSame: (a, b) => a.session_id === b.session_id,
    most: MOST_SESSIONS,
  };
}
