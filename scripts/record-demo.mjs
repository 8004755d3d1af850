// Records `orchestral demo` in a real terminal (tmux) and writes it as animated SVG, light and dark, English and Korean:
// oxlint-disable no-control-regex -- terminals speak in control characters
//   node scripts/record-demo.mjs
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './stamp.mjs';
import { animatedSvg } from './terminal-svg.mjs';

const COLUMNS = 96;
const ROWS = 30;
/** What a person types at each question: the recommended answer, why, not for later runs, and yes to the merge. */
const TYPED = {
  en: ['', 'readers see what they click', '', 'y'],
  ko: ['', '읽는 사람이 보는 그대로니까', '', 'y'],
};
/** A screen that has not changed for so long asks something. */
const ASKS_AFTER_MS = 2500;
const LONGEST_FRAME_MS = 1400;

for (const [language, typed] of Object.entries(TYPED)) {
  const frames = await record(language, typed);
  for (const theme of ['light', 'dark']) {
    const name = `demo-${language === 'en' ? '' : `${language}-`}${theme}.svg`;
    const file = path.join(root, 'docs/images', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, animatedSvg(frames, { theme, columns: COLUMNS, rows: ROWS }));
    console.log(
      `${path.relative(root, file)}: ${frames.length} frames, ${Math.ceil(fs.statSync(file).size / 1024)} KB`,
    );
  }
}

/** The screens of one demo: what tmux shows, each with how long it is shown. */
async function record(language, typed) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'record-'));
  const tmux = (...args) =>
    execFileSync('tmux', ['-S', path.join(home, 'socket'), '-f', '/dev/null', ...args], { encoding: 'utf8' });
  const lang = language === 'ko' ? 'ko_KR.UTF-8' : 'C.UTF-8';
  // As for somebody who installed it: the program names its own commands as they would type them.
  fs.mkdirSync(path.join(home, 'bin'));
  fs.symlinkSync(path.join(root, 'bin/orchestral.js'), path.join(home, 'bin/orchestral'));
  const env = `env -i HOME=${home} PATH=${home}/bin:${path.dirname(process.execPath)}:/usr/bin:/bin TERM=screen-256color COLORTERM= LC_ALL=${lang} ORCHESTRAL_DASHBOARD=off`;
  const command = `${env} ${process.execPath} ${path.join(root, 'bin/orchestral.js')} demo ${path.join(home, 'demo')}; sleep 4`;
  try {
    tmux('-u', 'new-session', '-d', '-x', String(COLUMNS), '-y', String(ROWS), command);
    const frames = [];
    const answers = [...typed];
    let key = '';
    let changed = Date.now();
    while (isAlive(tmux)) {
      const screen = tmux('capture-pane', '-e', '-p').replaceAll(home, '~');
      // A spinner that turns and seconds that pass are no news.
      const now = screen.replaceAll(/[\u2800-\u28ff]|\d+ m?s\b|\d+:\d\d/g, '');
      if (now !== key) {
        key = now;
        changed = Date.now();
        frames.push({ screen, at: changed });
      } else if (answers.length > 0 && Date.now() - changed > ASKS_AFTER_MS && asks(screen)) {
        tmux('send-keys', '-l', answers.shift());
        await pause(300);
        tmux('send-keys', 'Enter');
        changed = Date.now();
      }
      await pause(120);
    }
    return withDurations(frames);
  } finally {
    try {
      tmux('kill-server');
    } catch {
      // It ended by itself.
    }
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function isAlive(tmux) {
  try {
    return tmux('list-panes').length > 0;
  } catch {
    return false;
  }
}

/** The last line is a prompt. */
function asks(screen) {
  const lines = screen
    .replaceAll(/\u001b\[[\d;]*m/g, '')
    .trimEnd()
    .split('\n');
  return /(\]:?|>)\s*$/.test(lines.at(-1) ?? '');
}

function withDurations(frames) {
  return frames.map(({ screen, at }, index) => {
    const next = frames[index + 1]?.at ?? at + 6000;
    const isLast = index === frames.length - 1;
    return { screen, ms: isLast ? 6000 : Math.min(LONGEST_FRAME_MS, Math.max(200, next - at)) };
  });
}
