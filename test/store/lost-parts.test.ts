import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type AutoProject, autoProject, autoStoreOptions, commitAll, planOf, entered } from '../support/auto-store.ts';
import { withoutWaiting } from '../support/faulty-disk.ts';
import { Store } from '../../src/store/store.ts';

async function worked(): Promise<AutoProject> {
  const project = autoProject();
  const store = await project.open({ disk: withoutWaiting });
  await commitAll(store, planOf(3), entered(1));
  await store.close();
  return project;
}

const STATES = {
  kept: () => undefined,
  lost: (file: string) => fs.rmSync(file, { force: true }),
  'a folder': (file: string) => {
    fs.rmSync(file, { force: true });
    fs.mkdirSync(file);
    fs.writeFileSync(`${file}/inside`, '');
  },
  'a dangling link': (file: string) => {
    fs.rmSync(file, { force: true });
    fs.symlinkSync('/nowhere/at/all', file);
  },
  'a link to itself': (file: string) => {
    fs.rmSync(file, { force: true });
    fs.symlinkSync(file, file);
  },
  'its first line': (file: string) => {
    fs.writeFileSync(file, `${fs.readFileSync(file, 'utf8').split('\n', 1)[0]}\n`);
  },
};

const NAMES = Object.keys(STATES) as (keyof typeof STATES)[];
const CASES = NAMES.flatMap((log) =>
  NAMES.flatMap((document) => (['kept', 'lost'] as const).map((record) => ({ log, document, record }))),
);

describe('whatever was lost or replaced', () => {
  test('opens, or says what is wrong: never a bug', async () => {
    const bugs: string[] = [];
    const outcomes = new Map<string, number>();
    for (const { log, document, record } of CASES) {
      const project = await worked();
      const options = { ...autoStoreOptions(project.folder, () => undefined), disk: withoutWaiting };
      STATES[log](project.log);
      STATES[document](project.document);
      STATES[record](options.record);
      let outcome: string;
      try {
        const playing = Store.open(options).then((opened) => (opened.ok ? opened.value.close() : opened));
        const hangs = pause(60_000, 'hangs' as const, { ref: false });
        const closed = await Promise.race([playing, hangs]);
        if (closed === 'hangs') throw new Error('hangs');
        outcome = closed.ok ? 'opened' : closed.error.code;
      } catch (error) {
        outcome = 'bug';
        bugs.push(`log ${log}, document ${document}, record ${record}: ${String(error)}`);
      }
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      fs.rmSync(project.folder, { recursive: true });
    }
    expect(bugs).toEqual([]);
    expect(outcomes.get('opened') ?? 0, JSON.stringify([...outcomes])).toBeGreaterThan(20);
  });

  test('a document beside a log that knows nothing of it is taken over', async () => {
    const project = await worked();
    STATES['its first line'](project.log);
    fs.rmSync(autoStoreOptions(project.folder, () => undefined).record);
    const store = await project.open({ disk: withoutWaiting });
    expect(store.state).toMatchObject({ kind: 'graph', order: ['T1.1', 'T1.2', 'T1.3'] });
    await store.close();
  });
});
