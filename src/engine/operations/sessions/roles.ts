const ROLES: ReadonlyMap<string, string> = new Map([
  ['explore', 'code-explore'],
  ['plan', 'planner'],
  ['design', 'architect'],
  ['write', 'qa-engineer'],
  ['implement', 'implementer'],
  ['verify', 'qa-engineer'],
  ['judge', 'qa-engineer'],
]);

/** Whose work a step of a session is; undefined where no agent is called in it. */
export function roleOfStep(step: string): string | undefined {
  return ROLES.get(step);
}
