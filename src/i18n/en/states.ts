/** Words for the states that documents keep as codes. A code without a word is shown as it is. */
export const states = {
  run: {
    refine: 'refining the brief',
    build: 'building',
    verify: 'testing',
    gate: 'in review',
    waiting_human: 'needs your answer',
    ready_for_merge: 'needs your approval',
    merge: 'approved, being merged',
    undelivered: 'merged, not yet in your checkout',
    proposed: 'published, in review',
    sync: 'published, in review',
    completed: 'done',
    failed: 'failed',
    stopped: 'stopped',
  } as Readonly<Record<string, string>>,
  session: { active: 'active', completed: 'done', stopped: 'stopped', ended: 'ended early' } as Readonly<
    Record<string, string>
  >,
  subtask: {
    test_first: 'writing tests',
    implementation: 'implementing',
    verification: 'verifying',
    complete: 'done',
  } as Readonly<Record<string, string>>,
  task: {
    pending: 'waiting for other tasks',
    ready: 'ready',
    in_progress: 'running',
    completed: 'done',
    failed: 'failed',
    blocked: 'blocked',
    skipped: 'skipped',
  } as Readonly<Record<string, string>>,
};
