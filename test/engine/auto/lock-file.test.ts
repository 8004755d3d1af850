import { describe, expect } from 'vitest';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { startAutoIn } from '../../support/conduct-auto.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

const PLAN = '# Shop\n\n- [ ] T1.1: One\n- [ ] T1.2: Two\n';
const LOCK = (name: string) => `{"name":"${name}"}\n`;
/** Takes no lock file but a whole one, as package managers do. */
const config = {
  project: {
    version: 1,
    test_command: 'sh test/run.sh',
    setup_command: 'grep -qx "{.*}" package-lock.json && ! grep -q "<<<" package-lock.json',
  },
};
const files = { 'package.json': '{}\n', 'package-lock.json': LOCK('shop') };

describe('a lock file', () => {
  test('in which two tasks conflict can be put right by an agent, though nothing can be set up with it', async () => {
    const project = autoProjectWith(PLAN, { files, config });
    const edits = (name: string) => [
      { edit: { 'package-lock.json': LOCK(name) } },
      { edit: { 'package-lock.json': LOCK('both') } },
    ];
    const script = scriptFor([], { 'T1.1': edits('one'), 'T1.2': edits('two') });
    const played = await startAutoIn(project, { script, parallel: 2, retryLimit: 0 });
    await played.conduct();
    expect(played.events.map(({ type }) => type)).toContain('conflicted');
    expect(played.listed('completed')).toEqual(['T1.1', 'T1.2']);
    expect(project.git('show', 'main:package-lock.json')).toBe(LOCK('both').trim());
    await played.close();
  });

  test('that a task breaks costs the task its attempt, and nobody else', async () => {
    const project = autoProjectWith(PLAN, { files, config });
    const script = scriptFor(['T1.2'], {
      'T1.1': [{ edit: { 'package-lock.json': 'broken\n' } }, { edit: { 'package-lock.json': LOCK('one') } }],
    });
    const played = await startAutoIn(project, { script, retryLimit: 1 });
    await played.conduct();
    expect(played.listed('completed')).toEqual(['T1.1', 'T1.2']);
    expect(played.graph().tasks['T1.1']?.mishaps).toMatchObject({ count: 1, last: { kind: 'setup_red' } });
    expect(played.prompt('T1.1/work#2')).toContain('package-lock.json');
    expect(filesOn(project)).toContain('T1.2.txt');
    await played.close();
  });
});
