import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createClaude } from '../../../src/agents/claude/claude.ts';
import { makeCall, makeCallFolders, recordCall } from '../make-call.ts';

const answer = path.resolve('test/fixtures/streams/claude/ok-text.jsonl');

test('a program that has answered and does not go is ended, and its answer counts', async () => {
  const place = makeCallFolders();
  const program = path.join(place.root, 'claude');
  fs.writeFileSync(program, `#!/bin/sh\ncat '${answer}'\nexec sleep 600\n`, { mode: 0o755 });
  const env = { PATH: `${place.root}:${process.env['PATH'] ?? ''}` };
  const { outcome } = await recordCall(
    createClaude(place),
    makeCall(place, { env, limits: { wallMs: 300_000, idleMs: 300_000 } }),
  );
  expect(outcome).toMatchObject({ status: 'answered' });
  // It was not the limits that ended it.
  expect(outcome.duration_ms).toBeLessThan(150_000);
});
