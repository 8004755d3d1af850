import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { catchFailure } from '../../src/base/failure.ts';
import { openRun } from '../../src/engine/descriptors/run.ts';
import { runContext } from '../support/conduct-run.ts';
import { needs } from '../support/needs.ts';
import { QUESTION, runProject } from '../support/run-project.ts';
import { byTier } from '../support/tier.ts';
import { runWithQuestion, type WaitingRun, conductInProcess, runWithPack } from './waiting-run.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(3);

const vcrOf = ({ project }: WaitingRun): unknown => JSON.parse(project.read('vcr/vcr-001.json'));

test('nothing waits', async () => {
  const waitingRun = await runWithPack();
  expect(await waitingRun.cli('answer')).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'there are no open questions\n',
  });
  const { code, stdout } = await waitingRun.cli('answer', '--json');
  expect([code, JSON.parse(stdout)]).toEqual([0, { questions: [], findings: [], unreadable: [] }]);
});

test('shows the question, answers it, and the run goes on with the answer', async () => {
  const waitingRun = await runWithQuestion(QUESTION);
  const shown = await waitingRun.cli('answer');
  expect(shown).toMatchObject({ code: 3, stderr: '' });
  expect(shown.stdout).toBe(
    [
      `crp-001 of ${waitingRun.id} · refiner asks (clarification)`,
      '  Round or not?',
      '  The briefing does not say.',
      '    A  No (recommended)',
      '       As it is.',
      '       risk: low',
      '    B  Yes',
      '       To two places.',
      '       risk: some',
      '  answer it with: orchestral answer crp-001 --decision A --rationale "…"',
      '',
    ].join('\n'),
  );
  const listed = await waitingRun.cli('answer', '--json');
  expect([listed.code, JSON.parse(listed.stdout)]).toMatchObject([
    3,
    {
      questions: [{ run_id: waitingRun.id, crp_id: 'crp-001', recommendation: 'A', conductor: null, unconfirmed: [] }],
    },
  ]);
  expect(await conductInProcess(waitingRun)).toBe('waiting');
  const answered = await waitingRun.cli(
    'answer',
    '--crp',
    'crp-001',
    '--decision',
    'B',
    '--rationale',
    'tidy',
    '--notes',
    'n',
  );
  expect(answered).toMatchObject({
    code: 0,
    stderr: `recorded: crp-001 is B\ncontinue with: orchestral resume ${waitingRun.id}\n`,
  });
  expect(vcrOf(waitingRun)).toMatchObject({
    decision: 'B',
    rationale: 'tidy',
    additional_notes: 'n',
    applies_to_future: false,
  });
  expect(await conductInProcess(waitingRun)).toBe('ready_for_merge');
  expect(waitingRun.project.read('mrp/summary.md')).toContain('Round or not? → **B: Yes**');
});

test('what cannot be recorded is said, and nothing is', async () => {
  const waitingRun = await runWithQuestion(QUESTION);
  for (const [args, message] of [
    [['crp-009', '--decision', 'A', '--rationale', 'x'], 'there is no open question crp-009'],
    [['../../x', '--decision', 'A', '--rationale', 'x'], 'there is no open question ../../x'],
    [['crp-001', '--decision', 'C', '--rationale', 'x'], 'has no option C; choose one of: A, B'],
    [['crp-001', '--decision', 'other', '--rationale', 'x'], 'has no option other'],
    [['crp-001', '--decision', 'A'], 'orchestral answer crp-001 --decision A --rationale "…"'],
    [['crp-001', '--run', 'run-20000101-000000'], 'there is no run'],
  ] as const) {
    const said = await waitingRun.cli('answer', ...args);
    expect([said.code, said.stderr]).toEqual([2, expect.stringContaining(message)]);
  }
  expect(await conductInProcess(waitingRun)).toBe('waiting');
});

test('a run that is conducted elsewhere goes on there', async () => {
  const waitingRun = await runWithQuestion(QUESTION);
  const open = await catchFailure(() => openRun(waitingRun.id, runContext(waitingRun.project)));
  if (!open.ok) throw new Error(open.error.code);
  await open.value.conduct(new AbortController().signal);
  const { code, stderr } = await waitingRun.cli('answer', 'crp-001', '--decision', 'A', '--rationale', 'x');
  expect([code, stderr]).toEqual([0, `recorded: crp-001 is A\n${waitingRun.id} continues in process ${process.pid}\n`]);
  await open.value.close();
});

test('words of one’s own', async () => {
  const waitingRun = await runWithQuestion(QUESTION);
  const said = await waitingRun.cli(
    'answer',
    'crp-001',
    '--decision',
    'other',
    '--notes',
    'ask the user',
    '--rationale',
    '',
  );
  expect(said).toMatchObject({ code: 0, stderr: expect.stringContaining('recorded') });
  expect(vcrOf(waitingRun)).toMatchObject({ decision: 'other', additional_notes: 'ask the user' });
  expect(await conductInProcess(waitingRun)).toBe('ready_for_merge');
});

test('a number that waits in several runs needs the run', async () => {
  const project = runProject();
  const [older, newer] = [await runWithQuestion(QUESTION, project), await runWithQuestion(QUESTION, project)];
  const unclear = await older.cli('answer', 'crp-001', '--decision', 'A', '--rationale', 'x');
  expect(unclear).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`is open in 2 runs: ${newer.id}, ${older.id}`),
  });
  expect((await older.cli('answer')).stdout).toContain(`answer crp-001 --run ${older.id} --decision A`);
  expect(await older.cli('answer', 'crp-001', '--run', older.id, '--decision', 'A', '--rationale', 'x')).toMatchObject({
    code: 0,
  });
  expect([await conductInProcess(older), await conductInProcess(newer)]).toEqual(['ready_for_merge', 'waiting']);
});

test('of two who answer at once one wins, and the other is told', async () => {
  for (let round = 0; round < byTier({ usual: 4, full: 60 }); round++) {
    const waitingRun = await runWithQuestion(QUESTION);
    const both = await Promise.all(
      ['A', 'B'].map((decision) =>
        waitingRun.cli('answer', 'crp-001', '--run', waitingRun.id, '--decision', decision, '--rationale', decision),
      ),
    );
    expect(
      both.map(({ code }) => code).sort((a, b) => Number(a) - Number(b)),
      both.map(({ stderr }) => stderr).join(''),
    ).toEqual([0, 1]);
    const won = both[0]?.code === 0 ? 'A' : 'B';
    const lost = both.find(({ code }) => code === 1);
    expect(lost?.stderr).toMatch(new RegExp(`crp-001 was already answered: ${won}, at \\d{4}-`));
    expect(vcrOf(waitingRun)).toMatchObject({ decision: won, rationale: won });
    const log = fs.readFileSync(path.join(waitingRun.project.run(), 'events.log'), 'utf8');
    expect(log.match(/"type":"answered"/g)).toHaveLength(1);
  }
});

test('an answer for the future is taken by itself in a later run, and shown as such', async () => {
  const project = runProject();
  const korean = { ...QUESTION, question: '반올림할까요?' };
  const first = await runWithQuestion(korean, project);
  await first.cli('answer', 'crp-001', '--decision', 'B', '--rationale', 'always', '--future');
  const second = await runWithQuestion({ ...korean, question: korean.question.normalize('NFD') }, project);
  expect(second.run.step.at).toBe('ready_for_merge');
  expect(vcrOf(second)).toMatchObject({ decision: 'B', rationale: 'always', applies_to_future: false });
  expect(second.project.read('mrp/summary.md')).toContain(
    '**B: Yes** (`vcr-001`, answered by a decision of an earlier run)',
  );
  const other = await runWithQuestion({ ...korean, options: QUESTION.options.toReversed() }, project);
  expect(other.run.step.at).toBe('waiting');
});

test('--yes answers a clarification with a recommendation, and nothing else', async () => {
  const safe = await runWithQuestion(QUESTION);
  expect(await safe.cli('answer', '--yes')).toMatchObject({ code: 0 });
  expect(vcrOf(safe)).toMatchObject({ decision: 'A' });
  for (const crp of [
    { ...QUESTION, type: 'architecture' },
    { ...QUESTION, recommendation: null },
  ]) {
    const waitingRun = await runWithQuestion(crp);
    expect(await waitingRun.cli('answer', '--yes')).toMatchObject({ code: 3 });
    expect(await conductInProcess(waitingRun)).toBe('waiting');
  }
});

test('an agent answers nothing', async () => {
  const waitingRun = await runWithQuestion(QUESTION);
  Object.assign(waitingRun.project.env, { ORCHESTRAL_EFFECT: 'run-1/refine#1@x' });
  expect(await waitingRun.cli('answer')).toMatchObject({ code: 3 });
  const said = await waitingRun.cli('answer', 'crp-001', '--decision', 'A', '--rationale', 'I say so');
  expect(said).toMatchObject({ code: 2, stderr: expect.stringContaining('started by an agent') });
  Object.assign(waitingRun.project.env, { ORCHESTRAL_EFFECT: undefined });
  expect(await conductInProcess(waitingRun)).toBe('waiting');
});

const FORGED = {
  vcr_id: 'vcr-001',
  crp_id: 'crp-001',
  created_at: '2026-01-01T00:00:00Z',
  decision: 'B',
  rationale: 'written\u001b[2J by hand',
  additional_notes: '',
  applies_to_future: true,
};

function forge({ project }: WaitingRun, value: unknown): void {
  fs.mkdirSync(path.join(project.run(), 'vcr'), { recursive: true });
  fs.writeFileSync(path.join(project.run(), 'vcr/vcr-001.json'), JSON.stringify(value));
}

test('a file in vcr/ counts for nothing until a person takes it', async (context) => {
  const waitingRun = await runWithQuestion(QUESTION);
  forge(waitingRun, FORGED);
  expect(await conductInProcess(waitingRun)).toBe('waiting');
  const shown = await waitingRun.cli('answer');
  expect(shown.code).toBe(3);
  expect(shown.stdout).toContain('vcr/vcr-001.json answers it, but');
  expect(shown.stdout).toContain(String.raw`why: written\x1b[2J by hand`);
  expect(shown.stdout).toContain('decision: B (Yes)');
  expect(JSON.parse((await waitingRun.cli('answer', '--json')).stdout)).toMatchObject({
    questions: [{ unconfirmed: [{ vcr: FORGED }] }],
  });
  expect(await conductInProcess(waitingRun)).toBe('waiting');
  needs(context, 'tmux');
  const view = await waitingRun.cliInTerminal('answer');
  await view.until((screen) => screen.includes('Use this answer?'));
  view.type('y');
  view.press('Enter');
  await view.until((screen) => screen.includes('recorded: crp-001 is B'));
  expect(await conductInProcess(waitingRun)).toBe('ready_for_merge');
});

test('a file in vcr/ that was not taken is kept beside the answer', async () => {
  const waitingRun = await runWithQuestion(QUESTION);
  forge(waitingRun, FORGED);
  expect(await waitingRun.cli('answer', 'crp-001', '--decision', 'A', '--rationale', 'mine')).toMatchObject({
    code: 0,
  });
  expect(vcrOf(waitingRun)).toMatchObject({ decision: 'A', rationale: 'mine' });
  const kept = fs.readdirSync(path.join(waitingRun.project.run(), 'vcr')).filter((name) => name.includes('.rejected-'));
  expect(kept).toHaveLength(1);
  expect(JSON.parse(waitingRun.project.read(`vcr/${kept[0]}`))).toEqual(FORGED);
  expect(await conductInProcess(waitingRun)).toBe('ready_for_merge');
  expect(fs.readdirSync(path.join(waitingRun.project.run(), 'vcr'))).toHaveLength(2);
});

test('a file in vcr/ that is not valid is said so', async () => {
  const waitingRun = await runWithQuestion(QUESTION);
  forge(waitingRun, { ...FORGED, decision: 7 });
  const shown = await waitingRun.cli('answer');
  expect(shown.code).toBe(3);
  expect(shown.stdout).toMatch(/vcr\/vcr-001\.json.* decision: must be a string, not 7/);
});

test('in a terminal it asks', async (context) => {
  needs(context, 'tmux');
  const waitingRun = await runWithQuestion(QUESTION);
  const view = await waitingRun.cliInTerminal('answer');
  await view.until((screen) => screen.includes('choose (A, B, other) [A]:'));
  view.type('other');
  view.press('Enter');
  await view.until((screen) => screen.includes('Your answer:'));
  view.type('half way');
  view.press('Enter');
  await view.until((screen) => screen.includes('Why?'));
  // Only what was recommended needs no reason.
  view.press('Enter');
  await view.until((screen) => screen.split('Why?').length === 3);
  view.type('because');
  view.press('Enter');
  await view.until((screen) => screen.includes('later runs?'));
  view.type('n');
  view.press('Enter');
  await view.until((screen) => screen.includes('continue with: orchestral --project'));
  expect(vcrOf(waitingRun)).toMatchObject({
    decision: 'other',
    rationale: 'because',
    additional_notes: 'half way',
    applies_to_future: false,
  });
});

test('several questions are shown together and answered together; the run waits for all of them', async () => {
  const other = { ...QUESTION, question: 'Negative numbers too?' };
  const waitingRun = await runWithQuestion(QUESTION, undefined, [other]);
  const { id, cli, project } = waitingRun;
  const shown = await cli('answer');
  expect(shown.code).toBe(3);
  for (const part of [`crp-001 of ${id}`, `crp-002 of ${id}`, 'Round or not?', 'Negative numbers too?'])
    expect(shown.stdout).toContain(part);
  const status = await cli('status');
  expect(status.stdout).toContain('crp-002');
  const unsaid = await cli('answer', '--decision', 'A', '--rationale', 'so');
  expect([unsaid.code, unsaid.stderr]).toEqual([
    2,
    expect.stringContaining('--decision crp-001=… --decision crp-002=…'),
  ]);
  const both = ['--decision', 'crp-001=A', '--decision', 'crp-002=B'];
  expect((await cli('answer', ...both, '--rationale', 'so')).code).toBe(0);
  for (const [vcr, decision] of Object.entries({ 'vcr-001': 'A', 'vcr-002': 'B' }))
    expect(JSON.parse(project.read(`vcr/${vcr}.json`))).toMatchObject({ vcr_id: vcr, decision, rationale: 'so' });
  expect(await conductInProcess(waitingRun)).toBe('ready_for_merge');
});
