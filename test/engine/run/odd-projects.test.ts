import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { failure } from '../../../src/base/failure.ts';
import { exitOf } from '../../../src/cli/exit.ts';
import { projectHash } from '../../../src/engine/project.ts';
import { sandboxState } from '../../../src/engine/sandbox.ts';
import { LONGEST_BRIEFING } from '../../../src/engine/door/briefing.ts';
import { formatFailure } from '../../../src/i18n/catalogue.ts';
import { en } from '../../../src/i18n/en/index.ts';
import { describeTree } from '../../git/fingerprint.ts';
import { temporaryFolder } from '../../support/auto-store.ts';
import { conductAll, playRun, type PlayedRun, startRunIn } from '../../support/conduct-run.ts';
import { notRun } from '../../support/needs.ts';
import { type RunProject, runProject, SHELL_PROJECT, SHELL_TESTS } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

/* Each outcome here is a row of docs/guides/project-types.md. */

describe.concurrent('a folder without git', () => {
  test('is copied, worked on, and gets the approved work back', async () => {
    const project = runProject({ hasGit: false });
    project.write({ 'node_modules/a/index.js': '\n' });
    const builder = [{ edit: { 'answer.txt': 'right\n' }, run: 'ls > listed.txt' }];
    const { run } = await playRun(project, { roles: { builder } });
    expect(run).toMatchObject({ step: { at: 'completed', merge: null }, base: { branch: null } });
    expect(fs.readFileSync(path.join(project.folder, 'listed.txt'), 'utf8')).not.toContain('node_modules');
    expect(fs.readFileSync(path.join(project.folder, 'answer.txt'), 'utf8')).toBe('right\n');
    expect(fs.existsSync(path.join(project.folder, '.git'))).toBe(false);
  });

  test('that holds Orchestral’s own files is not copied: nothing is begun', async () => {
    const project = runProject({ hasGit: false });
    const env = { ...project.env, XDG_STATE_HOME: path.join(project.folder, '.local/state') };
    const refused = await startRunIn({ ...project, env });
    expect(refused).toMatchObject({ ok: false, error: { code: 'preflight.holds_private_folder' } });
    expect(exitOf['preflight.holds_private_folder']).toBe(2);
    expect(fs.existsSync(path.join(project.folder, '.orchestral/runs'))).toBe(false);
    expect(fs.existsSync(env.XDG_STATE_HOME)).toBe(false);
  });

  test('keeps what the person changed there meanwhile', async () => {
    const project = runProject({ hasGit: false });
    const started = await begun(project);
    await conductAll(started.open, { approves: false });
    project.write({ 'answer.txt': 'mine\n' });
    await conductAll(started.open);
    expect(started.open.state().step).toMatchObject({
      at: 'ready_for_merge',
      refusal: { why: 'conflict', detail: ['answer.txt'] },
    });
    await started.open.close();
    expect(fs.readFileSync(path.join(project.folder, 'answer.txt'), 'utf8')).toBe('mine\n');
  });
});

describe.concurrent('a repository', () => {
  test('with uncommitted changes: said, not worked on, and not touched', async () => {
    const project = runProject();
    project.write({ 'readme.md': 'of mine\n', 'new.txt': 'new\n' });
    const before = filesOf(project);
    const builder = [{ edit: { 'answer.txt': 'right\n' }, run: 'cp readme.md seen.txt; ls > listed.txt' }];
    const played = await playRun(project, { roles: { builder } });
    expect(played.notices).toContainEqual({ code: 'preflight.uncommitted', params: { count: 2 } });
    expect(project.read('builder/output/seen.txt')).toBe('hello\n');
    expect(project.read('builder/output/listed.txt')).not.toContain('new.txt');
    expect(played.run.step).toMatchObject({ at: 'undelivered', why: 'changed_files' });
    expect(exitOf['run.undelivered']).toBe(3);
    expect(filesOf(project)).toEqual(before);
  });

  test('and a disk that does not take what is needed: nothing of the run stays', async () => {
    const project = runProject();
    const own = path.join(project.env['XDG_STATE_HOME'] ?? '', 'orchestral', projectHash(project.folder));
    fs.mkdirSync(own, { recursive: true });
    fs.writeFileSync(path.join(own, 'wishes'), 'in the way');
    expect(await startRunIn(project)).toMatchObject({ ok: false });
    expect(fs.readdirSync(path.join(project.folder, '.orchestral/runs'))).toEqual([]);
  });

  test('and an agent that there is not: nothing is begun', async () => {
    const project = runProject();
    for (const [agent, code, exit] of [
      ['clude', 'usage.not_a_choice', 2],
      ['rehearsal:nowhere.yaml', 'file.missing', 2],
    ] as const) {
      const refused = await startRunIn(project, { agent });
      expect(refused).toMatchObject({ ok: false, error: { code } });
      expect(exitOf[code]).toBe(exit);
    }
    expect(fs.existsSync(path.join(project.folder, '.orchestral/runs'))).toBe(false);
  });

  test('on no branch wants to know from which to work', async () => {
    const project = runProject();
    project.git('checkout', '--quiet', '--detach');
    const refused = await startRunIn(project);
    expect(refused).toMatchObject({ ok: false, error: { code: 'git.detached' } });
    expect(exitOf['git.detached']).toBe(2);
    expect(fs.existsSync(path.join(project.folder, '.orchestral/runs'))).toBe(false);
    const { run } = await playRun(project, { base: 'main' });
    expect(run.step.at).toBe('completed');
    expect(project.git('show', 'main:answer.txt')).toBe('right');
    expect(fs.existsSync(path.join(project.folder, 'answer.txt'))).toBe(false);
  });

  test('without any tests: nobody is asked, and the pack says that nothing was proven', async () => {
    const project = runProject({ files: { 'readme.md': 'hello\n' }, config: { project: null } });
    const { run } = await playRun(project, { approves: false, answers: () => undefined });
    expect(run.step.at).toBe('ready_for_merge');
    expect(project.read('mrp/summary.md')).toContain('no tests: nothing was proven');
  });

  test('whose tests are red already: forgiven, and nothing may become red', async () => {
    const files = { ...SHELL_TESTS, 'test/sad.check': 'false\n' };
    const forgiven = await playRun(runProject({ files }), { approves: false });
    expect(forgiven.run).toMatchObject({ step: { at: 'ready_for_merge' }, iteration: 1, base_tests: { failed: 1 } });
    const roles = {
      builder: [{ edit: { 'answer.txt': 'wrong\n', 'test/sad.check': 'true\n' } }, { fail: 'refused' as const }],
    };
    const newlyRed = await playRun(runProject({ files }), { roles });
    expect(newlyRed.run.feedback?.findings).toMatchObject([
      { code: 'proof', finding: { code: 'new_failures', tests: [{ id: 'test/answer.check' }] } },
    ]);
  });

  test('with a submodule: said, and it stays what it is', async () => {
    const other = temporaryFolder();
    const project = runProject();
    for (const args of [
      ['init', '--quiet'],
      ['commit', '--quiet', '--allow-empty', '--message', 'Other'],
    ])
      execFileSync('git', args, { cwd: other, env: project.env });
    project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'lib');
    project.git('commit', '--quiet', '--message', 'Submodule');
    const before = project.git('rev-parse', 'main:lib');
    const played = await playRun(project);
    expect(played.notices).toContainEqual({ code: 'preflight.submodules', params: { paths: ['lib'] } });
    expect(played.run.step.at).toBe('completed');
    expect(project.git('rev-parse', 'main:lib')).toBe(before);
    expect(project.git('status', '--porcelain')).toBe('');
  });

  test('that cannot be set up: the run waits for that, and goes on', async () => {
    const setup = (setup_command: string) => ({ version: 1, test_command: 'sh test/run.sh', setup_command });
    const project = runProject({ config: { project: setup('echo no network; exit 3') } });
    const { open } = await begun(project);
    const conducted = await conductAll(open);
    expect(conducted).toMatchObject({
      ok: false,
      error: { code: 'checks.setup_failed', params: { ending: 'exit 3', tail: expect.stringContaining('no network') } },
    });
    expect(exitOf['checks.setup_failed']).toBe(5);
    expect(open.state().step.at).toBe('prepare');
    project.write({ '.orchestral/config/project.json': JSON.stringify(setup('true')) });
    expect(await conductAll(open)).toEqual({ ok: true, value: undefined });
    expect(open.state().step.at).toBe('completed');
    await open.close();
  });
});

describe.concurrent('work', () => {
  test('of 500 files, binary ones and Korean names among them: all of it arrives', async () => {
    const project = runProject();
    const many = 'mkdir many && for n in $(seq 500); do echo $n > many/$n.txt; done';
    const binary = String.raw`printf '\000\377\001%.0s' $(seq 3000) > blob.bin`;
    const roles = {
      builder: [{ run: `${many}; ${binary}`, edit: { 'answer.txt': 'right\n', 'src/한글 파일 이름.txt': '내용\n' } }],
      verifier: [{ edit: { 'test/한글 검사.check': 'grep -q right answer.txt\n' } }],
    };
    const { run } = await playRun(project, { roles });
    expect(run.step.at).toBe('completed');
    const { files_changed } = JSON.parse(project.read('mrp/evidence.json'));
    expect(files_changed).toHaveLength(504);
    expect(files_changed).toEqual(
      expect.arrayContaining(['blob.bin', 'src/한글 파일 이름.txt', 'test/한글 검사.check']),
    );
    for (const place of ['builder/output', 'mrp/code']) {
      const folder = path.join(project.run(), place);
      expect(fs.readFileSync(path.join(folder, 'blob.bin'))).toEqual(
        fs.readFileSync(path.join(project.folder, 'blob.bin')),
      );
      expect(fs.readFileSync(path.join(folder, 'src/한글 파일 이름.txt'), 'utf8')).toBe('내용\n');
    }
    expect(project.read('mrp/tests/test/한글 검사.check')).toContain('right');
    expect(project.read('mrp/summary.md')).toContain('504 files');
  });

  test('in the wrong place is denied by the sandbox', async (context) => {
    if ((await sandboxState(process.env)) !== 'good') notRun(context, 'no sandbox here');
    const project = runProject();
    const { run, before } = await strayed(project);
    expect(run.step.at).toBe('ready_for_merge');
    expect(filesOf(project)).toEqual(before);
    expect(fs.existsSync(path.join(project.home, 'stolen'))).toBe(false);
  });

  test('with a file of more than 10 MiB is delivered, and that is said', async () => {
    const roles = { builder: [{ edit: { 'answer.txt': 'right\n' }, run: 'truncate -s 11M large.bin' }] };
    const { run, notices } = await playRun(runProject(), { roles, approves: false });
    expect(run.step.at).toBe('ready_for_merge');
    expect(notices.filter(({ code }) => code === 'work.large_files')).toEqual([
      { code: 'work.large_files', params: { files: [{ path: 'large.bin', bytes: 11 * 2 ** 20 }] } },
    ]);
  });

  test('lies where nobody else finds it, whatever bits its programs have', async () => {
    const root = temporaryFolder();
    const project = runProject({ config: { project: { ...SHELL_PROJECT, worktree_root: path.join(root, 'trees') } } });
    const roles = { builder: [{ edit: { 'answer.txt': 'right\n' }, run: 'cp /bin/true tool && chmod u+s tool' }] };
    const { run } = await playRun(project, { roles, approves: false });
    expect(run.step.at).toBe('ready_for_merge');
    const [made = ''] = fs.readdirSync(path.join(root, 'trees'));
    for (const folder of ['', made]) expect(fs.statSync(path.join(root, 'trees', folder)).mode & 0o077).toBe(0);
  });

  test('in the wrong place, without a sandbox, is noticed and fails the run', async () => {
    const project = runProject({ config: { agents: { version: 1, sandbox: 'off' } } });
    const { run } = await strayed(project);
    expect(run.step).toMatchObject({ at: 'failed', error: 'validation', before: { at: 'build' } });
    expect(JSON.parse(project.read('builder/error.flag'))).toMatchObject({
      agent: 'builder',
      kind: 'validation',
      message: expect.stringContaining('stolen.txt'),
      attempt: 1,
    });
    expect(project.git('log', '--format=%s')).toBe('Begin');
  });

  test('in git’s own settings, without a sandbox, is noticed and fails the run', async () => {
    const project = runProject({ config: { agents: { version: 1, sandbox: 'off' } } });
    const plant = `cd '${project.folder}' && git config alias.st '!evil' && mkdir -p .git/hooks && echo evil > .git/hooks/pre-commit`;
    const roles = { builder: [{ edit: { 'answer.txt': 'right\n' }, run: plant }] };
    const { run } = await playRun(project, { roles, approves: false });
    expect(run.step).toMatchObject({ at: 'failed', error: 'validation', before: { at: 'build' } });
    const { message } = JSON.parse(project.read('builder/error.flag'));
    expect(message).toContain('git config alias.st, .git/hooks/pre-commit');
  });
});

describe.concurrent('a briefing', () => {
  test('of exactly 1 MiB is taken whole', async () => {
    const project = runProject();
    const briefing = '가'.repeat((LONGEST_BRIEFING - 1) / 3).padEnd((LONGEST_BRIEFING - 1) / 3 + 1, '.');
    expect(Buffer.byteLength(briefing)).toBe(LONGEST_BRIEFING);
    const { run } = await playRun(project, { briefing, approves: false });
    expect(run.step.at).toBe('ready_for_merge');
    expect(project.read('briefing/raw.md')).toBe(`${briefing}\n`);
    expect(project.step('refine-1/prompt.md')).toContain(briefing);
  });

  test.each([
    ['briefing.too_large', 'x'.repeat(LONGEST_BRIEFING + 1)],
    ['briefing.empty', ' \n'],
  ] as const)('is refused as %s', async (code, briefing) => {
    const project = runProject();
    expect(await startRunIn(project, { briefing })).toMatchObject({ ok: false, error: { code } });
    expect(exitOf[code]).toBe(2);
    expect(fs.existsSync(path.join(project.folder, '.orchestral/runs'))).toBe(false);
  });
});

async function begun(project: RunProject) {
  const started = await startRunIn(project);
  if (!started.ok) throw new Error(started.error.code);
  return started.value;
}

/** The Builder does its work, and writes into the person's checkout and home besides. */
async function strayed(project: RunProject): Promise<PlayedRun & { readonly before: Record<string, string> }> {
  const before = filesOf(project);
  const run = `echo x > '${project.folder}/stolen.txt'; echo x > '${project.home}/stolen'`;
  const roles = { builder: [{ edit: { 'answer.txt': 'right\n' }, run }] };
  return { ...(await playRun(project, { roles, approves: false })), before };
}

/** The person's own: files and refs. */
function filesOf({ folder }: RunProject): Record<string, string> {
  const ours = /^\.orchestral\/|^\.git\/(?:objects|worktrees|(?:logs\/)?refs\/(?:orchestral|heads\/orchestral))\//;
  return Object.fromEntries(Object.entries(describeTree(folder)).filter(([name]) => !ours.test(name)));
}

describe('docs/guides/project-types.md', () => {
  const page = fs.readFileSync('docs/guides/project-types.md', 'utf8').replaceAll(/\s+/g, ' ');
  const run = 'run-1';

  test.each([
    failure('git.detached', { folder: 'app' }),
    failure('briefing.empty', {}),
    failure('briefing.too_large', { size: 2 * LONGEST_BRIEFING, limit: LONGEST_BRIEFING }),
    failure('checks.setup_failed', { command: 'npm ci', ending: 'exit 3', tail: '' }),
    failure('copy.conflict', { paths: ['answer.txt'] }),
    failure('run.failed', { run, step: 'build', reason: `validation: ${en.run.wroteOutside('stolen.txt')}` }),
  ])('says what is said of $code', (failed) => {
    expect(page).toContain(`| ${exitOf[failed.code]} | \`${failed.code}\`: ${formatFailure(en, failed).message} |`);
  });

  test('says what is noticed', () => {
    const undelivered = failure('run.undelivered', { run, base: 'main', why: 'changed_files', detail: '' });
    expect(page).toContain(formatFailure(en, undelivered).message);
    expect(page).toContain(`\`preflight.uncommitted\`: ${en.notices['preflight.uncommitted']({ count: 2 })}`);
    expect(en.notices['preflight.submodules']({ paths: [] })).toMatch(/^submodules are empty where agents work/);
  });
});
