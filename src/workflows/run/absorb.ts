import { canonicalJson } from '../../base/json.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../base/document-problem.ts';
import { isActive } from './due.ts';
import type { RunEvent } from './events.ts';
import type { RunState } from './run-state.ts';
import type { RunDocuments } from './show.ts';

const ours = ['run_id', 'iteration', 'started_at', 'agents', 'pending_crp', 'history'] as const;

/** People may change how many rounds there are, and stop a run. The rest says what happened. */
export function absorb(
  state: RunState,
  before: RunDocuments,
  edited: RunDocuments,
): Result<readonly RunEvent[], readonly Problem[]> {
  const [was, is] = [before['run-state'], edited['run-state']];
  const problems: Problem[] = ours
    .filter((field) => canonicalJson(was[field]) !== canonicalJson(is[field]))
    .map((field) => refuse(field, is[field]));
  const events: RunEvent[] = [];
  if (was.phase !== is.phase) {
    if (is.phase === 'stopped' && canStop(state)) events.push({ type: 'stop_requested', data: {} });
    else problems.push(refuse('phase', is.phase));
  }
  if (was.max_iterations !== is.max_iterations) {
    const least = state.kind === 'run' ? state.iteration : 1;
    if (is.max_iterations >= least) events.push({ type: 'limit_changed', data: { max_iterations: is.max_iterations } });
    else
      problems.push({ path: 'max_iterations', expected: { kind: 'range', min: least }, got: `${is.max_iterations}` });
  }
  return problems.length > 0 ? err(problems) : ok(events);
}

function canStop(state: RunState): boolean {
  return state.kind === 'run' && (isActive(state.step) || state.step.at === 'waiting');
}

function refuse(path: string, got: unknown): Problem {
  return { path, expected: { kind: 'rule', rule: 'set-by-orchestral' }, got: canonicalJson(got).slice(0, 60) };
}
