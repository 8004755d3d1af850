import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { ok } from '../../src/base/result.ts';
import { realDisk } from '../../src/files/disk.ts';
import { isTrusted, rememberTrust, trustHash } from '../../src/store/trust.ts';
import { temporaryFolder } from '../support/auto-store.ts';

const runnable = { file: '.orchestral/config/agents.json', place: 'backends.acp.command', text: 'my-agent --stdio' };

test('what was trusted is trusted, and not one character more, and not elsewhere', async () => {
  const home = temporaryFolder();
  const hash = trustHash('/project', [runnable]);
  expect(isTrusted(home, hash)).toEqual(ok(false));
  await rememberTrust(hash, {
    privateFolder: home,
    disk: realDisk,
    clock: systemClock,
    command: 'test',
    onNotice: () => {},
  });
  expect(isTrusted(home, hash)).toEqual(ok(true));
  expect(isTrusted(home, trustHash('/project', [{ ...runnable, text: 'my-agent --stdio ' }]))).toEqual(ok(false));
  expect(isTrusted(home, trustHash('/other', [runnable]))).toEqual(ok(false));
  expect(isTrusted(home, trustHash('/project', [runnable, runnable]))).toEqual(ok(false));
});

test('a record that cannot be read trusts nothing', () => {
  const home = temporaryFolder();
  fs.writeFileSync(path.join(home, 'trust.json'), '{"version":1,"trusted":[{"sha256":"x"');
  expect(isTrusted(home, 'x')).toMatchObject({ ok: false, error: { code: 'document.lost' } });
});
