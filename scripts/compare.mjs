/*
 * The experiment of docs/comparison.md: an agent breaks a test and says that it is done. Installs each tool at a fixed
 * version from the npm registry into a folder of its own, runs the named command, and prints what came of it as a table.
 *
 *   node scripts/compare.mjs [folder] [tool…]
 *
 * The folder (default: a new temporary one) keeps the installed tools and, below `work/`, what they did. A tool that could
 * not be installed or run is listed with the reason and not judged. Libraries are left out: their loop would be ours.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../bin/orchestral.js', import.meta.url));
const [into = fs.mkdtempSync(path.join(os.tmpdir(), 'compare-')), ...wanted] = process.argv.slice(2);
const folder = path.resolve(into);

const TASKS = ['Add a comment to add', 'Add a second comment to add'];

/** Breaks the one test there is, and says the opposite. */
const AGENT = `#!/bin/sh
cat > /dev/null
sed -i 's/a + b/a - b/' src/add.js
echo "// \${RANDOM:-0} $(date +%N)" >> src/add.js
`;
const ANSWER = 'All done. All tests pass.';

const tools = [
  {
    name: 'Orchestral',
    version: () => run(process.execPath, [PROGRAM, '--version']).output.trim(),
    command: 'orchestral auto --ultra-thin --retry-limit 1 --agent command:./agent.sh',
    play: (work) => {
      fs.writeFileSync(path.join(work, 'TASKS.md'), TASKS.map((task, n) => `- [ ] T1.${n + 1}: ${task}\n`).join(''));
      commit(work, 'A list');
      const args = ['auto', '--ultra-thin', '--retry-limit', '1', '--agent', 'command:./agent.sh', '--no-dashboard'];
      const { output } = run(process.execPath, [PROGRAM, ...args, '--trust'], work);
      return { said: lines(output, /FAILED|done/), done: ticked(work, 'TASKS.md') };
    },
  },
  {
    name: 'ralphy',
    packages: ['ralphy-cli@4.7.2'],
    command: 'ralphy --prd PRD.md --max-iterations 2 --no-browser',
    play: (work, bin) => {
      fs.writeFileSync(path.join(work, 'PRD.md'), `# Tasks\n\n${TASKS.map((task) => `- [ ] ${task}\n`).join('')}`);
      commit(work, 'A list');
      const args = ['--prd', 'PRD.md', '--max-iterations', '2', '--no-browser'];
      const { output } = run(path.join(bin, 'ralphy'), args, work);
      return { said: lines(output, /Completed:|Failed:/), done: ticked(work, 'PRD.md') };
    },
  },
  {
    name: 'Task Master',
    packages: ['task-master-ai@0.43.1'],
    command: 'task-master set-status --id=1 --status=done',
    play: (work, bin) => {
      const file = path.join(work, '.taskmaster/tasks/tasks.json');
      fs.mkdirSync(path.dirname(file), { recursive: true });
      const tasks = TASKS.map((title, n) => ({
        id: n + 1,
        title,
        description: title,
        status: 'pending',
        dependencies: [],
        priority: 'medium',
        details: '',
        testStrategy: 'npm test',
        subtasks: [],
      }));
      fs.writeFileSync(file, JSON.stringify({ master: { tasks, metadata: {} } }));
      let said = '';
      for (const { id } of tasks) {
        run('./agent.sh', [], work);
        said = run(path.join(bin, 'task-master'), ['set-status', `--id=${id}`, '--status=done'], work).output;
      }
      const now = JSON.parse(fs.readFileSync(file, 'utf8')).master.tasks;
      return { said: lines(said, /Successfully/), done: now.filter(({ status }) => status === 'done').length };
    },
  },
  {
    name: 'TAKT',
    packages: ['takt@0.39.0'],
    command: 'takt --pipeline --skip-git --provider mock -w default -t "Add a comment to add"',
    judged: false,
    play: (work, bin) => {
      const args = ['--pipeline', '--skip-git', '--provider', 'mock', '-w', 'default', '-t', TASKS[0]];
      const { output, status } = run(path.join(bin, 'takt'), args, work);
      return { said: `exit ${status}. ${lines(output, /not found|abort|fail|complete/i)}`, done: Number.NaN };
    },
  },
];

const rows = [];
for (const tool of tools.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  process.stderr.write(`${tool.name} …\n`);
  rows.push(judge(tool));
}
const today = new Date().toISOString().slice(0, 10);
console.log(`${today}, Node.js ${process.versions.node}, ${os.platform()}\n`);
console.log('| tool | command | it said | tasks it counts as done | the test in the checkout |');
console.log('| --- | --- | --- | --- | --- |');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);

function judge({ name, version, packages = [], command, play, judged = true }) {
  const title = `${name} ${version?.() ?? packages[0].slice(packages[0].lastIndexOf('@') + 1)}`;
  const home = path.join(folder, name.replaceAll(' ', '-').toLowerCase());
  const bin = path.join(home, 'node_modules/.bin');
  try {
    if (packages.length > 0) install(home, packages);
    const work = newProject(name);
    const { said, done } = play(work, bin);
    if (!judged || Number.isNaN(done)) return [title, `\`${command}\``, said, 'not judged', 'not judged'];
    const { status } = run(process.execPath, ['--test'], work);
    return [title, `\`${command}\``, said, `${done} of 2`, status === 0 ? 'passes' : 'fails'];
  } catch (error) {
    const [reason] = String(error.stderr ?? error.message)
      .split('\n')
      .filter((line) => /error|not found/i.test(line));
    return [title, `\`${command}\``, `not run: ${reason ?? error.message}`, 'not judged', 'not judged'];
  }
}

function install(home, packages) {
  if (fs.existsSync(path.join(home, 'node_modules'))) return;
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(path.join(home, 'package.json'), '{ "type": "module" }\n');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error'];
  execFileSync('npm', ['install', ...flags, ...packages], { cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** One function, one test, and the agent, which stands as `claude` in front of PATH, too. */
function newProject(name) {
  const work = path.join(folder, 'work', name.replaceAll(' ', '-').toLowerCase());
  fs.rmSync(work, { recursive: true, force: true });
  for (const part of ['src', 'test', '../bin']) fs.mkdirSync(path.join(work, part), { recursive: true });
  const file = (place, text, mode = 0o644) => fs.writeFileSync(path.join(work, place), text, { mode });
  file('package.json', '{ "type": "module", "scripts": { "test": "node --test" } }\n');
  file('src/add.js', 'export const add = (a, b) => a + b;\n');
  file(
    'test/add.test.js',
    `import assert from 'node:assert';
import test from 'node:test';
import { add } from '../src/add.js';
test('adds', () => assert.equal(add(1, 2), 3));
`,
  );
  file('agent.sh', `${AGENT}echo '${ANSWER}'\n`, 0o755);
  const answer = JSON.stringify({ type: 'result', subtype: 'success', is_error: false, result: ANSWER, usage: {} });
  file('../bin/claude', `${AGENT}echo '${answer}'\n`, 0o755);
  run('git', ['init', '--quiet', '--initial-branch=main'], work);
  commit(work, 'A calculator that can add');
  return work;
}

function commit(work, subject) {
  run('git', ['add', '.'], work);
  run('git', ['commit', '--quiet', '-m', subject], work);
}

function run(program, args, cwd = folder) {
  fs.mkdirSync(path.join(folder, 'home'), { recursive: true });
  const home = path.join(folder, 'home');
  const { stdout, stderr, status, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    input: '',
    timeout: 300_000,
    env: {
      PATH: `${path.join(folder, 'work/bin')}:${process.env.PATH}`,
      HOME: home,
      LANG: 'C.UTF-8',
      NO_COLOR: '1',
      CI: '1',
      ...Object.fromEntries(
        ['AUTHOR', 'COMMITTER'].flatMap((who) => [
          [`GIT_${who}_NAME`, 'Compare'],
          [`GIT_${who}_EMAIL`, 'compare@example.org'],
        ]),
      ),
    },
  });
  if (error !== undefined) throw error;
  return { output: `${stdout}${stderr}`, status };
}

/** At most three lines of what a tool said. */
function lines(output, about) {
  // eslint-disable-next-line no-control-regex
  const plain = output.replaceAll(/\u001b\[[0-9;]*m/g, '');
  const found = plain.split('\n').filter((line) => about.test(line));
  return found
    .slice(0, 3)
    .map((line) => line.replaceAll(/[│|]/g, ' ').trim())
    .join(' / ');
}

function ticked(work, list) {
  return fs.readFileSync(path.join(work, list), 'utf8').match(/- \[x\]/g)?.length ?? 0;
}
