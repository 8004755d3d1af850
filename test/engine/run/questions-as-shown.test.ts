import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shownRecord } from '../../../src/engine/conductor/open-workflow.ts';
import { openRun, type OpenRun } from '../../../src/engine/descriptors/run.ts';
import { answerQuestion } from '../../../src/engine/operations/runs/decide.ts';
import { readStatus } from '../../../src/engine/operations/status.ts';
import { findProject } from '../../../src/engine/project.ts';
import { fileSignature, readShownFiles, readShownRecord, shownRecordText } from '../../../src/store/shown-record.ts';
import { conductAll, runContext, startRunIn } from '../../support/conduct-run.ts';
import { expectOk } from '../../support/conduct-session.ts';
import { QUESTION, type RunProject, runProject } from '../../support/run-project.ts';

/* A question that waits leaves `status` as quick as without: its file is known again as documents are. */

const ready = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };
const other = { ...QUESTION, question: 'Negative numbers too?' };
const asks = { ...ready, status: 'needs_human', crp: QUESTION, more_crps: [other] };

test('files of questions are known again until somebody edits them', async () => {
  const project = runProject();
  const { open } = expectOk(await startRunIn(project, { roles: { refiner: [{ answer: asks }, { answer: ready }] } }));
  await conductAll(open, { answers: () => undefined });
  expectOk(await open.close());
  expect(known(open)).toEqual(['crp-001.json', 'crp-002.json', 'state.json']);
  expect((await status(project)).broken).toEqual([]);

  // Only a status that checks nothing believes this.
  const state = believe(open, (text) => text.replace('"phase": "waiting_human"', '"phase": "believed"'));
  expect((await status(project)).runs[0]).toMatchObject({
    phase: 'believed',
    pending_crps: [{ question: { question: QUESTION.question } }, { question: { question: other.question } }],
  });
  believe(open, () => state);

  const second = path.join(open.folder, 'crp/crp-002.json');
  const { atime, mtime } = fs.statSync(second);
  fs.writeFileSync(second, fs.readFileSync(second, 'utf8').replace('"pending"', '"pendinG"'));
  fs.utimesSync(second, atime, mtime);
  expect((await status(project)).broken.map((one) => one.path)).toEqual([second]);

  // Whoever goes on puts back what the log says, and what was put there is known again.
  const again = await openRun(open.id, runContext(project));
  await answerQuestion(again, { crp: 'crp-001', decision: 'B', rationale: 'so', notes: '', future: false });
  expectOk(await again.close());
  expect(known(open)).toEqual(['crp-001.json', 'crp-002.json', 'state.json']);
  expect((await status(project)).runs[0]?.pending_crps).toMatchObject([{ crp_id: 'crp-002' }]);
});

test('a question that nobody asked is not known', async () => {
  const project = runProject();
  const { open } = expectOk(await startRunIn(project, { roles: { refiner: [{ answer: asks }] } }));
  await conductAll(open, { answers: () => undefined });
  expectOk(await open.close());
  const text = fs.readFileSync(path.join(open.folder, 'crp/crp-001.json'), 'utf8');
  fs.writeFileSync(path.join(open.folder, 'crp/crp-003.json'), text.replace('"created_by"', '"made_by"'));
  expect((await status(project)).broken.map((one) => path.basename(one.path))).toEqual(['crp-003.json']);
});

const own = ({ services }: OpenRun): string => path.join(services.own, 'shown');

/** Files of the run that are as they were shown. */
function known(open: OpenRun): string[] {
  const entries = [...readShownFiles(own(open))];
  return entries
    .filter(([file, signature]) => fileSignature(fs.lstatSync(file, { bigint: true })) === signature)
    .map(([file]) => path.basename(file))
    .toSorted();
}

/** Changes state.json and has the record say that it was shown so; gives the text before. */
function believe(open: OpenRun, change: (text: string) => string): string {
  const file = path.join(open.folder, 'state.json');
  const before = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, change(before));
  const record = shownRecord(open.services.own, path.join(open.folder, 'events.log'));
  const { seq, files } = readShownRecord(record);
  const signature = fileSignature(fs.lstatSync(file, { bigint: true }));
  fs.writeFileSync(record, shownRecordText({ seq, files: { ...files, [file]: signature } }));
  return before;
}

const status = ({ folder, env }: RunProject): ReturnType<typeof readStatus> =>
  readStatus(expectOk(findProject({ cwd: folder, named: folder })), env);
