import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { type Scope, scopeOf } from '../../../evidence/gates/scope.ts';
import { isReadable } from '../../../languages/known-languages.ts';
import { scopeRules } from '../../../prompts/session/qa.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import type { Subtask } from '../../../workflows/session/session-state.ts';
import { gated, note } from './gate-note.ts';
import { designFor, testsFor } from './subtask.ts';
import type { SubtaskJob } from './job.ts';

/** GATE-3: what the Implementer really changed lies where it may, and no test was touched. */
export async function scope(job: SubtaskJob): Promise<Result<SessionEvent, Failure>> {
  const { services, session, at } = job;
  const { subtask } = at;
  const designed = designFor(job);
  if (!designed.ok) return ok(designed.missing);
  const tests = testsFor(job);
  if (!tests.ok) return ok(tests.missing);
  const [from, to] = [subtask.tests ?? session.tip, subtask.work ?? session.tip];
  const found = await scopeOf(services.git, services.repository, {
    from: from.tree,
    to: to.tree,
    design: designed.value.asDesign,
    testFiles: [tests.value.value.test_file_path],
  });
  if (!found.ok) return found;
  const untested = at.subtask.notes['GATE-1']?.state === 'waived' ? codeIn(found.value) : [];
  if (untested.length > 0) {
    const lines = untested.map((path) => `${path} is code, and there is no test for it`);
    return ok(gated(job, { 'GATE-1': note(job, 'failed', { lines, tree: to.tree }) }, { back_to: 'write' }));
  }
  const lines = breaches(found.value);
  if (lines.length > 0)
    return ok(
      gated(job, { 'GATE-3': note(job, 'failed', { lines, tree: to.tree }) }, { back_to: scopeRetryTarget(subtask) }),
    );
  const { within } = found.value;
  const strength = scopeRules(designed.value.brief.value, within).length > 0 ? ['unjudged'] : [];
  return ok(gated(job, { 'GATE-3': note(job, 'passed', { strength, lines: within, tree: to.tree }) }));
}

/** Once it may have been a slip; twice, the design may have to name more. */
export function scopeRetryTarget({ strayed }: Pick<Subtask, 'strayed'>): 'implement' | 'design' {
  return strayed === 0 ? 'implement' : 'design';
}

/** That a subtask needs no tests was somebody's word; whether it changes code is seen. */
function codeIn({ within, outside }: Scope): string[] {
  return [...within, ...outside].filter(isReadable);
}

function breaches({ outOfScope, frozen, outside }: Scope): string[] {
  return [
    ...outOfScope.map(({ path, named }) => `${path} is out of scope (${named})`),
    ...frozen.map(({ path, kind }) => `${path} may not be changed (${kind})`),
    ...outside.map((path) => `${path} is named by neither the brief nor the design`),
  ];
}
