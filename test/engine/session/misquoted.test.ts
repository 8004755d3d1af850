import { expect, test } from 'vitest';
import type { RehearsalStep } from '../../../src/schema/rehearsal.ts';
import { startSessionIn } from '../../support/conduct-session.ts';
import { runProject } from '../../support/run-project.ts';
import { SHELL_CASES, shellSessionScript } from '../../support/shell-session.ts';

test('a judge that quotes what is not there is asked once more about that, and the design stays', async () => {
  const project = runProject({ files: SHELL_CASES, config: { agents: { version: 1, sandbox: 'off' } } });
  const roles = shellSessionScript({});
  const qa = roles['qa-engineer'] ?? [];
  const [, , , judged = {}] = qa;
  const session = await startSessionIn(project, {
    roles: { ...roles, 'qa-engineer': [...qa.slice(0, 3), misquoting(judged), onlyFirst(judged), ...qa.slice(4)] },
  });
  await session.conduct();
  expect(session.state().status).toBe('completed');
  expect(session.effects().filter((effect) => effect.includes('design'))).toEqual(['T1/design#1']);
  const calls = session.events.flatMap((event) =>
    event.type === 'gate_measured' && event.data.effect.endsWith('T1-S1/judge#1') ? [event.data.calls.length] : [],
  );
  expect(calls).toEqual([2]);
  const prompt = session.prompt('T1-S1/judge#1');
  expect(prompt).toContain('does not stand in the file');
  expect(prompt).not.toContain('SCOPE-1');
  await session.close();
});

interface Answer {
  readonly judgements: readonly { readonly invariant: string; readonly quote: string }[];
}

/** The first of its judgements quotes something else. */
function misquoting(step: RehearsalStep): RehearsalStep {
  const { judgements } = step.answer as Answer;
  return {
    answer: { judgements: judgements.map((one, n) => (n === 0 ? { ...one, quote: 'nobody wrote this' } : one)) },
  };
}

function onlyFirst(step: RehearsalStep): RehearsalStep {
  const { judgements } = step.answer as Answer;
  return { answer: { judgements: judgements.slice(0, 1) } };
}
