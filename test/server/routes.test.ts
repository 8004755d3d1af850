import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openProject } from '../../src/index.ts';
import type { CallOf } from '../../src/schema/api/client.ts';
import { apiPaths, type RouteName } from '../../src/schema/api/paths.ts';
import type { AnswerOf } from '../../src/schema/api/routes.ts';
import { expectOk } from '../support/conduct-session.ts';
import { QUESTION, rehearsed, runProject } from '../support/run-project.ts';
import { serving } from './serving.ts';

const READY = { status: 'ready', refined: '# Brief\n\nMake it right.\n', clarifications: [], auto_filled: [] };
const SECOND = { ...QUESTION, question: 'Zero too?' };
const ROLES = {
  refiner: [{ answer: { ...READY, status: 'needs_human', crp: QUESTION, more_crps: [SECOND] } }, { answer: READY }],
  builder: [
    { edit: { 'answer.txt': 'one\nright\nthree\n' } },
    {
      edit: { 'answer.txt': 'one\nright indeed\nthree\n' },
      answer: { replies: [{ comment: 2, text: 'Because it says indeed.' }] },
    },
  ],
};
const TASKS = `# Tasks

## Phase 1

- [ ] T1 First
- [ ] T2 Second (depends: T1)

## Phase 2

- [ ] T3 Third (depends: T2)
`;
const KNOWLEDGE = (hash: string, folder: string) => `# Kept by hand.
version: 1
project:
  path: ${folder}
  name: demo
  hash: "${hash}"
patterns: {}
decisions:
  - id: D1
    topic: Dates # keep this
    decision: UTC everywhere.
    rationale: One clock.
    refs: []
    created_at: 2026-01-01
pitfalls:
  - id: P1
    description: Rounding twice.
    reason: Cents get lost.
updated_at: 2026-01-01T00:00:00Z
`;

/** The routes that were called in this file. */
const called = new Set<RouteName>();

/** Calls routes as a signed-in browser, and remembers which. Every answer is checked by its schema. */
async function scene() {
  const repository = runProject({ files: { 'readme.md': 'hello\n', 'TASKS.md': TASKS, 'test/run.sh': 'echo 1..0\n' } });
  const agent = rehearsed(repository.home, ROLES);
  const project = expectOk(openProject(repository.folder, { env: repository.env, agent, trust: true }));
  expectOk(await project.remember());
  const { hash } = project.project;
  const server = await serving(repository.env, { agent });
  const browser = await server.browser();
  const call = async <N extends RouteName>(name: N, given: CallOf<N>): Promise<AnswerOf<N>> => {
    const answered = await ask(name, given);
    if (!answered.ok) throw new Error(`${name}: ${JSON.stringify(answered.error)}`);
    return answered.value;
  };
  const ask = async <N extends RouteName>(name: N, given: CallOf<N>) => {
    called.add(name);
    return browser.call(name, given);
  };
  const refused = async <N extends RouteName>(name: N, given: CallOf<N>) => {
    const answered = await ask(name, given);
    return answered.ok ? 'not refused' : `${answered.status} ${answered.error.code}`;
  };
  return { ...repository, project, hash, server, browser, call, ask, refused };
}

test('a run goes from its preview to its merge', async () => {
  const { project, hash, call, ask, refused, folder, git } = await scene();
  const here = { project: hash };

  // What starting would mean, and settings.
  const preview = await call('project.preview', { params: here });
  expect(preview).toMatchObject({ branch: 'main', tasks: { file: 'TASKS.md', total: 3, done: 0 } });
  expect(preview.trust).toMatchObject({ is_trusted: false, commands: [{ text: 'sh test/run.sh' }] });
  expect(await refused('project.trust', { params: here, body: { sha256: 'another' } })).toBe('409 shown.changed');
  await call('project.trust', { params: here, body: { sha256: preview.trust.sha256 } });
  expect((await call('project.preview', { params: here })).trust.is_trusted).toBe(true);
  const settings = await call('settings.read', { params: here });
  expect(settings.map(({ setting, origin }) => `${setting} ${origin}`)).toContain('project file');
  const file = path.join(folder, '.orchestral/config/global.json');
  const bad = { value: { max_iterations: 'three' }, sha256: null };
  const invalid = await ask('settings.save', { params: { ...here, setting: 'global' }, body: bad });
  expect(invalid).toMatchObject({
    ok: false,
    status: 422,
    error: { code: 'settings.invalid', problems: [{ path: 'max_iterations', got: '"three"' }] },
  });
  expect(fs.existsSync(file)).toBe(false);
  const good = { value: { max_iterations: 4 }, sha256: null };
  const { sha256 } = await call('settings.save', { params: { ...here, setting: 'global' }, body: good });
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({ max_iterations: 4 });
  expect(await refused('settings.save', { params: { ...here, setting: 'global' }, body: good })).toBe(
    '409 shown.changed',
  );
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  // What holds by default is shown with the rest, and does not become the file's.
  const shown = (await call('settings.read', { params: here })).find(({ setting }) => setting === 'global');
  const value = { ...Object(shown?.value), max_iterations: 5 };
  expect(Object.keys(value).length).toBeGreaterThan(3);
  const whole = { value, sha256: shown?.sha256 ?? null };
  await call('settings.save', { params: { ...here, setting: 'global' }, body: whole });
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual({ max_iterations: 5 });

  // A run, from its briefing to a question.
  const briefing = 'Answer rightly.\n\nWith three lines.';
  expect(await refused('runs.start', { params: here, body: { briefing: ' ' } })).toBe('409 briefing.empty');
  const { id: run, is_launched } = await call('runs.start', { params: here, body: { briefing } });
  expect(is_launched).toBe(true);
  const own = { ...here, run };
  const conduct = async () => {
    const conductor = expectOk(await project.runs.conduct(run));
    expectOk(await conductor.conduct());
    expectOk(await conductor.close());
  };
  await conduct();
  expect((await call('home', {})).needs).toMatchObject([
    { kind: 'question', run, crp: 'crp-001', title: 'Round or not?' },
    { kind: 'question', run, crp: 'crp-002', title: 'Zero too?' },
  ]);
  expect(await call('runs.read', { params: own })).toMatchObject({
    title: 'Answer rightly.',
    consultations: [
      { crp: { question: 'Round or not?' }, vcr: null },
      { crp: { question: 'Zero too?' }, vcr: null },
    ],
    questions: [{ crp_id: 'crp-001' }, { crp_id: 'crp-002' }],
    can: { answer: true, approve: false },
  });
  const answer = { decision: 'B', rationale: 'Enough.', notes: '', future: true };
  const asked = { ...own, crp: 'crp-001' };
  expect(await refused('runs.answer', { params: asked, body: { ...answer, decision: 'Z' } })).toBe(
    '409 crp.not_an_option',
  );
  await call('runs.answer', { params: asked, body: answer });
  expect(await refused('runs.answer', { params: asked, body: answer })).toBe('409 crp.answered');
  expect((await call('home', {})).needs).toMatchObject([{ kind: 'question', run, crp: 'crp-002' }]);
  const rest = { params: { ...own, crp: 'crp-002' }, body: { ...answer, future: false } };
  expect(await call('runs.read', { params: own })).toMatchObject({ step: 'waiting', can: { answer: true } });
  await call('runs.answer', rest);
  expect(await call('precedents.list', { params: here })).toMatchObject([{ run, vcr: { decision: 'B' } }]);
  await call('precedents.revoke', { params: { ...here, run, vcr: 'vcr-001' } });
  await conduct();
  expect(await call('precedents.list', { params: here })).toEqual([]);

  // Its pack, comments on lines, and what the Builder reads of them.
  const pack = await call('review.read', { params: own });
  expect(pack).toMatchObject({ can_decide: true, round: 1, max_rounds: 3, brief: READY.refined, unproven: [] });
  const [changed] = pack.changes.files.filter(({ path: name }) => name === 'answer.txt');
  expect(changed).toMatchObject({ kind: 'added', added: 3, is_test: false });
  const diff = await call('runs.fileDiff', { params: own, query: { path: 'answer.txt' } });
  expect(diff.hunks[0]?.lines.map(({ after, text }) => `${after} ${text}`)).toEqual(['1 one', '2 right', '3 three']);
  expect(await refused('runs.fileDiff', { params: own, query: { path: '../secret' } })).toBe('404 http.unknown');
  expect(await refused('runs.diff', { params: own, query: { from: 'HEAD' } })).toBe('404 http.unknown');
  expect((await call('runs.diff', { params: own, query: { to: '1' } })).files.map(({ path: name }) => name)).toContain(
    'answer.txt',
  );
  await call('review.markViewed', {
    params: own,
    body: { path: 'answer.txt', content: changed?.content ?? '', is_viewed: true },
  });
  expect(await call('review.viewed', { params: own })).toEqual([{ path: 'answer.txt', content: changed?.content }]);
  const { commit } = pack;
  const comment = { commit, path: 'answer.txt', side: 'after', suggestion: null } as const;
  const on = (id: string) => ({ ...own, comment: id });
  const second = { ...comment, first: 2, last: 2, quote: 'right', text: 'Say it with more force.' };
  await call('review.saveComment', { params: on('c-1'), body: { ...second, text: 'Draft.' } });
  await call('review.saveComment', { params: on('c-1'), body: { ...second, suggestion: 'right indeed' } });
  await call('review.saveComment', {
    params: on('c-2'),
    body: { ...comment, first: 3, last: 3, quote: 'three', text: 'Why three?' },
  });
  await call('review.saveComment', {
    params: on('c-3'),
    body: { ...comment, first: 1, last: 1, quote: 'one', text: 'Gone.' },
  });
  await call('review.deleteComment', { params: on('c-3') });
  expect(await refused('review.deleteComment', { params: on('c-3') })).toBe('404 comment.unknown');
  expect((await call('review.comments', { params: own })).drafts.map(({ id }) => id)).toEqual(['c-1', 'c-2']);
  // Their numbers are those of the rejection, not of the lines.
  const rejection = { commit, reason: 'Almost.', comments: ['c-2', 'c-1'] };
  const { text } = await call('review.previewRejection', { params: own, body: rejection });
  expect(text).toContain(
    `answer.txt:2 @ ${commit.slice(0, 7)}\n\n\`\`\`\nright\n\`\`\`\n\nSay it with more force.\n\n\`\`\`suggestion\nright indeed\n\`\`\``,
  );
  expect(await refused('review.reject', { params: own, body: { ...rejection, commit: 'another' } })).toBe(
    '409 run.pack_changed',
  );
  await call('review.reject', { params: own, body: rejection });
  await conduct();
  const { drafts, sent } = await call('review.comments', { params: own });
  expect(drafts).toEqual([]);
  expect(sent.map(({ id, fate, round }) => `${id} ${fate} ${round}`)).toEqual(['c-1 changed 1', 'c-2 unchanged 1']);
  expect(sent.map(({ reply }) => reply)).toEqual(['Because it says indeed.', null]);
  await call('review.settleComment', { params: on('c-1'), body: { is_settled: true } });
  expect((await call('review.comments', { params: own })).sent[0]).toMatchObject({ id: 'c-1', is_settled: true });
  const rounds = await call('runs.rounds', { params: own });
  expect(rounds.map(({ round, verdict, rejected }) => [round, verdict, rejected])).toEqual([
    [1, 'PASS', text],
    [2, 'PASS', null],
  ]);
  expect(
    (await call('runs.fileDiff', { params: own, query: { path: 'answer.txt', from: '1', to: '2' } })).hunks,
  ).toHaveLength(1);

  // Its stages, logs and documents.
  const stages = await call('runs.stages', { params: own });
  const build = stages.find(({ step, round }) => step === 'build' && round === 2);
  expect(build).toMatchObject({ role: 'builder', outcome: 'built', is_running: false, spent: { calls: 1 } });
  const effect = build?.effect ?? '';
  const log = await call('project.log', { params: here, query: { effect } });
  expect(log).toMatchObject({ from: 0, is_over: true, next: log.size });
  expect(await call('project.searchLog', { params: here, query: { effect, text: 'no such words' } })).toMatchObject({
    entries: [],
    is_end: true,
  });
  expect(await refused('project.log', { params: here, query: { effect: '../../secret#1' } })).toBe('404 http.unknown');
  expect((await call('runs.documents', { params: own })).map(({ document }) => document)).toContain('refined');
  expect(await call('runs.document', { params: { ...own, document: 'briefing' } })).toMatchObject({
    text: `${briefing}\n`,
  });
  expect(await refused('runs.document', { params: { ...own, document: '../state.json' } })).toBe('404 http.unknown');

  // On a base that moved meanwhile.
  expect(await refused('runs.rebase', { params: own, body: {} })).toBe('409 rebase.not_moved');
  fs.writeFileSync(path.join(folder, 'more.txt'), 'more\n');
  git('add', 'more.txt');
  git('commit', '-m', 'More');
  expect(await call('runs.base', { params: own })).toMatchObject({ branch: 'main', new_commits: 1 });
  expect((await call('runs.read', { params: own })).can).toMatchObject({
    rebase: true,
    rerun: ['refine', 'build', 'verify', 'gate'],
    sync: false,
    extend: false,
  });
  await call('runs.rebase', { params: own, body: {} });
  await conduct();
  expect(await call('runs.base', { params: own })).toMatchObject({ new_commits: 0 });
  await call('runs.rerun', { params: own, body: { step: 'gate' } });
  expect(await call('runs.read', { params: own })).toMatchObject({ step: 'test', can: { resume: true, rerun: [] } });
  await conduct();
  expect(await refused('runs.sync', { params: own, body: {} })).toBe('404 pull_request.none');
  expect(await refused('project.extend', { params: here, body: { named: run, minutes: 15 } })).toBe(
    '409 extend.nothing',
  );

  // Approving exactly what was shown.
  const now = await call('review.read', { params: own });
  expect(await refused('review.approve', { params: own, body: { commit } })).toBe('409 run.pack_changed');
  await call('review.approve', {
    params: own,
    body: { commit: now.commit, allow: now.to_allow.map(({ number }) => number) },
  });
  await conduct();
  expect((await call('runs.list', { params: here }))[0]).toMatchObject({
    run_id: run,
    step: 'completed',
    title: 'Answer rightly.',
  });
  for (const name of ['runs.stop', 'runs.apply', 'runs.rebase'] as const)
    expect(await refused(name, { params: own, body: {} })).toBe('409 run.not_now');
  expect(await refused('runs.resume', { params: own, body: {} })).toBe('409 run.not_now');
  expect(await refused('runs.read', { params: { ...here, run: 'run-20200101-000000' } })).toBe('404 run.none');

  // What it left, what it cost.
  const listed = await call('worktrees.list', { params: here });
  expect(listed.worktrees[0]).toMatchObject({ is_main: true, branch: 'main', clean: 'is_not_ours' });
  expect(await refused('worktrees.clean', { params: here, body: { seen: 'another', runs: [] } })).toBe(
    '409 shown.changed',
  );
  const cleaned = await call('worktrees.clean', { params: here, body: { seen: listed.seen, runs: [] } });
  expect(cleaned.leavings.map(({ kind, fate }) => `${kind} ${fate}`)).toEqual(['rescue kept']);
  expect(await call('fleet', {})).toBeNull();
  const costs = await call('costs', { query: { project: hash } });
  expect(costs.reduce((sum, { calls }) => sum + calls, 0)).toBe(10);
  expect(new Set(costs.map(({ role }) => role))).toEqual(new Set(['refiner', 'builder', 'verifier', 'gatekeeper']));

  // All of it at a glance.
  expect((await call('home', {})).since).toEqual({ at: null, delivered: 1, failed: 0 });
  await call('home.seen', { body: {} });
  expect((await call('home', {})).since).toMatchObject({ delivered: 0, failed: 0 });
  expect(await call('projects', {})).toMatchObject([{ id: hash, path: folder, runs: 1, is_there: true }]);
  const { seen } = await call('worktrees.list', { params: here });
  const gone = await call('worktrees.clean', { params: here, body: { seen, runs: [run] } });
  expect(gone.leavings.map(({ kind, fate }) => `${kind} ${fate}`)).toEqual([
    'rescue kept',
    'run removed',
    'records removed',
  ]);
});

test('a list of tasks is begun, marked, allowed and stopped', async () => {
  const { hash, call, refused } = await scene();
  const here = { project: hash };
  const trusted = (await call('project.preview', { params: here })).trust.sha256;
  expect(await refused('auto.read', { params: here })).toBe('404 auto.none');
  expect(await call('auto.forecast', { params: here, query: { parallel: '2' } })).toMatchObject({
    begun: false,
    total: 3,
    left: 3,
  });
  expect(await call('auto.start', { params: here, body: { mode: 'normal', trusted } })).toMatchObject({
    id: 'auto',
    is_launched: true,
  });
  expect(await call('auto.read', { params: here })).toMatchObject({
    order: ['T1', 'T2', 'T3'],
    conductor: null,
    held: [],
  });
  for (const none of ['T9', '__proto__'])
    expect(await refused('auto.mark', { params: here, body: { verdict: 'skip', tasks: [none] } })).toBe(
      '404 auto.unknown_task',
    );
  await call('auto.mark', { params: here, body: { verdict: 'complete', tasks: ['T1'] } });
  expect(await call('auto.task', { params: { ...here, task: 'T1' } })).toMatchObject({
    status: 'completed',
    title: 'First',
    needed_by: ['T2'],
  });
  expect(await refused('auto.taskDiff', { params: { ...here, task: 'T1' } })).toBe('404 http.unknown');
  expect(await refused('auto.taskFileDiff', { params: { ...here, task: 'T1' }, query: { path: 'a' } })).toBe(
    '404 http.unknown',
  );
  expect(await call('auto.attempts', { params: here })).toMatchObject({ history: [] });
  await call('auto.allow', { params: { ...here, phase: '1' }, body: {} });
  await call('auto.stop', { params: here, body: {} });
  expect((await call('auto.read', { params: here })).is_stopped).toBe(true);
  expect(await refused('auto.apply', { params: here, body: {} })).toBe('409 auto.nothing_to_apply');
  expect(await refused('auto.rebase', { params: here, body: {} })).toBe('409 rebase.not_moved');
  expect(await refused('auto.sync', { params: here, body: {} })).toBe('404 pull_request.none');
  expect(await call('questions.list', { params: here })).toEqual([]);
  const decision = { allow: 'all', refuse: false, reason: '' } as const;
  expect(await refused('questions.answer', { params: { ...here, question: 'T1' }, body: decision })).toBe(
    '404 question.unknown',
  );
});

test('a session is begun, stopped and taken up', async () => {
  const { hash, call, refused } = await scene();
  const here = { project: hash };
  const trusted = (await call('project.preview', { params: here })).trust.sha256;
  await call('sessions.start', { params: here, body: { request: 'Make it greener.', trusted } });
  const [session] = await call('sessions.list', { params: here });
  const its = { ...here, session: session?.hash ?? '' };
  expect(await call('sessions.read', { params: its })).toMatchObject({
    request: 'Make it greener.',
    contracts: [],
    can: { stop: true },
  });
  expect(await call('sessions.steps', { params: its })).toEqual([]);
  expect(await refused('sessions.contract', { params: { ...its, contract: '../state' } })).toBe('404 http.unknown');
  expect(await refused('sessions.deliver', { params: its, body: {} })).toBe('409 session.not_now');
  expect(await refused('sessions.sync', { params: its, body: {} })).toBe('404 pull_request.none');
  expect(await refused('sessions.rebase', { params: its, body: {} })).toBe('409 rebase.not_moved');
  expect(await refused('sessions.rerun', { params: its, body: { step: 'verify' } })).toBe('409 session.not_now');
  await call('sessions.stop', { params: its, body: {} });
  expect((await call('sessions.read', { params: its })).status).toBe('stopped');
  await call('sessions.resume', { params: its, body: {} });
  expect((await call('sessions.read', { params: its })).status).toBe('active');
});

test('what was learned is changed and removed, and comments stay', async () => {
  const { hash, call, refused, folder } = await scene();
  const here = { project: hash };
  expect(await call('knowledge.read', { params: here })).toMatchObject({ knowledge: null, sha256: null });
  const known = path.join(folder, `.claude/orchestrator/knowledge/${hash}/knowledge.yaml`);
  fs.mkdirSync(path.dirname(known), { recursive: true });
  fs.writeFileSync(known, KNOWLEDGE(hash, folder));
  const knowledge = await call('knowledge.read', { params: here });
  const entry = { kind: 'decision', topic: 'Times', decision: 'UTC.', rationale: 'One clock.' } as const;
  const saved = await call('knowledge.save', {
    params: { ...here, entry: 'D1' },
    body: { ...entry, refs: [], sha256: knowledge.sha256 ?? '' },
  });
  expect(
    await refused('knowledge.save', {
      params: { ...here, entry: 'D1' },
      body: { ...entry, refs: [], sha256: 'another' },
    }),
  ).toBe('409 shown.changed');
  await call('knowledge.remove', { params: { ...here, entry: 'P1' }, query: { sha256: saved.sha256 } });
  expect(fs.readFileSync(known, 'utf8')).toContain('# Kept by hand.');
  expect((await call('knowledge.read', { params: here })).knowledge).toMatchObject({
    decisions: [{ topic: 'Times' }],
    pitfalls: [],
  });
});

test('a server says who it is, and signs browsers in and out', async () => {
  const { server, call, refused } = await scene();
  expect(await refused('runs.list', { params: { project: '00000000' } })).toBe('404 http.unknown');
  const signedIn = await call('session.read', {});
  expect(signedIn).toMatchObject({ version: '1.2.3', csrf: expect.stringMatching(/^[0-9a-f]{64}$/) });
  for (const name of ['server.link', 'server.stop'] as const)
    expect(await refused(name, { body: {} })).toBe('403 http.programs_only');
  expect(await refused('server.remote', { body: { address: '127.0.0.2' } })).toBe('403 http.programs_only');
  expect(await refused('devices.list', {})).toBe('403 http.programs_only');
  expect(await refused('devices.revoke', { params: { device: 'x' } })).toBe('403 http.programs_only');
  expect((await call('server.identify', { body: { nonce: 'ab'.repeat(32) } })).proof).toMatch(/^[0-9a-f]{64}$/);
  expect(await refused('session.open', { body: { token: 'guessed' } })).toBe('401 http.signed_out');
  await call('session.close', {});
  expect(await refused('session.read', {})).toBe('401 http.signed_out');
  expect(await server.program('server.stop', { body: {} })).toMatchObject({ ok: true });
  await server.ended;
});

test('no route was forgotten above', () => {
  expect([...called].sort()).toEqual(Object.keys(apiPaths).sort());
});

test('failures are said in the language that was asked for', async () => {
  const { server, hash } = await scene();
  const ask = async (language: string, path = 'projects/00000000/auto') => {
    const headers = { authorization: `Bearer ${server.token}`, 'accept-language': language };
    const answer = await fetch(`${server.origin}/api/${path}`, { headers });
    return JSON.stringify(await answer.json());
  };
  expect(await ask('ko-KR,ko;q=0.9,en;q=0.8')).toContain('project 00000000이 없습니다');
  expect(await ask('fr, en')).toContain('there is no project 00000000');
  // What a setting means is a sentence for people, too.
  expect(await ask('ko', `projects/${hash}/settings`)).toContain('대시보드의 포트.');
});
