import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { largeRun, LOG_BYTES } from '../support/large-run.ts';
import { serving } from './serving.ts';

/** What a request may read that finds nothing new, or one line: of other files, too. */
const FEW_BYTES = 128 * 1024;

/** How many bytes of files were read meanwhile: the work, however busy the machine is. */
async function bytesRead(work: () => Promise<unknown>): Promise<number> {
  const spied = vi.spyOn(fs, 'readSync');
  try {
    await work();
    return spied.mock.results.reduce((sum, { value }) => sum + Number(value), 0);
  } finally {
    spied.mockRestore();
  }
}

/** Of a log with its older segments. */
function bytesOf(log: string): number {
  const folder = path.dirname(log);
  const segments = fs.readdirSync(folder).filter((name) => /^events(?:-\d+)?\.log$/.test(name));
  return segments.reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0);
}

test('of a run with 100,000 events each line is read once, whatever is asked of it and however often', async () => {
  const { env, agent, effect, params, record, log } = await largeRun();
  const { call } = await (await serving(env, { agent })).browser();
  const stages = () => call('runs.stages', { params });
  const costs = () => call('costs', { query: { project: params.project } });

  const size = bytesOf(log);
  const cold = await bytesRead(async () => expect(await stages()).toMatchObject({ value: [{ effect }] }));
  expect(cold).toBeGreaterThanOrEqual(size);
  expect(cold).toBeLessThan(size + FEW_BYTES);
  const warm = await bytesRead(async () => {
    expect(await call('runs.rounds', { params })).toMatchObject({ ok: true, value: [{ round: 1 }] });
    expect(await costs()).toMatchObject({ ok: true, value: [] });
    expect(await stages()).toMatchObject({ value: [{ effect, is_running: true }] });
  });
  expect(warm).toBeLessThan(FEW_BYTES);

  await record([{ type: 'effect_interrupted', data: { effect } }]);
  const grown = await bytesRead(async () =>
    expect(await stages()).toMatchObject({ value: [{ effect, outcome: 'interrupted', is_running: false }] }),
  );
  expect(grown).toBeLessThan(FEW_BYTES);
});

test('of an agent’s log of 500 MB only the lines that are shown are read, and of its run’s events none again', async () => {
  const { env, agent, effect, params } = await largeRun(50_000);
  const { call } = await (await serving(env, { agent })).browser();
  const { project } = params;
  expect(await call('runs.read', { params })).toMatchObject({ ok: true, value: { running: [effect] } });
  const query = { effect, before: String(LOG_BYTES * 2), limit: '65536' };
  const read = await bytesRead(async () => {
    expect(await call('project.log', { params: { project }, query })).toMatchObject({
      ok: true,
      value: { entries: [{ line: { text: 'last but one' } }, { line: { text: 'last' } }] },
    });
    expect(await call('project.log', { params: { project }, query: { effect } })).toMatchObject({
      ok: true,
      value: { entries: [{ offset: 0, line: { text: 'first' } }] },
    });
  });
  expect(read).toBeLessThan(8 * FEW_BYTES);
});
