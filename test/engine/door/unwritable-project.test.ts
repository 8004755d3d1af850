import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { realDisk } from '../../../src/files/disk.ts';
import { openProject } from '../../../src/index.ts';
import { expectOk } from '../../support/conduct-session.ts';
import { rehearsed, runProject } from '../../support/run-project.ts';

test('pack and logs can be looked at in a project that cannot be written; deciding about it says why not', async () => {
  const repository = runProject();
  const agent = rehearsed(repository.home, {});
  const project = expectOk(openProject(repository.folder, { env: repository.env, agent, trust: true }));
  const run = expectOk(await project.runs.start({ briefing: 'Do it.' }));
  expectOk(await run.conduct(new AbortController().signal));
  expectOk(await run.close());
  const before = expectOk(await project.runs.review(run.id));
  const mounted = mountReadOnly(repository.folder);
  try {
    const pack = expectOk(await project.runs.review(run.id));
    expect(pack).toEqual(before);
    expect(expectOk(await project.runs.summary(run.id))).toContain(run.id);
    const logs = expectOk(
      await project.runs.logs(run.id, { agent: undefined, follow: false, signal: new AbortController().signal }),
    );
    const roles = new Set<string>();
    for await (const entry of logs) if (entry.kind === 'step') roles.add(entry.role);
    expect([...roles]).toEqual(['refiner', 'builder', 'verifier', 'gatekeeper']);
    expect(expectOk(await project.runs.changes(run.id, pack)).files).not.toEqual([]);
    expect(await project.runs.approve(run.id, { commit: pack.commit })).toMatchObject({
      ok: false,
      error: { code: 'disk.refused' },
    });
  } finally {
    mounted.mockRestore();
  }
});

test('a log that the file system does not let us read is no bug of ours', async () => {
  const repository = runProject();
  const agent = rehearsed(repository.home, {});
  const project = expectOk(openProject(repository.folder, { env: repository.env, agent, trust: true }));
  const run = expectOk(await project.runs.start({ briefing: 'Do it.' }));
  expectOk(await run.close());
  const log = path.join(repository.folder, '.orchestral/runs', run.id, 'events.log');
  // What root may read is a folder of the same name for nobody.
  fs.renameSync(log, `${log}.away`);
  fs.mkdirSync(log);
  expect(await project.runs.view(run.id)).toMatchObject({ ok: false, error: { code: 'file.unreadable' } });
});

/** Below this folder nothing is written from now on, as on a file system that is mounted read-only. */
function mountReadOnly(folder: string) {
  const { link } = realDisk;
  return vi.spyOn(realDisk, 'link').mockImplementation((from, to) => {
    if (to.startsWith(folder)) throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
    link(from, to);
  });
}
