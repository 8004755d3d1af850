// A scratch project in which one version of the program is run.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Fixed: documents hold absolute paths, and whoever restores them replaces this one. */
export const ROOT = '/tmp/orchestral-recording';

/** Shell commands for rehearsal steps: note the call, and wait for the file `go`. */
export const NOTE_CALL = 'echo "$ORCHESTRAL_EFFECT" >> "$XDG_DATA_HOME/calls"';
export const BLOCK = 'until [ -e "$XDG_DATA_HOME/go" ]; do sleep 0.1; done';

const TIMEOUT_MS = 120_000;

/** A project with git and a home beside it; `program` is the file that `node` runs as `orchestral`. */
export function createProject(name, { program, files, script }) {
  const root = path.join(ROOT, name);
  const [folder, home] = [path.join(root, 'project'), path.join(root, 'home')];
  const go = path.join(home, 'data/go');
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_STATE_HOME: path.join(home, 'state'),
    XDG_DATA_HOME: path.join(home, 'data'),
    GIT_CONFIG_NOSYSTEM: '1',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  };
  const git = (...args) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim();
  const readCalls = () => readText(path.join(home, 'data/calls')).split('\n');

  fs.rmSync(root, { recursive: true, force: true });
  writeFiles(home, {
    '.gitconfig': '[user]\nname = Ann\nemail = ann@example.com\n',
    'script.json': formatJson({ version: 1, ...script }),
    'data/calls': '',
  });
  writeFiles(folder, {
    ...files,
    '.gitignore': '.orchestral/\n.claude/\n',
    '.orchestral/config/agents.json': formatJson({ version: 1, sandbox: 'off' }),
  });
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');

  const start = (args) => {
    const all = [program, '--trust', '--agent', `rehearsal:${path.join(home, 'script.json')}`, ...args];
    const child = spawn(process.execPath, all, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    const ended = new Promise((resolve) => {
      child.on('close', (code) => resolve({ code, output }));
    });
    return { child, ended };
  };

  return {
    name,
    root,
    folder,
    env,
    git,
    write: (written) => writeFiles(folder, written),
    /** Runs a command to its end. */
    async run(exitCode, ...args) {
      const { code, output } = await start(args).ended;
      if (code !== exitCode) throw new Error(`${name}: ${args.join(' ')}: exit ${code}, not ${exitCode}\n${output}`);
    },
    /** Starts a command and waits for the agent of an effect to be called. */
    async startUntil(effect, ...args) {
      const before = readCalls().length;
      const running = start(args);
      const isCalled = () =>
        readCalls()
          .slice(before - 1)
          .some((line) => line.split('@')[0].endsWith(effect));
      await waitFor(isCalled, `${name}: ${effect} is not called`, running);
      return running;
    },
    waitForEvent: (log, text, running) =>
      waitFor(() => readText(log).includes(text), `${name}: ${text} is not in the log`, running),
    /** Until the documents show what the log has: the log says so a moment before they do. */
    async waitForDocuments(log, running) {
      const isShown = () => /"type":"shown"[^\n]*\n$/.test(readText(log));
      await waitFor(isShown, `${name}: the documents trail the log`, running);
      await pause(500);
    },
    async kill({ child, ended }) {
      child.kill('SIGKILL');
      await ended;
    },
    unblock: () => fs.writeFileSync(go, ''),
    block: () => fs.rmSync(go),
    /** Replaces the project by a copy of itself: another folder at the same path, so that the log begins a new segment. */
    replaceByCopy() {
      const copy = `${folder}-copy`;
      fs.cpSync(folder, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
      fs.rmSync(folder, { recursive: true });
      fs.renameSync(copy, folder);
    },
  };
}

export function writeFiles(folder, files) {
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
}

export function formatJson(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Fails when the command ends before that. */
async function waitFor(holds, message, { ended }) {
  const output = ended.then((end) => end.output);
  const deadline = Date.now() + TIMEOUT_MS;
  while (!holds()) {
    const printed = await Promise.race([output, pause(50)]);
    if (printed !== undefined || Date.now() > deadline) throw new Error(`${message}\n${printed ?? ''}`);
  }
}

function readText(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}
