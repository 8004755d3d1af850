import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { enginePoints } from '../../src/engine/points.ts';
import { decode } from '../../src/schema/codec.ts';
import { storePoints } from '../../src/store/points.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { bundleDriver } from '../support/bundle.ts';
import { processesWith } from '../support/processes.ts';
import { record } from '../support/scorecard.ts';
import { byTier } from '../support/tier.ts';

const conductor = await bundleDriver('test/support/drivers/conductor.ts');
const RUN = '.orchestral/runs/run-20260115-103000';

describe('the smallest run', () => {
  test('is built, refuted, built again, verified and packed', () => {
    const repository = project();
    const { lines } = conduct(repository);
    expect(lines.filter((line) => !line.startsWith('effect_'))).toEqual([
      'run_started',
      'built',
      'verified',
      'built',
      'verified',
      'packed',
      'end ready_for_merge',
    ]);
    expectFinished(repository);
  });

  const points = [...enginePoints, ...storePoints].filter((point) => point !== 'segment.kept');
  const kills: string[] = [];

  test.each(points)('killed at %s and resumed, ends the same, and nothing recorded runs again', (point) => {
    for (const nth of byTier({ usual: [1], full: [1, 2, 4] })) {
      const repository = project();
      const killed = conduct(repository, '--die-at', `${point}:${nth}`);
      if (killed.signal !== 'SIGKILL') {
        expect(nth, `${point} is never reached`).toBeGreaterThan(1);
        continue;
      }
      kills.push(`${point}:${nth}`);
      const recorded = outcomes(repository);
      const resumed = conduct(repository);
      expect(resumed.lines.at(-1), `${resumed.lines.join('\n')}\n${resumed.stderr}`).toBe('end ready_for_merge');
      expectFinished(repository);
      // The agent tells a witness of each of its turns: one that was recorded as done had only one.
      for (const effect of recorded) expect(turnsOf(repository, effect), effect).toBe(1);
    }
  });

  test('every point was passed', () => {
    expect(new Set(kills.map((kill) => kill.split(':')[0])).size).toBe(points.length);
    record({
      promise: 'a run killed at every named point and resumed',
      asked: 'ends the same, nothing recorded runs again',
      measured: `${kills.length} kills at ${points.length} points, all so`,
    });
  });
});

interface Project {
  readonly folder: string;
  readonly base: string;
  readonly witness: string;
  readonly before: string;
}

/** The first turn of the agent writes what the test refutes, the second what it accepts. */
const AGENT = `
  echo "$ORCHESTRAL_EFFECT" >> "$WITNESS"
  case "$ORCHESTRAL_EFFECT" in *'#1@'*) echo wrong > answer.txt;; *) echo right > answer.txt;; esac
`;

function project(): Project {
  const folder = temporaryFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Someone');
  git('config', 'user.email', 'someone@example.com');
  fs.mkdirSync(path.join(folder, 'test'));
  fs.writeFileSync(path.join(folder, 'test/run.sh'), 'grep -q right answer.txt\n');
  fs.writeFileSync(path.join(folder, '.gitignore'), '.orchestral/\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
  fs.writeFileSync(path.join(folder, 'unfinished.txt'), 'of the person who works here\n');
  const base = git('rev-parse', 'HEAD');
  return { folder, base, witness: path.join(temporaryFolder(), 'witness'), before: fingerprint(folder) };
}

function conduct({ folder, base, witness }: Project, ...args: string[]) {
  const agent = `WITNESS='${witness}'\n${AGENT}`;
  const child = spawnSync(
    process.execPath,
    [conductor, '--project', folder, '--base', base, '--agent', agent, ...args],
    { encoding: 'utf8' },
  );
  return { signal: child.signal, lines: child.stdout.split('\n').slice(0, -1), stderr: child.stderr };
}

function expectFinished({ folder, base, before }: Project): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const state = decode('run-state', fs.readFileSync(path.join(folder, RUN, 'state.json')));
  expect(state).toMatchObject({ ok: true, value: { phase: 'ready_for_merge', iteration: 2 } });
  const evidence = decode('evidence', fs.readFileSync(path.join(folder, RUN, 'mrp/evidence.json')));
  expect(evidence).toMatchObject({
    ok: true,
    value: { files_changed: ['answer.txt'], iterations: 2, tests: { passed: 1, failed: 0 } },
  });
  expect(git('show', 'orchestral/run-20260115-103000:answer.txt')).toBe('right');
  expect(git('rev-list', '--count', `${base}..orchestral/run-20260115-103000`)).toBe('1');
  expect(git('worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1);
  expect(fingerprint(folder)).toBe(before);
  expect(processesWith(`ORCHESTRAL_EFFECT=run-20260115-103000`)).toEqual([]);
  expect(fs.readdirSync(path.join(folder, RUN)).filter((name) => /tmp-|\.lock|\.owner/.test(name))).toEqual([]);
}

/** The user's files, index, branch and stash; not our own folder. */
function fingerprint(folder: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  const parts = [
    git('status', '--porcelain'),
    git('rev-parse', 'HEAD', 'main'),
    git('symbolic-ref', 'HEAD'),
    git('stash', 'list'),
    fs.readFileSync(path.join(folder, '.git/config'), 'utf8'),
  ];
  for (const name of fs.readdirSync(folder).filter((name) => !['.git', '.orchestral', 'test'].includes(name)))
    parts.push(name, fs.readFileSync(path.join(folder, name), 'utf8'));
  return createHash('sha256').update(parts.join('\0')).digest('hex');
}

/** The build effects whose outcome the log held when the process was killed. */
function outcomes({ folder }: Project): string[] {
  const log = path.join(folder, RUN, 'events.log');
  const text = fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '';
  return [...text.matchAll(/"type":"built","data":\{"effect":"([^"]+)"/g)].map((match) => match[1] ?? '');
}

function turnsOf({ witness }: Project, effect: string): number {
  return fs
    .readFileSync(witness, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${effect}@`)).length;
}
