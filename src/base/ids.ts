/**
 * Every id there is. Ids become parts of paths, so each is checked with `isId` before it does; the count of digits is
 * bounded to keep them file names.
 */
export const idPatterns = {
  'request-id': { regex: /^R\d{1,15}$/, example: 'R1' },
  'task-id': { regex: /^T\d{1,15}$/, example: 'T1' },
  'subtask-id': { regex: /^T\d{1,15}-S\d{1,15}$/, example: 'T1-S2' },
  'graph-task-id': { regex: /^T\d{1,15}(\.\d{1,15}){0,7}$/, example: 'T1.3' },
  'run-id': { regex: /^run-\d{8}-\d{6}(-([2-9]|[1-9]\d{1,5}))?$/, example: 'run-20240115-143022' },
  'crp-id': { regex: /^crp-\d{3,15}$/, example: 'crp-001' },
  'vcr-id': { regex: /^vcr-\d{3,15}$/, example: 'vcr-001' },
  'invariant-id': { regex: /^INV-\d{1,15}$/, example: 'INV-1' },
  'test-case-id': { regex: /^TC-\d{1,15}$/, example: 'TC-1' },
  'decision-id': { regex: /^D\d{1,15}$/, example: 'D1' },
  'pitfall-id': { regex: /^P\d{1,15}$/, example: 'P1' },
  'gate-id': { regex: /^GATE-[1-4]$/, example: 'GATE-1' },
  'project-hash': { regex: /^[0-9a-f]{8}$/, example: 'a1b2c3d4' },
} as const;

export type IdName = keyof typeof idPatterns;

export function isId(name: IdName, text: string): boolean {
  return idPatterns[name].regex.test(text);
}

/** The id of a run that starts now; when its second is taken, `-2`, `-3` … is appended. */
export function runIdAt(date: Date, taken: (id: string) => boolean): string {
  const [day = '', time = ''] = date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T');
  const id = `run-${day}-${time}`;
  if (!taken(id)) return id;
  for (let suffix = 2; ; suffix++) {
    if (!taken(`${id}-${suffix}`)) return `${id}-${suffix}`;
  }
}

/** Oldest first: `run-…-2` is younger than `run-…`, and `-10` younger than `-9`. */
export function compareRunIds(a: string, b: string): number {
  const [one, other] = [a.slice(0, 19), b.slice(0, 19)];
  if (one !== other) return one < other ? -1 : 1;
  return Number(a.slice(20) || 1) - Number(b.slice(20) || 1);
}

/** Whether a subtask id names a subtask of this task: `T1-S2` is one of `T1`, not of `T11`. */
export function isSubtaskOf(task: string, subtask: string): boolean {
  return subtask.startsWith(`${task}-S`);
}
