import type { Subtask } from './session-state.ts';

/*
 * When claude-mem is asked before an agent is called, and what:
 *
 *   Architect    no session was completed yet                      "{project} 설계 결정"
 *   Architect    an earlier session had a task of the same domain  "{project} {domain} 설계"
 *   Implementer  the subtask is tried again                        "{project} {subtask} 실패"
 *   Implementer  an earlier session changed the same file          "{project} {file} 수정"
 *   QA           tests failed twice or more                        "{project} 테스트 실패 패턴"
 *
 * An earlier session is a request with a smaller number. The domain of a task is the last folder that all its files share.
 */

export type MemoryTrigger =
  | {
      readonly role: 'architect';
      readonly project: string;
      readonly request: string;
      /** Of the task's file_refs. */
      readonly files: readonly string[];
      readonly sessions: readonly PastSession[];
    }
  | {
      readonly role: 'implementer';
      readonly project: string;
      readonly request: string;
      /** Its name. */
      readonly subtask: string;
      readonly retries: number;
      readonly files: readonly string[];
      readonly sessions: readonly PastSession[];
    }
  | { readonly role: 'qa-engineer'; readonly project: string; readonly failures: number };

/** What a session's documents tell of it; that of the running request may be among them. */
export interface PastSession {
  readonly request: string;
  readonly isCompleted: boolean;
  /** The paths in each of its tasks' file_refs. */
  readonly tasks: readonly (readonly string[])[];
  /** What it changed. */
  readonly changed: readonly string[];
}

/** What is always asked at the end of a session. */
export function decisionsQuery(project: string): string {
  return `${project} 설계 결정`;
}

/** Nothing where the files share no folder. */
export function domainQuery(project: string, files: readonly string[]): string[] {
  const domain = domainOf(files);
  return domain === undefined ? [] : [`${project} ${domain} 설계`];
}

export function failureQuery(project: string, subtask: string): string {
  return `${project} ${subtask} 실패`;
}

export function fileQuery(project: string, file: string): string {
  return `${project} ${plainPath(file)} 수정`;
}

export function failedTestsQuery(project: string): string {
  return `${project} 테스트 실패 패턴`;
}

/** How often the tests of a subtask failed, however many of them each time: it was sent back after each. */
export function failedRuns({
  failed_tests,
  implementation_retries,
  design_retries,
}: Pick<Subtask, 'failed_tests' | 'implementation_retries' | 'design_retries'>): number {
  return Math.min(failed_tests.length, implementation_retries + design_retries);
}

/** Every query that is due, in the order of the table. */
export function memoryQueries(trigger: MemoryTrigger): string[] {
  const { project } = trigger;
  switch (trigger.role) {
    case 'architect':
      return [
        ...(earlier(trigger).some(({ isCompleted }) => isCompleted) ? [] : [decisionsQuery(project)]),
        ...(isKnownDomain(trigger) ? domainQuery(project, trigger.files) : []),
      ];
    case 'implementer':
      return [
        ...(trigger.retries > 0 ? [failureQuery(project, trigger.subtask)] : []),
        ...filesChangedBefore(trigger).map((file) => fileQuery(project, file)),
      ];
    case 'qa-engineer':
      return trigger.failures >= 2 ? [failedTestsQuery(project)] : [];
    default:
      return trigger satisfies never;
  }
}

type WithHistory = Exclude<MemoryTrigger, { role: 'qa-engineer' }>;

function isKnownDomain(trigger: WithHistory): boolean {
  const domain = domainOf(trigger.files);
  return earlier(trigger).some(({ tasks }) => tasks.some((files) => domainOf(files) === domain));
}

function filesChangedBefore(trigger: WithHistory): string[] {
  const changed = new Set(earlier(trigger).flatMap((session) => session.changed.map(plainPath)));
  return [...new Set(trigger.files.map(plainPath))].filter((file) => changed.has(file));
}

function earlier({ request, sessions }: WithHistory): PastSession[] {
  return sessions.filter((session) => numberOf(session.request) < numberOf(request));
}

/** Undefined: the files share no folder. */
function domainOf(files: readonly string[]): string | undefined {
  const [first, ...others] = files.map((file) => plainPath(file).split('/').slice(0, -1));
  const differs = first?.findIndex((folder, depth) => others.some((other) => other[depth] !== folder)) ?? 0;
  return (differs === -1 ? first : first?.slice(0, differs))?.at(-1);
}

function plainPath(file: string): string {
  return file.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
}

function numberOf(request: string): number {
  return Number(request.slice('R'.length));
}
