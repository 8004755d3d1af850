import { states } from './states.ts';
import { expected, problem, validate } from './validation.ts';

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Of a run, in which a person is waited for. */
const phases: Readonly<Record<string, string>> = { waiting_human: 'needs you', ready_for_merge: 'ready for review' };

/**
 * What is said where starting counts: by `status`, by hooks, by every command that ends badly. Loaded without the rest, so
 * nothing that only others say belongs here.
 */
export const glance = {
  states,
  expected,
  problem,
  validate,
  /** To be typed. */
  command: (words: string) => `orchestral ${words}`,
  runDocuments: { duration },
  error: {
    label: 'error',
    bug: (message: string) => `this is a bug in Orchestral: ${message}`,
    bugHint: 'please report it with what --verbose prints',
    interrupted: 'interrupted',
    forced: 'stopped at once, with everything that was running; saved work is safe',
  },
  status: {
    nothing: 'nothing has been started here yet',
    begin: 'start a run: orchestral start "what you want"',
    auto: (mode: string, phase: number) => `auto · ${mode} · phase ${phase}`,
    session: (id: string, status: string) => `session ${id} · ${status}`,
    run: (id: string, phase: string) => `${id} · ${phase}`,
    round: (iteration: number, most: number) => `round ${iteration} of ${most}`,
    running: 'running',
    failed: 'failed',
    updated: 'updated',
    counts: { ready: 'ready', pending: 'pending', blocked: 'blocked', failed: 'failed' },
    subtasks: (done: string) => `${done} subtasks`,
    discovery: 'exploring and planning; no tasks yet',
    waiting: (crp: string) => `waits for your decision (${crp})`,
    recommended: 'recommended',
    olderRuns: (count: number) => `and ${count} older ${count === 1 ? 'run' : 'runs'} (all of them: --json)`,
    andMore: (count: number) => `+${count} more`,
    noRequest: 'its state.json is missing or broken',
    broken: (count: number) => (count === 1 ? '1 document is broken' : `${count} documents are broken`),
    brokenHint: 'all problems: orchestral validate',
  },
  /** Of an agent's provider. */
  limits: {
    limited: (who: string, until: string | null) =>
      until === null ? `${who} is limited` : `${who} is limited until ${until}`,
    overloaded: (who: string, until: string | null) =>
      until === null ? `${who} is overloaded` : `${who} is overloaded; next try at ${until}`,
    unreachable: (who: string, until: string | null) =>
      until === null ? `${who} cannot be reached` : `${who} cannot be reached; next try at ${until}`,
    waiting: (what: string) => `${what} (waiting)`,
    handedOver: (what: string, to: string) => `${what}; continuing with ${to}`,
  },
  /** Events that all workflows tell in the same words. */
  progress: {
    stopRequested: 'stop requested',
    interruptedStep: 'interrupted; it will be redone',
    resumed: 'resumed',
    notMerged: 'not merged',
    inTotal: (time: string) => `${time} in total`,
    extended: (about: string, time: string) => `${about} has ${time} more`,
    extendedInAll: (about: string, time: string) => `${about}: ${time} more than its limits`,
  },
  background: {
    began: (id: string, pid: number) => `${id} is running in the background (process ${pid})`,
    log: (file: string) => `output: ${file}`,
    wait: (id: string) => `wait for it: orchestral wait ${id}`,
    neverBegan: 'it failed to start:',
    outcomes: {
      done: (id: string) => `${id} is done`,
      failed: (id: string) => `${id} has failed`,
      stopped: (id: string) => `${id} was stopped`,
      needs_person: (id: string) => `${id} needs you`,
      interrupted: (id: string) => `${id} is not finished, and its process is gone`,
      running: (id: string) => `${id} is still running`,
    },
    phaseDone: 'the phase you asked for is done; the list is not finished yet',
    at: (step: string) => `at ${step}`,
    next: (command: string) => `next: ${command}`,
    said: 'last output:',
  },
  /** Inside of other programs. */
  hook: {
    frozen: (file: string) =>
      `${file} is a test that this step is judged by. Do not edit it; change the product instead. If the test is wrong, say so in your answer.`,
    kept: (file: string) => `${file} is written only by Orchestral. An edit would make it unreadable.`,
    unclear: (file: string) =>
      `cannot tell what this edit would do to ${file}: its old text is not in the file. Read the file again, or write it whole.`,
    breaks: (file: string, problems: string) =>
      `this edit would break ${file}: ${problems}. See its schema with "orchestral schema", and check it with "orchestral validate".`,
    inProgress: 'Orchestral is working in this project, or waits for the person:',
    more: (count: number) => `and ${count} more: orchestral status`,
    phases,
  },
};
