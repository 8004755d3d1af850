import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import { createCommand } from '../../src/agents/command/command.ts';
import { catchFailure } from '../../src/base/failure.ts';
import type { CallOutcome } from '../../src/agents/port.ts';
import { systemClock } from '../../src/base/clock.ts';
import { ok } from '../../src/base/result.ts';
import { confineBackend, environmentFor, needsOf } from '../../src/engine/call-agent/environment-and-sandbox.ts';
import { type AgentChoice, type BackendName } from '../../src/engine/call-agent/choose-agent.ts';
import { openBackend } from '../../src/engine/call-agent/open-backend.ts';
import { openSandbox } from '../../src/engine/sandbox.ts';
import { agentSandboxRules } from '../../src/sandbox/sandbox-rules.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Notice } from '../../src/schema/notice.ts';
import { makeCall, makeCallFolders, type CallFolders } from '../agents/make-call.ts';
import { acpClaudeHarness } from '../conformance/acp-claude.harness.ts';
import { acpCodexHarness } from '../conformance/acp-codex.harness.ts';
import { claudeHarness } from '../conformance/claude.harness.ts';
import { codexHarness } from '../conformance/codex.harness.ts';
import { geminiHarness } from '../conformance/gemini.harness.ts';
import { opencodeHarness } from '../conformance/opencode.harness.ts';
import type { Harness } from '../conformance/harness.ts';
import { play, type Through } from '../conformance/scene.ts';
import { needs, notRun } from '../support/needs.ts';
import { byTier } from '../support/tier.ts';

const trespass = 'echo mine > mine.txt; echo x > ../outside.txt; cat "$HOME/.ssh/id" || echo unreadable';

describe('an agent in the sandbox', () => {
  test.for<AgentChoice>([
    { backend: 'command', command: ['sh', '-c', trespass], from: 'person' },
    { backend: 'rehearsal', script: 'script.yaml', from: 'person' },
  ])('writes its own folder and no other: $backend', async (choice, context) => {
    const scene = await aScene(context);
    const confined = await scene.call(choice);
    expect(confined.said).toContain('unreadable');
    expect(fs.readFileSync(path.join(scene.place.folder, 'mine.txt'), 'utf8')).toBe('mine\n');
    expect(fs.existsSync(path.join(scene.place.root, 'outside.txt'))).toBe(false);
  });

  test('that is not there is not installed, as outside of it', async (context) => {
    const scene = await aScene(context);
    const { outcome } = await scene.call({ backend: 'command', command: ['no-such-agent'], from: 'person' });
    expect(outcome).toMatchObject({ status: 'failed', kind: 'not_installed' });
  });

  test('reads what the person lets all read, but no secret of theirs in it', async (context) => {
    const { spawner, root, folder, stepFolder } = makeCallFolders();
    const [home, config, privateFolder] = ['home', 'config', 'private'].map((name) => path.join(root, name));
    const files = {
      'config/orchestral/config.json': JSON.stringify({ version: 1, sandbox: { read: ['~'] } }),
      'home/sdk/tool': 'tool',
      'home/.ssh/id': 'secret',
    };
    for (const [name, content] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      fs.writeFileSync(path.join(root, name), content);
    }
    const env = environmentFor('command', { ...process.env, HOME: home, XDG_CONFIG_HOME: config });
    const confine = await openSandbox('auto', { spawner, env, onNotice: () => {} });
    if (confine === undefined) notRun(context, 'no bubblewrap here');
    const rules = agentSandboxRules({
      folder,
      stepFolder,
      own: [],
      home: `${home}`,
      privateFolder: `${privateFolder}`,
    });
    const script = 'cat ~/sdk/tool; cat ~/.ssh/id; echo x > ~/sdk/tool || echo ", read-only"';
    const { stdout } = await spawner.run(confine({ file: 'sh', args: ['-c', script], cwd: folder, env }, rules));
    expect(Buffer.from(stdout).toString()).toBe('tool, read-only\n');
    fs.writeFileSync(path.join(root, 'config/orchestral/config.json'), '{ "version": 1, "sandbox": "off" }');
    const bad = await catchFailure(() => openSandbox('auto', { spawner, env, onNotice: () => {} }));
    expect(bad).toMatchObject({ error: { code: 'document.invalid' } });
  });

  test('reads the sign-in of the provider that the person has it use, and cannot write it', async (context) => {
    const confine = await sandbox(context);
    const { spawner, root, folder, stepFolder } = makeCallFolders();
    const home = path.join(root, 'home');
    fs.mkdirSync(path.join(home, '.aws'), { recursive: true });
    fs.writeFileSync(path.join(home, '.aws/credentials'), 'sign-in');
    const command = [
      'sh',
      '-c',
      'cat ~/.aws/credentials; echo $MINE; echo x > ~/.aws/credentials || echo kept',
    ] as const;
    const said = async (bedrock: string) => {
      const own = { ...process.env, HOME: home, CLAUDE_CODE_USE_BEDROCK: bedrock, MINE: 'mine' };
      const agents = { backends: { command: { command: [...command], env: ['MINE'] } } };
      const needs = await needsOf('command', { env: own, agents });
      const env = environmentFor('command', own, needs);
      const places = { folder, stepFolder, privateFolder: path.join(root, 'private'), places: needs.places };
      const vendorRoot = path.join(root, 'vendors');
      const backend = createCommand({ spawner, command });
      const confined = confineBackend(backend, confine, { backend: 'command', env, ...places, vendorRoot });
      const outcome = await confined.run(makeCall({ folder, stepFolder }, { env }), () => {});
      return outcome.status === 'answered' ? outcome.text.trim() : outcome;
    };
    expect(await said('1')).toBe('sign-inmine\nkept');
    expect(await said('')).toMatch(/^mine/);
    expect(fs.readFileSync(path.join(home, '.aws/credentials'), 'utf8')).toBe('sign-in');
  });

  test('that only waits is idle, though it wakes', async (context) => {
    const { spawner, folder, root } = makeCallFolders();
    const confine = await sandbox(context);
    const wakes = 'setInterval(() => { const end = Date.now() + 5; while (Date.now() < end); }, 50)';
    const command = {
      file: process.execPath,
      args: ['-e', wakes],
      cwd: folder,
      env: environmentFor('codex', process.env),
    };
    const confines = { writable: [root], readOnly: [], hidden: [] };
    const limits = { idleMs: 1000, wallMs: 30_000 };
    const { ending } = await spawner.run({
      ...confine(command, confines),
      limits,
      onlyWaits: true,
      effect: 'test/waits',
    });
    expect(ending).toMatchObject({ kind: 'timed_out', limit: 'idle', tree: 'gone' });
  });
});

describe('which sandbox', () => {
  const open = async (mode: 'auto' | 'require' | 'off' | undefined, PATH = makeCallFolders().root) => {
    const notices: Notice[] = [];
    const { spawner } = makeCallFolders();
    const opened = await catchFailure(() =>
      openSandbox(mode, { spawner, env: { PATH }, onNotice: (notice) => notices.push(notice) }),
    );
    return { opened, said: notices.map(({ code }) => code) };
  };

  test('auto goes on without one, and says so', async () => {
    expect(await open('auto')).toEqual({ opened: ok(undefined), said: ['sandbox.absent'] });
    expect(await open(undefined)).toEqual({ opened: ok(undefined), said: ['sandbox.absent'] });
  });

  test('require does not go on', async () => {
    expect(await open('require')).toMatchObject({ opened: { error: { code: 'sandbox.absent' } }, said: [] });
  });

  test('off is off, and says nothing', async (context) => {
    needs(context, 'bwrap');
    expect(await open('off', process.env['PATH'])).toEqual({ opened: ok(undefined), said: [] });
  });
});

for (const harness of byTier<Harness[]>({
  usual: [],
  full: [claudeHarness(), codexHarness(), geminiHarness(), opencodeHarness()],
})) {
  test(`${harness.name} works in the sandbox`, { timeout: 10 * 60_000 }, async (context) => {
    await harness.install(context);
    const confine = await sandbox(context);
    await play(harness, 'answer', async ({ run }) => {
      const first = await run({ prompt: 'Say pong.' }, inside(harness, confine));
      expect(first).toMatchObject({ status: 'answered' });
      // Its conversations are kept for the calls of the run.
      const resume = first.conversation;
      const again = { prompt: 'Again.', ...(resume && { resume }) };
      expect(await run(again, inside(harness, confine))).toMatchObject({ status: 'answered' });
    });
  });
}

for (const harness of byTier<Harness[]>({
  usual: [acpCodexHarness()],
  full: [acpCodexHarness(), acpClaudeHarness()],
})) {
  test(`${harness.name} works in the sandbox, without one of its own`, { timeout: 10 * 60_000 }, async (context) => {
    await harness.install(context);
    const confine = await sandbox(context);
    await play(harness, 'edit', async ({ run, folder }) => {
      expect(await run({ prompt: 'Write hello.txt.' }, inside(harness, confine))).toMatchObject({ status: 'answered' });
      expect(fs.readFileSync(path.join(folder, 'hello.txt'), 'utf8')).toBe('hello\n');
    });
  });
}

function inside({ name }: Harness, confine: Sandbox): Through {
  return async (backend, call, on) => {
    const { folder, stepFolder, env } = call;
    const home = env['HOME'] ?? '';
    // A file that is mounted by itself cannot be replaced, only written: Claude Code has to live with that.
    if (name.includes('claude')) fs.writeFileSync(path.join(home, '.claude.json'), '{}');
    const before = readFiles(home);
    const privateFolder = path.join(home, 'private');
    const places = { folder, stepFolder, privateFolder, vendorRoot: path.join(privateFolder, 'vendors') };
    const backendName = name.startsWith('acp') ? 'acp' : (name as BackendName);
    const outcome = await confineBackend(backend, confine, { backend: backendName, env, ...places }).run(call, on);
    expect(readFiles(home), 'what is the person’s').toEqual(before);
    return outcome;
  };
}

/** Of the person's. */
function readFiles(home: string): Map<string, string> {
  const entries = fs.readdirSync(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    files.filter((file) => !file.includes('/private/')).map((file) => [file, fs.readFileSync(file, 'utf8')]),
  );
}

interface Scene {
  readonly place: CallFolders;
  call(choice: AgentChoice): Promise<{ readonly outcome: CallOutcome; readonly said: string }>;
}

async function sandbox(context: Pick<TestContext, 'skip'>): Promise<Sandbox> {
  const { spawner } = makeCallFolders();
  const opened = await catchFailure(() =>
    openSandbox('auto', {
      spawner,
      env: environmentFor('command', process.env),
      onNotice: () => {},
    }),
  );
  if (opened.ok && opened.value !== undefined) return opened.value;
  return notRun(context, 'no bubblewrap here');
}

async function aScene(context: Pick<TestContext, 'skip'>): Promise<Scene> {
  const confine = await sandbox(context);
  const place = makeCallFolders();
  const { root, folder, stepFolder, spawner } = place;
  const [home, privateFolder] = [path.join(root, 'home'), path.join(root, 'private')];
  fs.mkdirSync(path.join(home, '.ssh'), { recursive: true });
  fs.writeFileSync(path.join(home, '.ssh/id'), 'secret');
  fs.writeFileSync(path.join(root, 'script.yaml'), `version: 1\nroles:\n  builder:\n    - run: '${trespass}'\n`);
  return {
    place,
    async call(choice) {
      const env = environmentFor(choice.backend, { ...process.env, HOME: home });
      const config = { script: undefined };
      const backend = await catchFailure(() =>
        openBackend(choice, { spawner, clock: systemClock, cwd: root, config, finished: () => 0 }),
      );
      if (!backend.ok) throw new Error('not opened');
      let said = '';
      const vendorRoot = path.join(privateFolder, 'vendors');
      const places = { folder, stepFolder, privateFolder, vendorRoot, env };
      const confined = confineBackend(backend.value, confine, { backend: choice.backend, ...places });
      const outcome = await confined.run(makeCall(place, { env }), (event) => {
        if (event.type === 'text') said += event.text;
        if (event.type === 'tool_result') said += event.output;
      });
      return { outcome, said };
    },
  };
}
