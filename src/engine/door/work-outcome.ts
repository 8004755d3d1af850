import type { Snapshot } from '../../schema/views/snapshot.ts';

/** Where some work stands, for whoever waits for it. */
type WorkOutcome =
  | 'done'
  | 'failed'
  /** A person stopped it. */
  | 'stopped'
  | 'needs_person'
  /** It is not finished, and nobody conducts it: its process was killed, or gave up. */
  | 'interrupted'
  | 'running';

/** What a person has to do. */
type PersonNeed = 'question' | 'pack' | 'checkout' | 'review' | 'phase' | 'task';

export interface Work {
  readonly workflow: 'run' | 'session' | 'auto';
  /** `run-…`, `R1`, `auto`. */
  readonly id: string;
  /** Of a session: what `session resume` names it by. */
  readonly hash: string | null;
  readonly outcome: WorkOutcome;
  readonly need: PersonNeed | null;
  /** The step, or the stage, that it is at. */
  readonly at: string;
  readonly conductor: Snapshot['runs'][number]['conductor'];
  readonly updated_at: string;
}

/** All work of a project. */
export function allWork({ runs, sessions, auto }: Snapshot): Work[] {
  return [...runs.map(runWork), ...sessions.map(sessionWork), ...(auto === null ? [] : [autoWork(auto)])];
}

/** What a person who comes back wants to know of: all that is not over, and of what has failed the latest of its kind. */
export function openWork(works: readonly Work[]): Work[] {
  const isLatest = (work: Work) =>
    works.every((other) => other.workflow !== work.workflow || other.updated_at <= work.updated_at);
  return works
    .filter(({ outcome }) => outcome !== 'done' && outcome !== 'stopped')
    .filter((work) => work.outcome !== 'failed' || isLatest(work));
}

function runWork(run: Snapshot['runs'][number]): Work {
  const { run_id: id, step, conductor, updated_at } = run;
  return { workflow: 'run', id, hash: null, at: step, conductor, updated_at, ...standing() };

  function standing(): Pick<Work, 'outcome' | 'need'> {
    if (step === 'completed') return over('done');
    if (step === 'failed' || step === 'stopped') return over(step);
    if (step === 'waiting') return needs('question');
    if (step === 'ready_for_merge') return needs('pack');
    if (step === 'proposed') return needs('review');
    return step === 'undelivered' ? needs('checkout') : unfinished(conductor);
  }
}

function sessionWork(session: Snapshot['sessions'][number]): Work {
  const {
    request_id: id,
    hash,
    status,
    stage,
    question,
    delivery,
    failure,
    conductor,
    updated_at,
    takes_up_base,
  } = session;
  return { workflow: 'session', id, hash, at: stage, conductor, updated_at, ...standing() };

  function standing(): Pick<Work, 'outcome' | 'need'> {
    if (question !== null) return needs('question');
    if (takes_up_base) return unfinished(conductor);
    if (delivery?.at === 'left_alone') return needs('checkout');
    if (delivery?.at === 'refused') return over('failed');
    if (delivery?.at === 'wanted' || delivery?.at === 'sync' || delivery?.at === 'amend') return unfinished(conductor);
    if (delivery?.at === 'proposed') return needs('review');
    if (status === 'stopped') return over(failure === null ? 'stopped' : 'failed');
    return status === 'completed' ? over('done') : unfinished(conductor);
  }
}

function autoWork(graph: NonNullable<Snapshot['auto']>): Work {
  const { stage, asks, left_alone, stuck, is_stopped, counts, tasks, conductor, updated_at } = graph;
  const only = graph.phases.find(({ phase }) => phase === graph.only_phase_over);
  return { workflow: 'auto', id: 'auto', hash: null, at: stage, conductor, updated_at, ...standing() };

  function standing(): Pick<Work, 'outcome' | 'need'> {
    const isHeld = Object.values(tasks).some(({ step, status }) => step === 'hold' && status === 'in_progress');
    if (only !== undefined && conductor === null && !isHeld) {
      if (left_alone !== null) return needs('checkout');
      return over(only.failed + only.blocked > 0 ? 'failed' : 'done');
    }
    if (asks !== null) return needs('phase');
    if (isHeld) return needs('task');
    if (stage === 'done') {
      if (left_alone !== null) return needs('checkout');
      return over(counts.failed + counts.blocked > 0 ? 'failed' : 'done');
    }
    if (conductor !== null) return unfinished(conductor);
    if (stuck !== null) return over('failed');
    return is_stopped ? over('stopped') : unfinished(conductor);
  }
}

function over(outcome: 'done' | 'failed' | 'stopped') {
  return { outcome, need: null };
}

function needs(need: PersonNeed) {
  return { outcome: 'needs_person', need } as const;
}

function unfinished(conductor: Work['conductor']) {
  return { outcome: conductor === null ? 'interrupted' : 'running', need: null } as const;
}
