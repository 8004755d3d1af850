import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { PASS, QUESTION, rehearsed, type RunProject, runProject, SHELL_TESTS } from '../support/run-project.ts';
import { calculator, oneSubtask } from '../support/session-script.ts';
import { converse, PLUGIN } from './claude-code.ts';

/** What a person types, one command after the other, in one project. */
function typist(context: TestContext, project: RunProject, agent: string) {
  return (prompt: string, { allowed = '', agent: another = agent } = {}) =>
    converse(context, {
      project,
      agent: another,
      prompt: `/orchestral:${prompt}`,
      args: [...PLUGIN, ...(allowed === '' ? [] : ['--allowedTools', allowed])],
    });
}

/** The one file that matches; `*` is one folder. */
function readIn(folder: string, place: string): Record<string, unknown> {
  const file = place
    .split('/')
    .reduce((at, name) => path.join(at, name === '*' ? (fs.readdirSync(at)[0] ?? '') : name), folder);
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
}

describe('/orchestrator', { timeout: 300_000 }, () => {
  const SESSION = '.claude/orchestrator/sessions/*/session.json';

  test('a request goes through to its end, and can be looked at and learned from', async (context) => {
    const project = calculator();
    const type = typist(context, project, rehearsed(project.home, oneSubtask()));
    const done = await type('orchestrator Add mul');
    expect(done.result).toBe('Done: R1 is done');
    expect(readIn(project.folder, SESSION)).toMatchObject({ status: 'completed' });
    expect((await type('orchestrator status')).result).toContain('T1');
    const knowledge = path.join(project.folder, '.claude/orchestrator/knowledge');
    fs.rmSync(knowledge, { recursive: true });
    expect((await type('orchestrator learn')).result).toMatch(/^It says/);
    expect(fs.readdirSync(knowledge)).toHaveLength(1);
  });

  test('stop, resume and reset', async (context) => {
    const project = calculator();
    const slow = oneSubtask({ planner: [{ say: 'I think.', delay_ms: 600_000 }] });
    const type = typist(context, project, rehearsed(project.home, slow));
    // Its first wait is cut off; what it began goes on.
    const begun = await converse(context, {
      project,
      agent: rehearsed(project.home, slow),
      prompt: '/orchestral:orchestrator Add mul',
      actOn: (uses) =>
        uses.length === 0
          ? [
              {
                name: 'Bash',
                input: { command: `orchestral session 'Add mul' --detach --quiet`, description: 'As told' },
              },
            ]
          : 'Later.',
    });
    expect(begun.uses[0]?.result).toContain('R1');
    expect(readIn(project.folder, SESSION)).toMatchObject({ status: 'active' });
    await type('orchestrator stop');
    expect(readIn(project.folder, SESSION)).toMatchObject({ status: 'stopped' });
    const hash = fs.readdirSync(path.join(project.folder, '.claude/orchestrator/sessions'))[0] ?? '';
    const good = rehearsed(project.home, oneSubtask());
    expect((await type(`orchestrator resume ${hash}`, { agent: good })).result).toBe('Done: R1 is done');
    expect(readIn(project.folder, SESSION)).toMatchObject({ status: 'completed' });
    const again = await type('orchestrator reset');
    expect(again.result).toMatch(/^It says/);
  });
});

describe('/auto-orchestrate', { timeout: 300_000 }, () => {
  const PLAN = `# TASKS: Notes

## Phase 1: One

- [ ] T1.1: Write one
- [ ] T1.2: Write two
  - deps: [T1.1]

## Phase 2: Two

- [ ] T2.1: Write three
`;
  const note = (id: string) => ({ edit: { [`notes/${id}.txt`]: 'note\n' } });
  const red = { edit: { 'test/red.check': 'false\n' } };

  function noteProject(steps: Record<string, object[]>) {
    const project = runProject({ files: { ...SHELL_TESTS, 'docs/TASKS.md': PLAN, '.claude/.gitignore': '*\n' } });
    const script = {
      version: 1 as const,
      roles: {},
      tasks: Object.fromEntries(['T1.1', 'T1.2', 'T2.1'].map((id) => [id, steps[id] ?? [note(id)]])),
    };
    return { project, agent: rehearsedTasks(project.home, script) };
  }

  const state = ({ folder }: RunProject) =>
    readIn(folder, '.claude/orchestrate-state.json') as {
      tasks: Record<string, string[]>;
      mode: string;
      config: object;
    };

  test('every flag reaches the program', async (context) => {
    const { project, agent } = noteProject({});
    project.git('branch', 'work');
    const type = typist(context, project, agent);
    const planned = await type('auto-orchestrate --dry-run --tasks docs/TASKS.md');
    expect(planned.result).toContain('T2.1');
    expect(fs.existsSync(path.join(project.folder, '.claude/orchestrate-state.json'))).toBe(false);
    const flags =
      '--mode ralph --tasks docs/TASKS.md --base work --phase 1 --parallel 2 --retry-limit 3 --max-iterations 5 --verbose';
    const first = await type(`auto-orchestrate ${flags}`);
    expect(state(project)).toMatchObject({
      mode: 'ralph',
      config: { max_parallel: 2, retry_limit: 3 },
      tasks: { completed: ['T1.1', 'T1.2'] },
    });
    // The first phase is over, and the list is not.
    expect(first.result).toContain('the list is not finished yet');
    expect(first.result).not.toContain('auto is done');
    fs.rmSync(path.join(project.folder, '.claude/orchestrate-state.json'));
    const rest = await type('auto-orchestrate --ultra-thin --rebuild-state --tasks docs/TASKS.md --base work');
    expect(rest.result).toBe('Done: auto is done');
    expect(state(project)).toMatchObject({ mode: 'ultra-thin', tasks: { completed: ['T1.1', 'T1.2', 'T2.1'] } });
    expect(project.git('show', 'work:notes/T2.1.txt')).toBe('note');
  });

  test('words: status, next, retry, skip, stop and --resume', async (context) => {
    const { project, agent } = noteProject({ 'T1.1': [red, note('T1.1')] });
    const type = typist(context, project, agent);
    const failed = await type('auto-orchestrate --ultra-thin --retry-limit 0 --tasks docs/TASKS.md');
    expect(failed.result).not.toMatch(/^Done/);
    expect((await type('auto-orchestrate next')).result).toContain('ERROR:INCOMPLETE:');
    expect((await type('auto-orchestrate status')).result).toContain('T1.1');
    await type('auto-orchestrate retry T1.1');
    expect(state(project).tasks['ready']).toEqual(['T1.1']);
    expect((await type('auto-orchestrate stop')).result).toMatch(/^It says/);
    expect((await type('auto-orchestrate --resume')).result).toBe('Done: auto is done');
    expect(state(project).tasks['completed']).toEqual(['T1.1', 'T1.2', 'T2.1']);
  });

  test('normal mode asks before the next phase, and goes on when the person says so', async (context) => {
    const { project, agent } = noteProject({});
    const type = typist(context, project, agent);
    const asked = await type('auto-orchestrate --mode normal --tasks docs/TASKS.md');
    expect(asked.result).toMatch(/^It says: [\s\S]*phase 2/);
    expect(state(project).tasks['completed']).toEqual(['T1.1', 'T1.2']);
    expect((await type('auto-orchestrate --yes --phase 2')).result).toBe('Done: auto is done');
  });

  test('a list that cannot be started is not started', async (context) => {
    const { project, agent } = noteProject({});
    fs.writeFileSync(path.join(project.folder, 'docs/TASKS.md'), PLAN.replace('[T1.1]', '[T9.9]'));
    const { result, uses } = await typist(context, project, agent)('auto-orchestrate --ultra-thin');
    expect(uses).toHaveLength(1);
    expect(result).toContain('T9.9');
  });
});

describe('/orchestral', { timeout: 300_000 }, () => {
  const ready = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };

  test('a run asks, is answered, waits for review, and is approved by nobody but the person', async (context) => {
    const project = runProject();
    const agent = rehearsed(project.home, {
      refiner: [{ answer: { ...ready, status: 'needs_human', crp: QUESTION } }, { answer: ready }],
      gatekeeper: [{ answer: PASS }],
    });
    const type = typist(context, project, agent);
    const asked = await type('orchestral Do it right');
    const id = path.basename(project.run());
    expect(asked.result).toContain(`${id} needs you`);
    const looked = await type('orchestral');
    expect(looked.result).toContain(QUESTION.question);
    // Said when the conversation began, by the hook.
    expect(looked.stdout).toContain(`- ${id} needs you; next: orchestral answer`);
    // Nothing that decides is allowed by the command: Claude Code asks the person, and here nobody is there.
    const refused = await type('orchestral answer crp-001 A As it is');
    expect(refused.result).not.toMatch(/^Done/);
    expect(fs.existsSync(path.join(project.run(), 'vcr/vcr-001.json'))).toBe(false);
    const answered = await type('orchestral answer crp-001 A As it is', { allowed: 'Bash(orchestral answer:*)' });
    expect(JSON.parse(project.read('vcr/vcr-001.json'))).toMatchObject({ decision: 'A', rationale: 'As it is' });
    expect(answered.result).toContain('needs you');
    expect(JSON.parse(project.read('state.json'))).toMatchObject({ phase: 'ready_for_merge' });
    expect((await type('orchestral review')).result).toContain(id);
    await type(`orchestral approve ${id}`);
    expect(JSON.parse(project.read('state.json'))).toMatchObject({ phase: 'ready_for_merge' });
    expect(project.git('log', '--format=%s')).toBe('Begin');
  });

  test('stop and resume', async (context) => {
    const project = runProject();
    const slow = rehearsed(project.home, { builder: [{ say: 'working', run: 'exec sleep 600' }] });
    await converse(context, {
      project,
      agent: slow,
      prompt: '/orchestral:orchestral Do it right',
      actOn: (uses) =>
        uses.length === 0
          ? [
              {
                name: 'Bash',
                input: { command: `orchestral start 'Do it right' --detach --quiet`, description: 'As told' },
              },
            ]
          : 'Later.',
    });
    const type = typist(context, project, slow);
    await type('orchestral stop');
    expect(JSON.parse(project.read('state.json'))).toMatchObject({ phase: 'stopped' });
    const resumed = await type('orchestral resume', { agent: rehearsed(project.home, {}) });
    expect(resumed.result).toContain('needs you');
    expect(JSON.parse(project.read('state.json'))).toMatchObject({ phase: 'ready_for_merge' });
  });
});
