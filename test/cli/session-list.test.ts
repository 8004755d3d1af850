import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { widthOf } from '../../src/cli/terminal/width.ts';
import { projectHash } from '../../src/engine/project.ts';
import { realDisk } from '../../src/files/disk.ts';
import { rememberProject } from '../../src/store/projects.ts';
import { needs } from '../support/needs.ts';
import { changed, orchestral, programFile, project, put, sample } from './orchestral.ts';
import { terminal } from './terminal/terminal.ts';

describe('the list of sessions', () => {
  const korean = `\
┌─────────────────────────────────────────────────────┐
│ 이전 세션 목록                                      │
├─────────────────────────────────────────────────────┤
│ [1] my-project                                      │
│     요청: XX컨트롤러 구현해줘                       │
│     T2 > S1 Service (implementation) 🔄             │
│     2024-01-15 10:30                                │
│                                                     │
│ [2] other-project                                   │
│     요청: 인증 기능 추가                            │
│     T1 > S3 Repository (complete) ✅                │
│     2024-01-14 15:00                                │
│                                                     │
│ 번호를 선택하세요:                                  │
└─────────────────────────────────────────────────────┘
`;
  const english = korean
    .replace('이전 세션 목록  ', 'Earlier sessions')
    .replaceAll(/요청: (.*?) {3}│/g, 'Request: $1│')
    .replace('번호를 선택하세요:', 'Choose a number:  ');

  test.each([
    ['ko', '80', korean],
    ['ko', '30', korean],
    ['en', '80', english],
    ['en', '30', english],
  ])('is the box, in %s at %s columns', async (lang, COLUMNS, box) => {
    const { here, env } = await twoProjects();
    const said = await orchestral(['--lang', lang, 'session', 'resume'], { cwd: here, env: { ...env, COLUMNS } });
    expect(said).toMatchObject({ code: 3, stdout: box });
  });

  test('grows with what is in it, as far as the terminal goes', async () => {
    const { here, env } = await twoProjects('긴 요청 '.repeat(30));
    const said = await orchestral(['session', 'resume'], { cwd: here, env: { ...env, COLUMNS: '80' } });
    const lines = said.stdout.trimEnd().split('\n');
    expect(new Set(lines.map(widthOf))).toEqual(new Set([80]));
    expect(lines[4]).toContain('…');
  });

  test('has the latest twenty, and counts the others', async () => {
    const { here, env } = await twoProjects();
    for (let n = 10; n < 33; n++) {
      const hash = `aaaaaa${n}`;
      const document = JSON.parse(
        sessionDocument(here, { name: 'my-project', hash }, '2023-01-15T10:30:00Z'),
      ) as object;
      const folder = `.claude/orchestrator/sessions/${hash}`;
      put(here, `${folder}/session.json`, JSON.stringify({ ...document, status: 'stopped' }));
      put(here, `${folder}/state.json`, stateDocument('old', 'T2-S1', 'implementation'));
    }
    const { stdout } = await orchestral(['session', 'resume'], { cwd: here, env });
    expect(stdout).toContain('│ [20] my-project');
    expect(stdout).not.toContain('[21]');
    expect(stdout).toContain('and 5 older (all of them: --json)');
  });

  test('a number of another project says which folder that is', async () => {
    const { here, other, env } = await twoProjects();
    const documents = () =>
      ['session.json', 'state.json'].map((name) =>
        fs.readFileSync(path.join(other, '.claude/orchestrator/sessions', projectHash(other), name), 'utf8'),
      );
    const before = documents();
    const { code, stderr } = await orchestral(['session', 'resume', '2'], { cwd: here, env });
    expect(stderr).toContain(`in ${other}`);
    // Refused, since there is no repository: its documents are as they were.
    expect(code).toBe(5);
    expect(documents()).toEqual(before);
  });

  test('is for programs, too', async () => {
    const { here, env } = await twoProjects();
    const { stdout, code } = await orchestral(['session', 'resume', '--json'], { cwd: here, env });
    expect(code).toBe(3);
    expect(stdout).toContain('"name": "other-project"');
  });

  test('is settled first: of two active ones for one path the older is stopped', async () => {
    const { here, env } = await twoProjects();
    const folder = '.claude/orchestrator/sessions/bbbbbbbb';
    put(
      here,
      `${folder}/session.json`,
      sessionDocument(here, { name: 'my-project', hash: 'bbbbbbbb' }, '2024-01-13T09:00:00Z'),
    );
    put(here, `${folder}/state.json`, stateDocument('an older one', 'T2-S1', 'implementation'));
    const said = await orchestral(['session', 'resume'], { cwd: here, env });
    expect(said).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('session bbbbbbbb was also active') as unknown,
    });
    expect(said.stdout).toContain('⏹');
    for (const name of ['session.json', 'state.json'])
      expect(fs.readFileSync(path.join(here, folder, name), 'utf8')).toContain('"stopped"');
    const taken = path.join(here, '.claude/orchestrator/sessions', projectHash(here), 'session.json');
    expect(fs.readFileSync(taken, 'utf8')).toContain('"active"');
  });

  test('a number is chosen from the box', async (context) => {
    needs(context, 'tmux');
    const { here, env } = await twoProjects();
    const run = [await programFile(), '--project', here, 'session', 'resume'];
    const view = terminal({ columns: 80, rows: 50, run, env: { ...env, PATH: process.env['PATH'] ?? '' } });
    await view.until((screen) => screen.trimEnd().endsWith('>'));
    view.type('7');
    view.press('Enter');
    await view.until((screen) => screen.includes('enter a number from 1 to 2') && screen.endsWith('>'));
    view.press('C-d');
    expect(await view.until((screen) => screen.includes('exit '))).toContain('exit 3');
  });
});

/** Documents of two projects, this one and another that the person worked on, as another tool might have left them. */
async function twoProjects(request = 'XX컨트롤러 구현해줘') {
  const [here, other, home] = [project(), project(), project()];
  const env = { HOME: home, XDG_STATE_HOME: path.join(home, 'state'), TZ: 'UTC', LANG: 'C.UTF-8' };
  await rememberProject(
    { path: other, hash: projectHash(other) },
    {
      privateFolder: path.join(home, 'state/orchestral'),
      clock: systemClock,
      disk: realDisk,
      command: 'test',
      onNotice: () => undefined,
    },
  );
  const at = (root: string) => `.claude/orchestrator/sessions/${projectHash(root)}`;
  const one = { name: 'my-project', hash: projectHash(here) };
  put(here, `${at(here)}/session.json`, sessionDocument(here, one, '2024-01-15T10:30:00Z', 'T2'));
  put(here, `${at(here)}/state.json`, stateDocument(request, 'T2-S1', 'implementation'));
  const two = { name: 'other-project', hash: projectHash(other) };
  const done = JSON.parse(sessionDocument(other, two, '2024-01-14T15:00:00Z')) as object;
  put(other, `${at(other)}/session.json`, JSON.stringify({ ...done, status: 'completed' }));
  put(other, `${at(other)}/state.json`, stateDocument('인증 기능 추가', 'T1-S3', 'complete'));
  return { here, other, env };
}

function sessionDocument(
  root: string,
  { name, hash }: { name: string; hash: string },
  updated_at: string,
  task = 'T1',
) {
  return changed('session.json', { project: { path: root, name, hash }, updated_at, current_task: task });
}

function stateDocument(original_request: string, subtask: string, phase: string): string {
  const { request } = JSON.parse(sample('session-state.json')) as { request: object };
  const [task = ''] = subtask.split('-');
  const name = phase === 'complete' ? 'Repository' : 'Service';
  return changed('session-state.json', {
    request: { ...request, original_request, current_task: task },
    tasks: {
      [task]: {
        name: 'a task',
        status: 'in_progress',
        current_subtask: subtask,
        subtasks: { [subtask]: { name, status: phase === 'complete' ? 'completed' : 'in_progress', phase, gates: {} } },
        subtask_order: [subtask],
      },
    },
    task_order: [task],
  });
}
