import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { decode } from '../../src/schema/codec.ts';
import { type AutoProject, autoProject, commitAll, planOf, temporaryFolder, entered } from '../support/auto-store.ts';
import { bundleDriver } from '../support/bundle.ts';
import { record } from '../support/scorecard.ts';
import { byTier } from '../support/tier.ts';

const committer = await bundleDriver('test/support/drivers/committer.ts');
const WRITERS = 4;
const TASKS = 2_000;

test('whoever reads the document while others commit finds it there, whole and valid', async () => {
  const wanted = byTier({ usual: 2_000, full: 100_000 });
  const found = { reads: 0, bad: 0, versions: 0 };
  // Reads that see nothing change prove nothing.
  const isEnough = () => found.reads >= wanted && found.versions > 10;
  while (!isEnough()) {
    const project = await planned();
    const writers = Array.from({ length: WRITERS }, () => startWriter(project));
    const ends = Promise.all(writers.map((writer) => once(writer, 'exit')));
    await Promise.all(writers.map((writer) => once(writer.stdout ?? writer, 'data')));
    let last = '';
    while (!isEnough() && writers.some((writer) => writer.exitCode === null)) {
      const text = textOf(project.document);
      const decoded = decode('auto-state', Buffer.from(text));
      found.reads += 1;
      found.bad += Number(!decoded.ok);
      found.versions += Number(text !== last);
      last = text;
      if (found.reads % 20 === 0) await nextTurn();
    }
    for (const writer of writers) writer.kill('SIGKILL');
    await ends;
  }
  expect(found.bad).toBe(0);
  record({
    promise: `reads of a document that ${WRITERS} processes commit to: absent, torn or invalid`,
    asked: '0 of 100,000',
    measured: `${found.bad} of ${found.reads} (${found.versions} versions seen)`,
  });
});

async function planned(): Promise<AutoProject> {
  const project = autoProject();
  const store = await project.open();
  await commitAll(store, planOf(TASKS, TASKS), entered(1));
  await store.close();
  return project;
}

function startWriter({ folder }: AutoProject): ChildProcess {
  const args = [committer, '--folder', folder, '--witness', path.join(temporaryFolder(), 'witness'), '--lanes', '1'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Absent is as bad as torn. */
function textOf(document: string): string {
  try {
    return fs.readFileSync(document, 'utf8');
  } catch {
    return '';
  }
}
