// Plays the `console` blocks of README and docs again, and writes what came of it into the pages:
//   node scripts/console-blocks.mjs [--check] [--list] [PAGE…]
// A block stands below `<!-- console: SCENE -->`. examples/scenes/SCENE.sh makes the project that its commands run in;
// blocks of one page with the same scene go on in the same project. --check compares instead, but for times and ids.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './stamp.mjs';

const BLOCK = /<!-- console: (?<scene>[a-z-]+) -->\n\n?```console\n(?<body>[\s\S]*?)```/g;
/** Stands for any number of lines that a page leaves out. */
const LEFT_OUT = '…';
/** What differs from one time to the next. */
const CHANGING = [
  [/\brun-\d{8}-\d{6}(-\d+)?/g, 'run-ID'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?/g, 'TIME'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b/g, 'HASH'],
  [/\borchestral-demo-\w+/g, 'orchestral-demo-ID'],
  [/\b\d+(\.\d+)? ?(?:(?:ms|s|m|min|h)\b|밀리초|초|분|시간)/g, 'TIME'],
  [/\b\d+:\d\d(:\d\d)?\b/g, 'TIME'],
  [/(process|pid|프로세스) \d+|-\d+\.log\b/g, '$1 ID'],
  // Korean particles follow the last letter of an id.
  [/(run-ID|HASH)(?:으로|은|는|이|가|을|를|과|와|로)(?= )/g, '$1'],
  [/\d+(\.\d+)? (GB|GiB|MB|KB)/g, 'SIZE'],
  [/\s+/g, ' '],
];

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));

function main(args) {
  const named = args.filter((arg) => !arg.startsWith('--'));
  const pages = named.length > 0 ? named : pagesWithBlocks();
  if (args.includes('--list')) return console.log(pages.join('\n'));
  for (const page of pages) {
    const text = fs.readFileSync(path.join(root, page), 'utf8');
    const { played, differing } = playPage(page, text);
    if (!args.includes('--check')) fs.writeFileSync(path.join(root, page), played);
    else if (differing.length > 0) process.exitCode = 1;
    if (!args.includes('--check')) continue;
    for (const { scene, shown, real } of differing)
      console.error(`${page} (${scene}) shows\n${shown}\nbut this happens\n${real}\nWrite it: npm run docs:console`);
  }
}

/** Every page that has a `console` block, whether it says how it is made or not. */
function pagesWithBlocks() {
  const docs = fs.readdirSync(path.join(root, 'docs'), { recursive: true }).map((file) => path.join('docs', file));
  const pages = ['README.md', 'README.ko.md', ...docs.filter((file) => file.endsWith('.md')).sort()];
  return pages.filter((page) => fs.readFileSync(path.join(root, page), 'utf8').includes('```console'));
}

function playPage(page, text) {
  const differing = [];
  const scenes = new Map();
  try {
    const orphans = text.split('```console').length - 1 - [...text.matchAll(BLOCK)].length;
    if (orphans > 0) differing.push({ scene: '?', shown: `${orphans} blocks`, real: 'no scene makes them' });
    const played = text.replace(BLOCK, (block, scene, body) => {
      if (!scenes.has(scene)) scenes.set(scene, openScene(scene, /(^|\/)(README\.ko\.md|ko\/)/.test(page)));
      const real = scenes.get(scene)(commandsIn(body));
      if (!isSame(body, real)) differing.push({ scene, shown: body, real });
      return block.replace(body, () => leaveOut(body, real));
    });
    // Ids of one page belong together: either all of its blocks are new, or none.
    return { played: differing.length > 0 ? played : text, differing };
  } finally {
    for (const play of scenes.values()) play.close();
  }
}

function commandsIn(body) {
  return body.split('\n').flatMap((line) => (line.startsWith('$ ') ? [line.slice(2)] : []));
}

/** A home folder of its own with the project of the scene in it; plays commands there, as often as it is called. */
function openScene(scene, isKorean) {
  const outside = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'scene-')));
  const home = path.join(outside, 'home/me');
  const project = path.join(home, scene);
  for (const folder of [project, path.join(outside, 'bin'), path.join(outside, 'tmp')])
    fs.mkdirSync(folder, { recursive: true });
  const program = `#!/bin/sh\nexec '${process.execPath}' '${path.join(root, 'bin/orchestral.js')}' "$@"\n`;
  fs.writeFileSync(path.join(outside, 'bin/orchestral'), program, { mode: 0o755 });
  const env = {
    HOME: home,
    TMPDIR: path.join(outside, 'tmp'),
    PATH: [path.join(outside, 'bin'), path.dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
    LANG: isKorean ? 'ko_KR.UTF-8' : 'C.UTF-8',
    TZ: 'UTC',
    COLUMNS: '100',
    SCENES: path.join(root, 'examples/scenes'),
    GIT_CONFIG_NOSYSTEM: '1',
    ORCHESTRAL_DASHBOARD: 'off',
  };
  const bash = (script, kind) => {
    const { status, stdout, error } = spawnSync('bash', ['-c', script], {
      cwd: project,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: 600_000,
      maxBuffer: 64 * 1024 ** 2,
    });
    if (error !== undefined || (kind === 'setup' && status !== 0)) throw error ?? new Error(`${scene}.sh: ${stdout}`);
    return stdout.replaceAll(outside, '').replaceAll(/[ \t]+$/gm, '');
  };
  bash(`exec 2>&1; set -e; . "$SCENES/${scene}.sh"`, 'setup');
  const play = (commands) => {
    const mark = '\u0001';
    const lines = commands.map((command) => `printf '${mark}'; (exit "$last"); ${command}\nlast=$?`);
    const place = path.join(outside, 'place');
    const script = `exec 2>&1; cd "$(cat '${place}' 2>/dev/null || pwd)"; last=0\n${lines.join('\n')}\npwd > '${place}'\n`;
    const outputs = bash(script, 'play').split(mark).slice(1);
    return commands.map((command, at) => `$ ${command}\n${withLineEnd(outputs[at] ?? '')}`).join('');
  };
  play.close = () => {
    try {
      fs.rmSync(outside, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    } catch {
      // A process of the scene is still ending. The folder is among the temporary files.
    }
  };
  return play;
}

function withLineEnd(text) {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Equal but for times, ids, and lines that the page leaves out. */
function isSame(shown, real) {
  const pieces = normalise(shown).split(new RegExp(`(?<= )${LEFT_OUT}(?= |$)`));
  let at = 0;
  const text = normalise(real);
  for (const [index, piece] of pieces.entries()) {
    const found = text.indexOf(piece.trim(), at);
    if (found < 0 || (index === 0 && found > 0)) return false;
    at = found + piece.trim().length;
  }
  return pieces.length > 1 || at === text.length;
}

function normalise(text) {
  return CHANGING.reduce((changed, [pattern, word]) => changed.replaceAll(pattern, word), text).trim();
}

/** The lines of what really happens that a page shows: those most like the ones it showed so far, in their order. */
function leaveOut(shown, real) {
  const kept = shown.trimEnd().split('\n');
  if (!kept.includes(LEFT_OUT)) return real;
  const wanted = [];
  const gaps = new Set();
  for (const line of kept)
    if (line === LEFT_OUT) gaps.add(wanted.length);
    else wanted.push(line);
  const lines = real.trimEnd().split('\n');
  // best[i][j]: how much alike the first i lines wanted and some of the first j lines are.
  const best = [new Float64Array(lines.length + 1)];
  for (const [i, one] of wanted.entries()) {
    best.push(new Float64Array(lines.length + 1));
    for (const [j, other] of lines.entries())
      best[i + 1][j + 1] = Math.max(best[i + 1][j], best[i][j + 1], best[i][j] + likeness(one, other));
  }
  const pairs = [];
  for (let i = wanted.length, j = lines.length; i > 0 && j > 0;) {
    if (best[i][j] === best[i][j - 1]) j -= 1;
    else if (best[i][j] === best[i - 1][j]) i -= 1;
    else pairs.unshift([(i -= 1), (j -= 1)]);
  }
  // A gap that a person left stays, also where this time nothing was in it.
  const shownLines = pairs.flatMap(([i, j], at) => {
    const isGap = gaps.has(i) || j > (pairs[at - 1]?.[1] ?? -1) + 1;
    return isGap ? [LEFT_OUT, lines[j]] : [lines[j]];
  });
  const isOpen = kept.at(-1) === LEFT_OUT || (pairs.at(-1)?.[1] ?? -1) < lines.length - 1;
  return `${[...shownLines, ...(isOpen ? [LEFT_OUT] : [])].join('\n')}\n`;
}

/** 0 to 1: the share of words that two lines have in common. Empty lines are left out with their neighbours. */
function likeness(one, other) {
  const words = new Set(normalise(one).split(' '));
  const others = new Set(normalise(other).split(' '));
  const shared = [...words].filter((word) => word !== '' && others.has(word)).length;
  return (2 * shared) / (words.size + others.size);
}
