import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { startAuto } from '../../../src/engine/operations/auto/start.ts';
import { autoProjectWith, scriptFor } from '../../support/auto-project.ts';
import { autoContext, rehearsedTasks, startAutoIn } from '../../support/conduct-auto.ts';
import { expectOk } from '../../support/conduct-session.ts';
import type { RunProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

const PLAN = `# Shop

- [ ] T1.1: One
- [ ] T2.1: Two
`;
const SCRIPT = scriptFor(['T1.1', 'T2.1']);

describe('a phase that was named and cannot be entered', () => {
  test.each([2, 9])('leaves nothing behind where nothing was begun (%i)', async (phase) => {
    const project = autoProjectWith(PLAN);
    const refused = await catchFailure(() => startAuto({ phase }, autoContext(project, { script: SCRIPT })));
    const open = phase === 2 ? 1 : null;
    expect(refused).toMatchObject({ error: { code: 'auto.phase_not_now', params: { phase, open } } });
    expect(fs.existsSync(path.join(project.folder, '.claude'))).toBe(false);
    expect(below(path.join(project.home, 'state'))).toEqual([]);
  });

  test('leaves what was begun as it is', async () => {
    const project = autoProjectWith(PLAN);
    await (await startAutoIn(project, { script: SCRIPT })).close();
    const before = recorded(project);
    project.write({ 'TASKS.md': `${PLAN}- [ ] T3.1: Three\n` });
    const agent = rehearsedTasks(project.home, SCRIPT);
    const wishes = { phase: 2, mode: 'ralph', parallel: 7 } as const;
    const refused = await catchFailure(() =>
      startAuto(wishes, autoContext(project, { options: { agent, model: 'opus' } })),
    );
    expect(refused).toMatchObject({ error: { code: 'auto.phase_not_now' } });
    expect(recorded(project)).toEqual(before);
  });

  test('may be entered once a person has moved what came before in the state file', async () => {
    const project = autoProjectWith(PLAN);
    await (await startAutoIn(project, { script: SCRIPT })).close();
    const file = path.join(project.folder, '.claude/orchestrate-state.json');
    const state = JSON.parse(fs.readFileSync(file, 'utf8')) as { tasks: Record<string, string[]> };
    state.tasks['ready'] = [];
    state.tasks['completed'] = ['T1.1'];
    fs.writeFileSync(file, JSON.stringify(state));
    const started = await startAuto({ phase: 2 }, autoContext(project));
    expectOk(await started.open.close());
  });
});

function recorded({ folder, home }: RunProject): Record<string, string> {
  const claude = path.join(folder, '.claude');
  const files = [...below(claude), ...below(path.join(home, 'state')).filter((file) => file.includes('wishes'))];
  return Object.fromEntries(files.map((file) => [file, fs.readFileSync(file, 'utf8')]));
}

function below(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  const found = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
