// What is run, and where it is left.
import fs from 'node:fs';
import path from 'node:path';
import {
  ask,
  blocked,
  CALCULATOR,
  crash,
  edit,
  giveUp,
  judge,
  mul,
  refine,
  runRoles,
  sessionRoles,
  sub,
  verify,
  writeFunction,
  writeTask,
  writeTests,
  wrongMul,
} from './rehearsal-steps.mjs';
import { createProject } from './scratch-project.mjs';

const runs = {
  /** The gate said no once; stopped between build and gate of round 2, twice, with a new segment in between. */
  async 'run-stopped'(create) {
    const roles = runRoles({ builder: [writeFunction(wrongMul), writeFunction(mul)] });
    const project = create({ roles: { ...roles, verifier: [...roles.verifier, ...roles.verifier.map(blocked)] } });
    const first = await project.startUntil('/verify#2', 'start', 'Add mul');
    await project.run(0, 'stop');
    await first.ended;
    project.replaceByCopy();
    const second = await project.startUntil('/verify#2', 'resume');
    await project.run(0, 'stop');
    await second.ended;
    return project;
  },

  /** A build failed and is repeated; the conductor is killed during that. */
  async 'run-killed'(create) {
    const project = create({ roles: runRoles({ builder: [crash, blocked(writeFunction(mul))] }) });
    const running = await project.startUntil('/build#2', 'start', 'Add mul');
    await project.waitForDocuments(runLog(project), running);
    await project.kill(running);
    return project;
  },

  async 'run-asking'(create) {
    const project = create({ roles: runRoles({ refiner: [ask, refine] }) });
    await project.run(3, 'start', 'Add mul');
    return project;
  },

  /** Asked and answered, more rounds set by hand, the gate said no once, the first pack was rejected. */
  async 'run-packed'(create) {
    const builder = [wrongMul, mul, { ...mul, body: 'b * a' }].map(writeFunction);
    const project = create({ roles: runRoles({ refiner: [ask, refine], builder }) });
    await project.run(3, 'start', 'Add mul');
    await project.run(0, 'answer', 'crp-001', '--decision', 'A', '--rationale', 'whole numbers only');
    const state = path.join(path.dirname(runLog(project)), 'state.json');
    fs.writeFileSync(state, fs.readFileSync(state, 'utf8').replace('"max_iterations": 3', '"max_iterations": 5'));
    await project.run(3, 'resume');
    await project.run(3, 'reject', '--reason', 'The other way round, please.');
    return project;
  },
};

const sessions = {
  /** GATE-1 passed; the conductor is killed during the implementation. */
  async 'session-killed'(create) {
    const roles = sessionRoles([mul]);
    const project = create({ roles: { ...roles, implementer: roles.implementer.map(blocked) } });
    const running = await project.startUntil('/implement#1', 'session', 'Add mul');
    await project.waitForDocuments(sessionLog(project), running);
    await project.kill(running);
    return project;
  },

  /** GATE-2 failed, then a new segment began, then GATE-2 failed again; stopped during the third implementation. */
  async 'session-retried'(create) {
    const wrong = writeFunction(wrongMul);
    const implementer = [wrong, blocked(wrong), blocked(writeFunction(mul))];
    const qa = [writeTests(mul), verify, verify, verify, judge(mul, { tasks: 1 })];
    const project = create({ roles: sessionRoles([mul], { implementer, 'qa-engineer': qa }) });
    const first = await project.startUntil('/implement#2', 'session', 'Add mul');
    await project.run(0, 'session', 'stop');
    await first.ended;
    project.replaceByCopy();
    project.unblock();
    const second = await project.startUntil('/implement#2', 'session', 'resume', '1');
    await project.waitForEvent(sessionLog(project), '/scope#2"', second);
    project.block();
    await project.waitForEvent(sessionLog(project), '/implement#3"', second);
    await project.run(0, 'session', 'stop');
    await second.ended;
    return project;
  },

  /** Two tasks are complete and not delivered. */
  async 'session-complete'(create) {
    const project = create({ roles: sessionRoles([mul, sub]) });
    await project.run(0, 'session', 'Add mul and sub');
    return project;
  },
};

const autos = {
  /** T1.1 is merged, T1.4 failed and blocks T2.2; the conductor is killed during the second attempt at T1.2. */
  async 'auto-killed'(create) {
    const plan = [
      'T1.1: Write one',
      'T1.2: Write two',
      'T1.3: Write three\n  - deps: [T1.2]',
      'T1.4: Give up',
      'T2.1: Write four\n  - deps: [T1.3]',
      'T2.2: Write five\n  - deps: [T1.4]',
    ];
    const second = writeTask('T1.2');
    const tasks = {
      'T1.1': [writeTask('T1.1')],
      'T1.2': [
        edit({ 'work/T1.2.txt': 'wrong\n', ...testOfTwo("throw new Error('no');") }),
        blocked({ ...second, edit: { ...second.edit, ...testOfTwo('') } }),
      ],
      'T1.3': [writeTask('T1.3')],
      'T1.4': [giveUp, giveUp, writeTask('T1.4')],
      'T2.1': [writeTask('T2.1')],
      'T2.2': [writeTask('T2.2')],
    };
    const project = create({ tasks }, planFile(plan));
    const log = autoLog(project);
    const running = await project.startUntil('T1.2/work#2', 'auto', '--parallel', '2', '--retry-limit', '1');
    await project.waitForEvent(log, '"final":true', running);
    await project.waitForEvent(log, '"type":"task_merged"', running);
    await project.waitForDocuments(log, running);
    await project.kill(running);
    return project;
  },

  /** A conflict was resolved, it was stopped, a new segment began; phase 1 is delivered, phase 2 waits. */
  async 'auto-waiting'(create) {
    const plan = [
      'T1.1: Write one',
      'T1.2: Write two',
      'T1.3: Write three\n  - deps: [T1.1, T1.2]',
      'T2.1: Write four\n  - deps: [T1.3]',
    ];
    const shared = (text) => edit({ 'shared.txt': text });
    const tasks = {
      'T1.1': [shared('one\n'), shared('one\ntwo\n')],
      'T1.2': [shared('two\n'), shared('one\ntwo\n')],
      'T1.3': [blocked(writeTask('T1.3'))],
      'T2.1': [writeTask('T2.1')],
    };
    const project = create({ tasks }, planFile(plan));
    const running = await project.startUntil('T1.3/work#1', 'auto', '--parallel', '2');
    await project.run(0, 'auto', 'stop');
    await running.ended;
    project.replaceByCopy();
    project.unblock();
    await project.run(3, 'auto', '--resume');
    return project;
  },

  /** The base moved, and the phase is red on it; one repair failed, the next was stopped. */
  async 'auto-repair'(create) {
    const tasks = { 'T1.1': [blocked(writeTask('T1.1'))], 'T2.1': [writeTask('T2.1')] };
    const repairs = [crash, blocked(edit({ 'work/T1.1.txt': 'fine\n' }))];
    const script = { tasks, roles: { 'task-executor': repairs } };
    const project = create(script, planFile(['T1.1: Write one', 'T2.1: Write two']));
    const log = autoLog(project);
    const running = await project.startUntil('T1.1/work#1', 'auto', '--retry-limit', '3');
    project.write(RED_WITH_ONE);
    project.git('add', 'test');
    project.git('commit', '--quiet', '--message', 'Theirs');
    project.unblock();
    await project.waitForEvent(log, '"type":"task_merged"', running);
    project.block();
    await project.waitForEvent(log, '"effect":"auto/repair-1#2"', running);
    await project.run(0, 'auto', 'stop');
    await running.ended;
    return project;
  },
};

/** Green unless T1.1 is there and not fine. */
const RED_WITH_ONE = {
  'test/theirs.test.js': `import test from 'node:test';
import assert from 'node:assert';
import fs from 'node:fs';
test('fine', () => {
  const file = 'work/T1.1.txt';
  assert.ok(!fs.existsSync(file) || fs.readFileSync(file, 'utf8') === 'fine\\n');
});
`,
};

export const scenarios = { ...runs, ...sessions, ...autos };

/** Plays one with the program at this path. */
export function playScenario(name, program) {
  const create = (script, files = {}) => createProject(name, { program, script, files: { ...CALCULATOR, ...files } });
  return scenarios[name](create);
}

/** Its log, and before it the older segments. */
export function findLogs(name, folder) {
  const find = { run: runLog, session: sessionLog, auto: autoLog }[workflowOf(name)];
  const log = find({ folder });
  const [place, base] = [path.dirname(log), path.basename(log, '.log')];
  const older = fs.readdirSync(place).filter((file) => file.startsWith(`${base}-0`));
  return [...older.sort().map((file) => path.join(place, file)), log];
}

export function workflowOf(name) {
  return name.split('-')[0];
}

function runLog({ folder }) {
  return logInOnly(path.join(folder, '.orchestral/runs'));
}

function sessionLog({ folder }) {
  return logInOnly(path.join(folder, '.claude/orchestrator/sessions'));
}

function autoLog({ folder }) {
  return path.join(folder, '.claude/orchestrate-events.log');
}

function logInOnly(folder) {
  return path.join(folder, fs.readdirSync(folder)[0], 'events.log');
}

function planFile(tasks) {
  return { 'TASKS.md': `# Shop\n\n${tasks.map((task) => `- [ ] ${task}\n`).join('')}` };
}

function testOfTwo(body) {
  return { 'test/two.test.js': `import test from 'node:test';\ntest('two', () => { ${body} });\n` };
}
