import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import { formatNotice } from '../../src/i18n/catalogue.ts';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';
import { createNotifier, type NotifierOptions } from '../../src/notify/notify.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import type { Notice } from '../../src/schema/notice.ts';
import { webhook } from './webhook.ts';

const hostile = '-rf $(touch /tmp/x) `id` "; \u0000\u001b]0;title\u0007<b>한글</b> & \u202eevil\ud800\n--help';

/** A folder with a program of this name that keeps its arguments, one a line, and some of its environment. */
function recorder(program: string) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'desktop-'));
  const kept = path.join(folder, 'kept');
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" > '${kept}'\nenv >> '${kept}'\n`;
  fs.writeFileSync(path.join(folder, program), script, { mode: 0o755 });
  return { PATH: `${folder}:/usr/bin:/bin`, kept: () => fs.readFileSync(kept, 'utf8') };
}

function aNotifier(change: Partial<NotifierOptions>) {
  const notices: Notice[] = [];
  let bells = 0;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'registry-'));
  const notifier = createNotifier({
    env: {},
    spawner: createSpawner({
      registry: openRegistry({ folder, disk: realDisk, clock: systemClock }),
      scope: 'test',
    }),
    config: { terminal_bell: false, system_notify: false },
    words: en.notifications,
    bell: () => {
      bells += 1;
    },
    onNotice: (notice) => notices.push(notice),
    platform: 'linux',
    ...change,
  });
  return { notifier, notices, bells: () => bells };
}

const onDesktop = { terminal_bell: false, system_notify: true };

test('only what is switched on', async () => {
  const silent = aNotifier({});
  await silent.notifier.tell({ kind: 'done', subject: 'run-1' });
  expect([silent.bells(), silent.notices]).toEqual([0, []]);
  const ringing = aNotifier({ config: { terminal_bell: true, system_notify: false } });
  await ringing.notifier.tell({ kind: 'done', subject: 'run-1' });
  expect(ringing.bells()).toBe(1);
});

test.each([
  [en.notifications, 'run-1 waits for your answer'],
  [ko.notifications, 'run-1: 답을 기다립니다'],
])('on a Linux desktop the text is an argument, without markup', async (words, headline) => {
  const { PATH, kept } = recorder('notify-send');
  const { notifier, notices } = aNotifier({ env: { PATH, GH_TOKEN: 'sesame-open' }, config: onDesktop, words });
  await notifier.tell({ kind: 'waiting', subject: 'run-1', question: `${hostile} sesame-open` });
  expect(notices).toEqual([]);
  expect(kept().split('\n').slice(0, 4)).toEqual([
    '--app-name=Orchestral',
    '--',
    headline,
    '-rf $(touch /tmp/x) `id` "; &lt;b&gt;한글&lt;/b&gt; &amp; evil --help ***',
  ]);
  expect(kept()).not.toContain('sesame-open');
});

test('on macOS it is an argument of a fixed script', async () => {
  const { PATH, kept } = recorder('osascript');
  const { notifier } = aNotifier({ env: { PATH }, config: onDesktop, platform: 'darwin' });
  await notifier.tell({ kind: 'failed', subject: '-s o', reason: hostile });
  const lines = kept().split('\n');
  expect(lines.slice(5, 9)).toEqual([
    'end run',
    '--',
    '-s o failed',
    '-rf $(touch /tmp/x) `id` "; <b>한글</b> & evil --help',
  ]);
});

test('on Windows it is in the environment, beside a fixed script', async () => {
  const { PATH, kept } = recorder('powershell.exe');
  const { notifier } = aNotifier({ env: { PATH }, config: onDesktop, platform: 'win32' });
  await notifier.tell({ kind: 'failed', subject: 'run-1', reason: hostile });
  const [script = '', environment = ''] = kept().split('Show([Windows');
  expect(script).not.toContain('touch');
  expect(environment).toContain('ORCHESTRAL_TEXT=-rf $(touch /tmp/x) `id` "; <b>한글</b> & evil --help\n');
});

test('a desktop without the program, or with a broken one, is a notice, once', async () => {
  const absent = aNotifier({ env: { PATH: '/nowhere' }, config: onDesktop });
  for (const subject of ['run-1', 'run-2']) await absent.notifier.tell({ kind: 'done', subject });
  expect(absent.notices).toEqual([{ code: 'desktop.silent', params: { program: 'notify-send', why: 'absent' } }]);

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'desktop-'));
  fs.writeFileSync(path.join(folder, 'notify-send'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const broken = aNotifier({ env: { PATH: folder }, config: onDesktop });
  await broken.notifier.tell({ kind: 'done', subject: 'run-1' });
  expect(broken.notices).toMatchObject([{ params: { why: 'failed' } }]);
});

test('Slack is told without secrets, and its address is in no notice', async () => {
  const { url, bodies } = await webhook(404);
  const env = { ORCHESTRAL_SLACK_WEBHOOK_URL: url, API_KEY: 'key-of-the-house' };
  const { notifier, notices } = aNotifier({ env });
  const reason = `POST ${url} and ${new URL(url).pathname} with key-of-the-house ${'x'.repeat(10_000)}`;
  await notifier.tell({ kind: 'failed', subject: 'run-1', reason });
  const { text } = JSON.parse(bodies[0] ?? '') as { text: string };
  expect(text).toMatch(/^run-1 failed\nPOST \*\*\* and \*\*\* with \*\*\* x+…$/);
  expect(text.length).toBeLessThan(600);
  expect(notices).toEqual([{ code: 'slack.silent', params: { why: 'refused', status: 404 } }]);
  for (const words of [en, ko])
    for (const notice of notices) expect(formatNotice(words, notice)).not.toMatch(/sesame-open|127\.0\.0\.1/);
});

test('an address that is none is said without it', async () => {
  const { notifier, notices } = aNotifier({ env: { ORCHESTRAL_SLACK_WEBHOOK_URL: 'http://sesame-open.example' } });
  await notifier.tell({ kind: 'ready', subject: 'run-1' });
  expect(notices).toEqual([{ code: 'slack.silent', params: { why: 'bad_url' } }]);
});
