import { expect, test } from 'vitest';
import { runProject } from '../support/run-project.ts';
import { orchestral } from './orchestral.ts';

test('one word that is nearly a command begins no work', async () => {
  const project = runProject();
  const cli = (...args: string[]) => orchestral(args, { cwd: project.folder, env: { ...project.env } });
  for (const [args, meant] of [
    [['start', 'stauts'], 'status'],
    [['start', 'help'], 'start --help'],
    [['session', 'help'], 'session --help'],
    [['session', 'version'], '--version'],
    [['session', 'stauts'], 'session status'],
  ] as const) {
    const { code, stderr } = await cli(...args);
    expect([code, stderr], args.join(' ')).toEqual([2, expect.stringContaining(`did you mean '${meant}'?`)]);
  }
  expect(project.git('branch', '--list', 'orchestral/*')).toBe('');
});
