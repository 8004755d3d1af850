import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { unwrap } from '../../src/base/failure.ts';
import { shownRecord } from '../../src/engine/conductor/open-workflow.ts';
import { readStatus } from '../../src/engine/operations/status.ts';
import { findProject } from '../../src/engine/project.ts';
import { fileSignature, shownRecordText } from '../../src/store/shown-record.ts';
import { type AutoProject, autoProject, commitAll, planOf, temporaryFolder } from '../support/auto-store.ts';

/* `status` does not check documents that nobody touched since they were shown. Everything else it checks. */

let shown: AutoProject;
let record: string;
let status: () => ReturnType<typeof readStatus>;

beforeEach(async () => {
  shown = autoProject();
  const state = temporaryFolder();
  const project = unwrap(findProject({ cwd: shown.folder, named: shown.folder }));
  const own = path.join(state, 'orchestral', project.hash);
  record = shownRecord(own, shown.log);
  const store = await shown.open({ record });
  await commitAll(store, planOf(30));
  await store.close();
  status = () => readStatus(project, { XDG_STATE_HOME: state });
});

function edit(change: (text: string) => string): void {
  fs.writeFileSync(shown.document, change(fs.readFileSync(shown.document, 'utf8')));
}

/** Into the same file, of the same size, with its times as they were. */
function editHidden(change: (text: string) => string): void {
  const { atime, mtime } = fs.statSync(shown.document);
  edit(change);
  fs.utimesSync(shown.document, atime, mtime);
}

test('what was shown is read without being checked', async () => {
  expect(await status()).toMatchObject({ auto: { counts: { total: 30 } }, broken: [] });
  edit((text) => text.replace('"mode": "ultra-thin"', '"mode": "believed"'));
  const signature = fileSignature(fs.lstatSync(shown.document, { bigint: true }));
  fs.writeFileSync(record, shownRecordText({ seq: 1, files: { [shown.document]: signature } }));
  expect(await status()).toMatchObject({ auto: { mode: 'believed' }, broken: [] });
});

test.each([
  ['in place', edit],
  ['in place, with its size and times kept', editHidden],
])('a document that is edited %s is checked', async (_, change) => {
  change((text) => text.replace('"mode": "ultra-thin"', '"mode": "ultra-thiN"'));
  const { auto, broken } = await status();
  expect(auto).toBeNull();
  expect(broken.map(({ path: file }) => file)).toEqual([shown.document]);
});

test('a copy in its place is checked, and says the same', async () => {
  replaceBy(fs.readFileSync(shown.document, 'utf8').replace('ultra-thin', 'ultra-thiN'));
  expect((await status()).broken).toHaveLength(1);
  replaceBy(fs.readFileSync(shown.document, 'utf8').replace('ultra-thiN', 'ultra-thin'));
  expect(await status()).toMatchObject({ auto: { counts: { total: 30 } }, broken: [] });
});

test('a link to it is not followed', async () => {
  fs.renameSync(shown.document, `${shown.document}.elsewhere`);
  fs.symlinkSync(`${shown.document}.elsewhere`, shown.document);
  expect((await status()).broken).toHaveLength(1);
});

test.each(['', '{', '[]', '{"version":1}', '{"version":1,"seq":3,"files":[]}', '{"version":2,"seq":3,"files":{}}'])(
  'a record that says %j vouches for nothing',
  async (text) => {
    edit((document) => document.replace('ultra-thin', 'ultra-thiN'));
    fs.writeFileSync(record, text);
    expect((await status()).broken).toHaveLength(1);
  },
);

test('what a person sets right by hand counts', async () => {
  edit((text) => text.replace('"current_phase": 1', '"current_phase": 2'));
  expect((await status()).auto?.phase).toBe(2);
});

test('a document that is gone is no longer shown', async () => {
  fs.rmSync(shown.document);
  expect(await status()).toMatchObject({ auto: null, broken: [] });
});

function replaceBy(text: string): void {
  fs.writeFileSync(`${shown.document}.new`, text);
  fs.renameSync(`${shown.document}.new`, shown.document);
}
