import { expect, test } from 'vitest';
import { realDisk } from '../../src/files/disk.ts';
import { type EditorSession, readEditorSessions, saveEditorSession } from '../../src/store/editor-sessions.ts';
import { temporaryFolder } from '../support/auto-store.ts';

const tools = { disk: realDisk, command: 'acp', onNotice: () => undefined };

const session = (n: number): EditorSession => ({
  session_id: `s${n}`,
  mode: 'run',
  title: `Number ${n}`,
  work: [],
  updated_at: '2026-01-01T00:00:00Z',
});

test('the latest 200 conversations of editors are kept', async () => {
  const own = temporaryFolder();
  for (let n = 0; n < 210; n++) expect(await saveEditorSession(own, session(n), tools)).toMatchObject({ ok: true });
  await saveEditorSession(own, session(15), tools);
  const kept = readEditorSessions(own);
  const ids = kept.ok ? kept.value.map(({ session_id }) => session_id) : [];
  expect(ids).toHaveLength(200);
  expect([ids[0], ids[1], ids.at(-1), ids.includes('s9'), ids.includes('s10')]).toEqual([
    's15',
    's209',
    's10',
    false,
    true,
  ]);
});
