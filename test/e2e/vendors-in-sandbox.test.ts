import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type TestContext, test } from 'vitest';
import { installedPackage } from '../support/installed.ts';
import { openMessagesModel } from '../support/model-servers/anthropic.ts';
import { openGeminiModel } from '../support/model-servers/gemini.ts';
import { openChatModel } from '../support/model-servers/openai-chat.ts';
import { openResponsesModel } from '../support/model-servers/openai-responses.ts';
import type { ScriptedServer, Turn, TurnFor } from '../support/model-servers/scripted-server.ts';
import { needs, notRun } from '../support/needs.ts';
import { PASS } from '../support/run-project.ts';
import { record } from '../support/scorecard.ts';
import { byTier, sampled } from '../support/tier.ts';
import { playing, testOf } from './real-agents.ts';

const exec = promisify(execFile);

const TASKS = byTier({ usual: ['t1', 't2'], full: ['t1', 't2', 't3', 't4'] });
const MANY = byTier({ usual: 'two', full: 'four' });

/** Nobody's. */
const ORDINARY = 64_124;

interface VendorCase {
  readonly agent: string;
  readonly name: string;
  readonly version: string;
  open(turnFor: TurnFor): Promise<ScriptedServer>;
  /** What the person has in their home folder. */
  settings(baseUrl: string): Readonly<Record<string, string>>;
  env(baseUrl: string): Readonly<Record<string, string>>;
}

const vendors: readonly VendorCase[] = [
  {
    agent: 'claude',
    name: '@anthropic-ai/claude-code',
    version: '2.1.325',
    open: openMessagesModel,
    settings: () => ({ '.claude/settings.json': '{"includeCoAuthoredBy":false}' }),
    env: (baseUrl) => ({ ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_API_KEY: 'sk-ant-for-nothing' }),
  },
  {
    agent: 'codex',
    name: '@openai/codex',
    version: '0.166.0',
    open: openResponsesModel,
    settings: (baseUrl) => ({ '.codex/config.toml': codexSettings(baseUrl) }),
    env: () => ({ OPENAI_API_KEY: 'a-key-of-no-worth' }),
  },
  {
    agent: 'gemini:gemini-2.5-flash',
    name: '@google/gemini-cli',
    version: '0.61.0',
    open: openGeminiModel,
    settings: () => ({ '.gemini/settings.json': JSON.stringify(GEMINI_SETTINGS) }),
    env: (baseUrl) => ({ GEMINI_API_KEY: 'key-for-tests-only', GOOGLE_GEMINI_BASE_URL: baseUrl }),
  },
  {
    agent: 'opencode:scripted/model',
    name: 'opencode-ai',
    version: '1.18.33',
    open: openChatModel,
    settings: (baseUrl) => ({ '.config/opencode/opencode.json': JSON.stringify(opencodeSettings(baseUrl)) }),
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_DEFAULT_PLUGINS: '1' }),
  },
];

const everybody = (['root', 'an ordinary user'] as const).flatMap((who) =>
  vendors.map((vendor) => ({ who, ...vendor })),
);

test.for(sampled(everybody, 1))(
  `a whole run and ${MANY} tasks at once by the real $agent in the sandbox, as $who`,
  { timeout: 30 * 60_000 },
  async ({ who, ...vendor }, context) => {
    const scene = await openScene(context, { who, ...vendor });
    const before = scene.readHome();
    await scene.orchestral('start', 'Halve numbers.');
    // Without the commit it says what there is to approve.
    const told = await scene.orchestral('approve');
    await scene.orchestral('approve', ...(/approve (run-\S+ --commit \w+)/.exec(told)?.[1]?.split(' ') ?? []));
    expect(await scene.git('show', 'main:src/halve.js')).toBe('export const halve = (n) => n / 2;\n');
    await scene.orchestral('auto', '--ultra-thin', '--parallel', `${TASKS.length}`);
    for (const id of TASKS) expect(await scene.git('show', `main:src/${id}.js`)).toBe(source(id));
    expect(scene.readHome(), 'what is the person’s').toEqual(before);
    record({
      promise: `${vendor.name} does a run and ${MANY} tasks at once in the sandbox, as ${who}`,
      asked: 'all merged, nothing of the person’s changed',
      measured: `1 run, ${TASKS.length} tasks; ${before.size} files of the person’s as they were`,
    });
  },
);

const plan = `# Tasks\n\n## Phase 1\n\n${TASKS.map((id, index) => `- [ ] T1.${index + 1}: Write ${id}\n  - files: src/${id}.js, test/${id}.test.js\n`).join('')}`;

const source = (id: string): string => `export const ${id} = (n) => n + ${id.slice(1)};\n`;

const inRun = {
  refiner: [
    [{ answer: { status: 'ready', refined: '# Halve\n\n`halve(2)` is 1.\n', clarifications: [], auto_filled: [] } }],
  ],
  builder: [[{ write: 'src/halve.js', content: 'export const halve = (n) => n / 2;\n' }, { say: 'It halves.' }]],
  verifier: [[{ write: 'test/halve.test.js', content: testOf('halve', 1) }, { say: 'Tested.' }]],
  gatekeeper: [[{ answer: PASS }]],
} as const;

/** What the model does, whoever's it is. */
function scripted(): TurnFor {
  const asRole = playing(inRun);
  return (asked) => {
    const [, task] = /## Task T1\.(\d)/.exec(asked.body) ?? [];
    if (task === undefined) return asRole(asked);
    const id = `t${task}`;
    const turns: readonly Turn[] = [
      { write: `src/${id}.js`, content: source(id) },
      { write: `test/${id}.test.js`, content: testOf(id, 2 + Number(task)) },
    ];
    return turns[asked.taken] ?? { say: `Wrote ${id}.` };
  };
}

const files = {
  'package.json': '{ "name": "small", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/double.js': 'export const double = (n) => n * 2;\n',
  'test/double.test.js': testOf('double', 4),
  'TASKS.md': plan,
  '.gitignore': '.orchestral/\n.claude/\n',
  '.orchestral/config/agents.json': '{ "version": 1, "sandbox": "require" }\n',
};

async function openScene(context: TestContext, { who, ...vendor }: VendorCase & { readonly who: string }) {
  needs(context, 'bwrap', 'setpriv');
  const isRoot = process.getuid?.() === 0;
  if (who === 'root' && !isRoot) notRun(context, 'the tests are not run by root');
  if (!fs.existsSync('dist/cli.js')) notRun(context, 'dist is not built');
  const installed = path.resolve(await installedPackage(context, vendor.name, vendor.version));
  const server = await vendor.open(scripted());
  context.onTestFinished(() => server.close());
  const root = fs.mkdtempSync('/var/tmp/vendors-');
  context.onTestFinished(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const at = (name: string): string => path.join(root, name);
  const put = (name: string, text: string): void => {
    fs.mkdirSync(path.dirname(at(name)), { recursive: true });
    fs.writeFileSync(at(name), text);
  };
  for (const [name, text] of Object.entries(files)) put(`project/${name}`, text);
  for (const [name, text] of Object.entries(vendor.settings(server.baseUrl))) put(`home/${name}`, text);
  put('home/.gitconfig', '[user]\nname = Ann\nemail = ann@example.com\n');
  // Where an ordinary user can read it; links, as these programs are large.
  const modules = installed.slice(0, installed.indexOf('/node_modules/') + '/node_modules'.length);
  const programs = at('programs/node_modules');
  fs.mkdirSync(path.dirname(programs));
  await exec('cp', ['-al', modules, programs]).catch(() => exec('cp', ['-a', modules, programs]));
  for (const name of ['dist', 'bin', 'package.json']) fs.cpSync(name, at(`orchestral/${name}`), { recursive: true });
  const isOther = isRoot && who !== 'root';
  const user = isOther ? ['setpriv', `--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups'] : [];
  if (isOther) {
    fs.chownSync(root, ORDINARY, ORDINARY);
    await exec('chown', ['-R', `${ORDINARY}:${ORDINARY}`, at('project'), at('home')]);
  }
  const env = {
    HOME: at('home'),
    XDG_STATE_HOME: at('state'),
    PATH: `${programs}/.bin${path.delimiter}${process.env['PATH']}`,
    LANG: 'C.UTF-8',
    TMPDIR: at('tmp'),
    ...vendor.env(server.baseUrl),
  };
  const run = async (...line: readonly string[]): Promise<string> => {
    const options = { cwd: at('project'), env, maxBuffer: 64 * 1024 * 1024 };
    return (await exec('env', [...user, ...line], options)).stdout;
  };
  await run('mkdir', at('tmp'));
  await run('git', 'init', '--quiet', '--initial-branch', 'main');
  await run('git', 'add', '.');
  await run('git', 'commit', '--quiet', '--message', 'Begin');
  return {
    git: (...args: string[]) => run('git', ...args),
    /** To its end, or to where a person decides. */
    async orchestral(...args: string[]): Promise<string> {
      const program = [process.execPath, at('orchestral/bin/orchestral.js')];
      const options = ['--agent', vendor.agent, '--trust', '--yes', '--no-dashboard', '--no-color', '--verbose'];
      const ended = await run(...program, ...args, ...options).then(
        (stdout) => ({ code: 0, stdout, stderr: '' }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
      const waits = args[0] === 'start' || args.join() === 'approve';
      expect([0, waits ? 3 : 0], `${ended.stdout}\n${ended.stderr}`).toContain(ended.code);
      return ended.stdout + ended.stderr;
    },
    /** All that the person has in their home folder. */
    readHome(): Map<string, string> {
      const entries = fs.readdirSync(at('home'), { recursive: true, withFileTypes: true });
      const all = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
      return new Map(all.map((file) => [path.relative(at('home'), file), fs.readFileSync(file, 'utf8')]));
    },
  };
}

function codexSettings(baseUrl: string): string {
  return `model = "gpt-6.1-sol"
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "${baseUrl}"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
`;
}

const GEMINI_SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
};

function opencodeSettings(baseURL: string): object {
  const model = { name: 'Scripted', tool_call: true, limit: { context: 128_000, output: 8192 } };
  return {
    share: 'disabled',
    small_model: 'scripted/model',
    enabled_providers: ['scripted'],
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL, apiKey: 'a-key-for-nothing' },
        models: { model },
      },
    },
  };
}
