import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { getOwnIdentity } from '../../src/files/identity.ts';
import { FileLock } from '../../src/files/lock.ts';
import { replaceFile } from '../../src/files/replace.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { diskOperations, type Fault, FaultyDisk, withoutWaiting } from '../support/faulty-disk.ts';

const faults: readonly Omit<Fault, 'nth'>[] = [
  ...(['every', ...diskOperations] as const).flatMap((operation) =>
    (['EIO', 'ENOSPC'] as const).flatMap((errno) => [false, true].map((lasting) => ({ operation, errno, lasting }))),
  ),
  { operation: 'write', errno: 'ENOSPC', short: true },
];

describe('a disk that fails at any call', () => {
  test('leaves a file old or new', async () => {
    await atEveryMoment((faulty, where) => {
      const file = path.join(temporaryFolder(), 'new', 'file');
      const before = faulty.fault.nth % 2 === 0 ? 'old' : undefined;
      if (before !== undefined) replaceFile(withoutWaiting, file, Buffer.from(before));
      faulty.arm();
      const replaced = replaceFile(faulty.disk, file, Buffer.from('the new content'));
      faulty.heal();
      const after = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
      if (replaced.ok) expect(after, where).toBe('the new content');
      else if (replaced.error.code === 'disk.unsure') expect([before, 'the new content'], where).toContain(after);
      else expect(after, where).toBe(before);
      expect(replaceFile(faulty.disk, file, Buffer.from('newer')), where).toMatchObject({ ok: true });
      return Promise.resolve();
    });
  });

  test('neither loses a lock nor gives it to two', async () => {
    await atEveryMoment(async (faulty, where) => {
      const lock = path.join(temporaryFolder(), 'lock');
      fs.writeFileSync(lock, JSON.stringify({ ...deadBody(), folder: folderOf(lock) }));
      const [one, two] = [lockAt(lock, faulty.disk), lockAt(lock, withoutWaiting)];
      faulty.arm();
      const taken = one.tryTake();
      if (!taken.ok) expect(taken.error.code, where).toMatch(/^disk\./);
      if (taken.ok && taken.value) expect(two.tryTake(), where).toEqual({ ok: true, value: false });
      one.release();
      faulty.heal();
      expect(await one.take(), where).toEqual({ ok: true });
      expect(two.tryTake(), where).toEqual({ ok: true, value: false });
      one.close();
      expect(await two.take(), where).toEqual({ ok: true });
      two.close();
      // What could not be removed then is removed before long.
      const left = () => fs.readdirSync(path.dirname(lock)).filter((name) => !name.includes('.tmp-'));
      await vi.waitFor(() => expect(left(), where).toEqual([]), 300_000);
    });
  });
});

async function atEveryMoment(run: (faulty: FaultyDisk, where: string) => Promise<void>): Promise<void> {
  await Promise.all(
    faults.map(async (fault) => {
      for (let nth = 1, fired = true; fired; nth++) {
        const faulty = new FaultyDisk({ ...fault, nth });
        const where = JSON.stringify(faulty.fault);
        await run(faulty, where);
        expect([...faulty.opened], `${where}: left open`).toEqual([]);
        expect(faulty.misuse, where).toEqual([]);
        fired = faulty.fired > 0;
      }
    }),
  );
}

function lockAt(lock: string, disk: FaultyDisk['disk']): FileLock {
  return new FileLock({ disk, path: lock, command: 'test', onNotice: () => {} });
}

function deadBody(): object {
  return { ...getOwnIdentity(), pid: 4_194_305, nonce: 'dead', command: 'gone' };
}

function folderOf(lock: string): string {
  const { dev, ino } = fs.statSync(path.dirname(lock));
  return `${dev}:${ino}`;
}
