import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openVendorFolders, type OpenVendorFolders } from '../../../src/agents/vendor-folders/open-vendor-folders.ts';
import { catchFailure } from '../../../src/base/failure.ts';

const HOUR = 3_600_000;

test('an agent gets sign-in and settings of the person’s, and nothing else', async () => {
  const scene = makeScene({
    '.claude/.credentials.json': JSON.stringify({ claudeAiOauth: signIn(1), mcpOAuth: { server: 'secret' } }),
    '.claude/settings.json': '{"model":"opus"}',
    '.claude/agents/one.md': 'one',
    '.claude/history.jsonl': 'what they typed',
    '.claude.json': JSON.stringify({ userID: 'you', oauthAccount: { emailAddress: 'a@b' }, mcpServers: { x: {} } }),
  });
  const { overlays, binds, close } = await scene.open();
  expect(overlays).toMatchObject([{ at: scene.at('.claude'), from: scene.ours }]);
  const part = (name: string) => overlays[0]?.parts.find((one) => one.name === name);
  expect(part('settings.json')).toEqual({ name: 'settings.json', from: scene.at('.claude/settings.json') });
  expect(part('agents')).toEqual({ name: 'agents', from: scene.at('.claude/agents') });
  expect(part('hooks')).toEqual({ name: 'hooks' });
  expect(fs.readFileSync(part('CLAUDE.md')?.from ?? '', 'utf8')).toBe('');
  expect(scene.readOurs()).toEqual({ claudeAiOauth: signIn(1) });
  expect(fs.existsSync(path.join(scene.ours, 'history.jsonl'))).toBe(false);
  expect(binds).toMatchObject([{ at: scene.at('.claude.json'), writable: true }]);
  expect(JSON.parse(fs.readFileSync(binds[0]?.from ?? '', 'utf8'))).toEqual({
    userID: 'you',
    oauthAccount: { emailAddress: 'a@b' },
  });
  await close();
  expect(scene.left(), 'of the sign-in').toEqual([]);
});

test('what was moved elsewhere is found there', async () => {
  const scene = makeScene({ 'moved/.credentials.json': JSON.stringify({ claudeAiOauth: signIn(1) }) });
  const { overlays, binds, close } = await scene.open({ CLAUDE_CONFIG_DIR: scene.at('moved') });
  expect(overlays).toMatchObject([{ at: scene.at('moved') }]);
  expect(overlays[0]?.parts.find(({ name }) => name === '.claude.json')).toMatchObject({ writable: true });
  expect(binds).toEqual([]);
  await close();
});

test('conversations stay from one call to the next, and nothing else does', async () => {
  const scene = makeScene({});
  const first = await scene.open();
  const planted = ['memory/MEMORY.md', 'notes.md'].map((name) => path.join('projects/-work', name));
  for (const name of [...planted, 'projects/-work/abc.jsonl', 'new-settings.json', 'output/x.md']) scene.plant(name);
  fs.rmSync(path.join(scene.ours, 'rules'), { recursive: true });
  fs.symlinkSync(scene.at('.ssh'), path.join(scene.ours, 'rules'));
  fs.symlinkSync(scene.at('.ssh/id'), path.join(scene.ours, 'projects/-work/link.jsonl'));
  await first.close();
  const second = await scene.open();
  expect(fs.readdirSync(path.join(scene.ours, 'projects/-work'))).toEqual(['abc.jsonl']);
  expect(fs.lstatSync(path.join(scene.ours, 'rules')).isDirectory()).toBe(true);
  const names = new Set(second.overlays[0]?.parts.map(({ name }) => name));
  expect(fs.readdirSync(scene.ours).filter((name) => !names.has(name))).toEqual(['projects']);
  expect(fs.existsSync(scene.at('.ssh'))).toBe(false);
  await second.close();
});

test('an agent that takes rights away keeps nobody from working', async () => {
  const scene = makeScene({});
  const first = await scene.open();
  for (const name of ['junk/deep/file', 'projects/-work/abc.jsonl', 'projects/-work/memory/x']) scene.plant(name);
  for (const name of ['junk/deep', 'junk', 'projects/-work/memory', 'projects/-work', 'projects', ''])
    fs.chmodSync(path.join(scene.ours, name), 0);
  await first.close();
  const second = await scene.open();
  expect(fs.readdirSync(path.join(scene.ours, 'projects/-work'))).toEqual(['abc.jsonl']);
  expect(fs.existsSync(path.join(scene.root, 'aside'))).toBe(false);
  await second.close();
});

test('while another agent runs, its locks and what is mounted for it stay, and what it planted goes', async () => {
  const scene = makeScene({ '.claude/.credentials.json': JSON.stringify({ claudeAiOauth: signIn(1) }) });
  const first = await scene.open();
  fs.mkdirSync(path.join(scene.ours, '.oauth_refresh.lock'));
  scene.plant('.credentials.json', JSON.stringify({ claudeAiOauth: { ...signIn(1), scopes: ['a'] } }));
  scene.plant('planted.json');
  scene.plant('projects/-work/memory/MEMORY.md');
  const inode = fs.statSync(path.join(scene.ours, 'settings.json')).ino;
  const second = await scene.open();
  expect(fs.existsSync(path.join(scene.ours, '.oauth_refresh.lock'))).toBe(true);
  expect(scene.readOurs()).toMatchObject({ claudeAiOauth: { scopes: ['a'] } });
  expect(fs.statSync(path.join(scene.ours, 'settings.json')).ino).toBe(inode);
  expect(fs.existsSync(path.join(scene.ours, 'planted.json'))).toBe(false);
  expect(fs.readdirSync(path.join(scene.ours, 'projects/-work'))).toEqual([]);
  await first.close();
  expect(scene.left()).toEqual(['.credentials.json']);
  await second.close();
  expect(scene.left()).toEqual([]);
});

test('a token that an agent renewed is the person’s, before the call is over', async () => {
  const scene = makeScene({
    '.claude/.credentials.json': JSON.stringify({ claudeAiOauth: { ...signIn(1), x: 1 }, mcpOAuth: 'kept' }, null, 2),
  });
  const { close } = await scene.open();
  scene.plant('.credentials.json', JSON.stringify({ claudeAiOauth: { ...signIn(2), planted: 1 }, mcpOAuth: 'bad' }));
  await expect.poll(() => scene.readTheirs()).toEqual({ claudeAiOauth: { ...signIn(2), x: 1 }, mcpOAuth: 'kept' });
  expect(fs.readFileSync(scene.at('.claude/.credentials.json'), 'utf8')).toContain('\n  "');
  expect(fs.statSync(scene.at('.claude/.credentials.json')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(scene.at('.claude'))).toEqual(['.credentials.json']);
  scene.plant('.credentials.json', JSON.stringify({ claudeAiOauth: signIn(3) }));
  await close();
  expect(scene.readTheirs()).toMatchObject({ claudeAiOauth: signIn(3) });
});

test('one that the person renewed meanwhile is the agents’', async () => {
  const scene = makeScene({ '.claude/.credentials.json': JSON.stringify({ claudeAiOauth: signIn(1) }) });
  const { close } = await scene.open();
  fs.writeFileSync(scene.at('.claude/.credentials.json'), JSON.stringify({ claudeAiOauth: signIn(4) }));
  await expect.poll(() => scene.readOurs()).toEqual({ claudeAiOauth: signIn(4) });
  scene.plant('.credentials.json', JSON.stringify({ claudeAiOauth: signIn(5) }));
  await close();
  expect(scene.readTheirs()).toEqual({ claudeAiOauth: signIn(5) });
});

test('a sign-in that the person changed, or ended, is left alone', async () => {
  const scene = makeScene({ '.claude/.credentials.json': JSON.stringify({ claudeAiOauth: signIn(1) }) });
  const first = await scene.open();
  const other = JSON.stringify({ claudeAiOauth: { ...signIn(1), refreshToken: 'of another account' } });
  fs.writeFileSync(scene.at('.claude/.credentials.json'), other);
  scene.plant('.credentials.json', JSON.stringify({ claudeAiOauth: signIn(2) }));
  await first.close();
  expect(scene.readTheirs()).toEqual(JSON.parse(other));
  const second = await scene.open();
  fs.rmSync(scene.at('.claude/.credentials.json'));
  scene.plant('.credentials.json', JSON.stringify({ claudeAiOauth: signIn(2) }));
  await second.close();
  expect(fs.existsSync(scene.at('.claude/.credentials.json'))).toBe(false);
});

test.for<[string, (place: string) => void]>([
  ['an older one', (place) => fs.writeFileSync(place, JSON.stringify({ claudeAiOauth: signIn(0) }))],
  ['one for all time', (place) => fs.writeFileSync(place, JSON.stringify({ claudeAiOauth: signIn(20_000) }))],
  ['none', (place) => fs.rmSync(place)],
  ['no document', (place) => fs.writeFileSync(place, 'nothing')],
  ['other types', (place) => fs.writeFileSync(place, '{"claudeAiOauth":{"accessToken":{},"expiresAt":9e15}}')],
  [
    'a large one',
    (place) => fs.writeFileSync(place, JSON.stringify({ claudeAiOauth: signIn(2), x: 'x'.repeat(70_000) })),
  ],
  [
    'a link',
    (place) => {
      fs.renameSync(place, `${place}.real`);
      fs.writeFileSync(`${place}.real`, JSON.stringify({ claudeAiOauth: signIn(2) }));
      fs.symlinkSync(`${place}.real`, place);
    },
  ],
  [
    'a folder',
    (place) => {
      fs.rmSync(place);
      fs.mkdirSync(path.join(place, 'x'), { recursive: true });
    },
  ],
])('nothing of the person’s is changed by %s', async ([, plant]) => {
  const scene = makeScene({ '.claude/.credentials.json': JSON.stringify({ claudeAiOauth: signIn(1) }) });
  const { close } = await scene.open();
  plant(path.join(scene.ours, '.credentials.json'));
  await close();
  expect(scene.readTheirs()).toEqual({ claudeAiOauth: signIn(1) });
  // Nor is the next call kept from working.
  const next = await scene.open();
  expect(scene.readOurs()).toEqual({ claudeAiOauth: signIn(1) });
  await next.close();
});

test('a token that was renewed when the conductor was killed is found by the next call', async () => {
  const scene = makeScene({ '.claude/.credentials.json': JSON.stringify({ claudeAiOauth: signIn(1) }) });
  await (await scene.open()).close();
  // As if it had been killed: no user is left, and all else is.
  const { close } = await scene.open();
  fs.writeFileSync(path.join(scene.ours, '.credentials.json'), JSON.stringify({ claudeAiOauth: signIn(2) }));
  for (const name of fs.readdirSync(path.join(scene.root, 'users'))) fs.rmSync(path.join(scene.root, 'users', name));
  const next = await scene.open();
  expect(scene.readTheirs()).toEqual({ claudeAiOauth: signIn(2) });
  await close();
  await next.close();
});

test('a program that may be any vendor’s gets the folders of those that the person uses', async () => {
  const scene = makeScene({ '.codex/config.toml': '', '.config/opencode/opencode.json': '{}' });
  const { overlays, close } = await scene.open({}, 'acp');
  expect(overlays.map(({ at }) => path.relative(scene.home, at))).toEqual([
    '.codex',
    '.local/share/opencode',
    '.config/opencode',
    '.cache/opencode',
    '.local/state/opencode',
  ]);
  const config = overlays.find(({ at }) => at.endsWith('.config/opencode'));
  expect(config).toEqual({
    at: scene.at('.config/opencode'),
    parts: [{ name: 'opencode.json', from: scene.at('.config/opencode/opencode.json') }],
  });
  await close();
});

function signIn(hours: number) {
  const expiresAt = Math.floor(Date.now() / HOUR) * HOUR + hours * HOUR;
  return { accessToken: `access ${hours}`, refreshToken: `refresh ${hours}`, expiresAt, scopes: ['user:inference'] };
}

function makeScene(files: Readonly<Record<string, string>>) {
  const all = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'vendor-')));
  onTestFinished(() => fs.rmSync(all, { recursive: true, force: true }));
  const [home, root] = [path.join(all, 'home'), path.join(all, 'root')];
  const put = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  };
  for (const [name, text] of Object.entries(files)) put(path.join(home, name), text);
  const ours = path.join(root, 'claude-0');
  const at = (name: string): string => path.join(home, name);
  const read = (file: string): unknown => JSON.parse(fs.readFileSync(file, 'utf8'));
  return {
    home,
    root,
    ours,
    at,
    /** As an agent does it. */
    plant: (name: string, text = 'planted') => put(path.join(ours, name), text),
    readOurs: () => read(path.join(ours, '.credentials.json')),
    readTheirs: () => read(at('.claude/.credentials.json')),
    left: () => fs.readdirSync(ours).filter((name) => name === '.credentials.json'),
    async open(env: Record<string, string> = {}, backend = 'claude'): Promise<OpenVendorFolders> {
      const opened = await catchFailure(() => openVendorFolders({ backend, env: { HOME: home, ...env }, root }));
      if (!opened.ok) throw new Error(opened.error.code);
      return opened.value;
    },
  };
}
