import { isUsedUp } from '../policy/retry.ts';
import { current } from './due.ts';
import type { EventData } from './events.ts';
import type { GateVerdict, RetryTarget } from './gates.ts';
import { isAllowable, type ProofFinding } from '../../schema/proof-finding.ts';
import { allowedItemsOf, itemsOf, openFindings } from '../proof/finding-answers.ts';
import type { AllowedItem } from '../proof/judge-change.ts';
import { backToOf, changeLines, withoutTexts } from './change-verdict.ts';
import {
  type Feedback,
  type Gate,
  NO_NAMES,
  type Question,
  type Session,
  type Subtask,
  type SubtaskStep,
  type Task,
} from './session-state.ts';

/** QA's word: anything but `complete` is believed, because it costs only work; `complete` is measured. */
export function verified(state: Session, { action, reason, failed }: EventData<'verified'>): Session {
  return inLoop(state, ({ subtask }) => {
    subtask.failed_tests.push(...failed);
    if (action === 'complete') subtask.step = 'green';
    else {
      const lines = [reason, ...failed.map((test) => `${test.name}: ${test.reason}`)];
      retry(state, action === 'retry_design' ? 'design' : 'implement', { from: 'test-result', lines });
    }
  });
}

const after: Partial<Record<SubtaskStep, SubtaskStep>> = {
  red: 'implement',
  scope: 'snapshots',
  snapshots: 'verify',
  green: 'judge',
  judge: 'commit',
};

/** Takes a verdict on gates over; `at`: for notes that do not say themselves when they were made. */
export function settleGates(state: Session, verdict: GateVerdict, at: string): Session {
  const { notes, back_to, failed, ask = [], sentBack = [], accepted } = verdict;
  return inLoop(state, ({ task, subtask }) => {
    const failing: Gate[] = [];
    for (const [name, note] of entriesOf(notes)) {
      subtask.notes[name] = { at, ...note };
      subtask.gates[name] = note.state === 'failed' ? 'failed' : 'passed';
      if (note.state === 'failed') failing.push(name);
    }
    subtask.failed_tests.push(...failed);
    const [from] = failing;
    if (sentBack.length > 0) subtask.sent_back = [...(subtask.sent_back ?? []), ...sentBack];
    if (accepted !== undefined && subtask.step === 'green')
      subtask.accepted = { listed: withoutTexts(accepted.listed), proven: accepted.proven };
    if (ask.length > 0) {
      const gate = subtask.step === 'red' ? 'GATE-1' : 'GATE-2';
      const known = refusedBefore(subtask, ask);
      if (known.length > 0) {
        sendBackRefused(state, { at: gate, findings: known });
        return;
      }
      subtask.gates[gate] = 'pending';
      state.question = { at: gate, about: task.current_subtask, findings: [...ask], answers: [], asked_at: null };
      return;
    }
    if (back_to === null || from === undefined) {
      proceedWith(subtask);
      return;
    }
    if (from === 'GATE-3') subtask.strayed += 1;
    const lines = failing.flatMap((name) => notes[name]?.lines ?? []);
    retry(state, back_to, { from, lines });
  });
}

/** What counts as allowed and nobody was asked about. */
export function keepAllowedAtStart(state: Session, allowed: readonly AllowedItem[] = []): void {
  const known = state.allowed ?? [];
  const fresh = allowed.filter((item) => !known.some((one) => isSameItem(one, item)));
  if (fresh.length > 0) state.allowed = [...known, ...fresh.map((item) => ({ ...item, by: '--allow-superseded' }))];
}

function isSameItem(one: AllowedItem, { code, key, before, after }: AllowedItem): boolean {
  return one.code === code && one.key === key && one.before === before && one.after === after;
}

/** To the next step; snapshots are written only where QA named some. */
function proceedWith(subtask: Subtask): void {
  subtask.step = after[subtask.step] ?? subtask.step;
  const { snapshots } = subtask.named ?? NO_NAMES;
  if (subtask.step === 'snapshots' && snapshots.length === 0) subtask.step = 'verify';
}

/** QA touched what is not its to touch: once it is told, then the subtask has failed. */
export function refuseTests(state: Session, files: EventData<'tests_refused'>['files']): Session {
  return inLoop(state, ({ subtask }) => {
    const lines = files.map(({ path, kind }) => `${path} (${kind})`);
    subtask.qa_strayed = (subtask.qa_strayed ?? 0) + 1;
    subtask.feedback = { from: 'role', lines };
    if (subtask.qa_strayed > 1) failSubtask(state, subtask, { code: 'qa_strayed', detail: lines.join('\n') });
    else restart(subtask, 'write');
  });
}

/** What is allowed stays allowed. What is refused goes back to whoever made it. */
export function answer(state: Session, { answers, by }: EventData<'answered'>): Session {
  const { question } = state;
  if (question === undefined) return state;
  const yes = answers.filter(({ allow }) => allow);
  const items = allowedItemsOf(question.findings, yes).map((item) => ({ ...item, by }));
  state.allowed = [...(state.allowed ?? []), ...items];
  const codes = yes.filter(({ key }) => key === null).map(({ code }) => code);
  state.let_pass = [...(state.let_pass ?? []), ...codes];
  question.answers = [...question.answers, ...answers];
  const open = openFindings(question.findings, yes);
  if (answers.some(({ allow }) => !allow)) {
    delete state.question;
    return refuse(state, { ...question, findings: open });
  }
  question.findings = open;
  if (open.length > 0) return state;
  delete state.question;
  const { at: gate } = question;
  if (gate === 'merge') {
    state.delivery = { at: 'wanted', asked: false };
    return state;
  }
  return inLoop(state, ({ subtask }) => {
    subtask.gates[gate] = 'passed';
    proceedWith(subtask);
  });
}

function refuse(state: Session, { at, findings, answers }: Question): Session {
  const refused = answers.filter(({ allow }) => !allow);
  const reasons = [...new Set(refused.map(({ reason }) => reason))].filter((reason) => reason !== '');
  if (at === 'merge') {
    state.delivery = { at: 'refused', why: 'not_allowed', detail: [...reasons, ...findings.flatMap(changeLines)] };
    return state;
  }
  inLoop(state, ({ subtask }) => {
    const items = itemsOf(findings, refused);
    subtask.refused = [...(subtask.refused ?? []), ...items];
    subtask.person_said = [...new Set([...(subtask.person_said ?? []), ...reasons])];
  });
  sendBackRefused(state, { at, findings });
  return state;
}

/** What of this a person refused already: whoever made it left it as it was. */
function refusedBefore({ refused = [] }: Subtask, findings: readonly ProofFinding[]): ProofFinding[] {
  return findings.flatMap((finding): ProofFinding[] => {
    if (!isAllowable(finding)) return [];
    const { code } = finding;
    const items = finding.items.filter((item) => refused.some((one) => isSameItem(one, { ...item, code })));
    return items.length === 0 ? [] : [{ ...finding, items }];
  });
}

/** To whoever made it, with all that the person said so far. */
function sendBackRefused(state: Session, { at, findings }: Pick<Question, 'findings'> & { readonly at: Gate }): void {
  inLoop(state, ({ subtask }) => (subtask.gates[at] = 'failed'));
  const isOfQa = at === 'GATE-1' || findings.some((finding) => backToOf(finding) === 'write');
  retry(state, isOfQa ? 'write' : 'implement', { from: 'person', lines: findings.flatMap(changeLines) });
}

function failSubtask(state: Session, subtask: Subtask, failure: NonNullable<Session['failure']>): void {
  subtask.status = 'failed';
  state.status = 'stopped';
  state.failure = failure;
}

/** Back to whoever can put it right, as often as the limits allow; then the subtask has failed and the session stops. */
function retry(state: Session, to: RetryTarget, { from, lines }: Feedback): void {
  inLoop(state, ({ task, subtask }) => {
    // What a person said of it holds for every further try.
    const feedback: Feedback = { from, lines: [...(subtask.person_said ?? []), ...lines] };
    const isDesign = to === 'design';
    const used = isDesign ? subtask.design_retries : subtask.implementation_retries;
    const allowed = isDesign ? state.limits.design : state.limits.implementation;
    if (isUsedUp(used, allowed)) {
      subtask.feedback = feedback;
      const code = isDesign ? 'design_retries' : 'implementation_retries';
      failSubtask(state, subtask, { code, detail: feedback.lines.join('\n') });
      return;
    }
    if (isDesign) {
      subtask.design_retries += 1;
      subtask.strayed = 0;
      task.is_designed = false;
      task.feedback = feedback;
    } else subtask.implementation_retries += 1;
    subtask.feedback = feedback;
    restart(subtask, isDesign ? 'write' : to);
  });
}

/** A person wants it tried again: as often as if it had never been. */
export function beginAnew(subtask: Subtask): void {
  subtask.status = 'in_progress';
  subtask.implementation_retries = 0;
  subtask.design_retries = 0;
  subtask.strayed = 0;
  delete subtask.qa_strayed;
  delete subtask.sent_back;
  delete subtask.refused;
}

/** Takes a subtask back to a step; gates that come after it have to be passed again. */
export function restart(subtask: Subtask, step: SubtaskStep): void {
  subtask.step = step;
  if (step === 'write') {
    subtask.tests = null;
    subtask.work = null;
    subtask.gates = {};
  } else if (step === 'implement') {
    // Tests are kept; what was implemented is gone on from.
    for (const name of ['GATE-2', 'GATE-3', 'GATE-4'] as const)
      if (subtask.gates[name] !== undefined) subtask.gates[name] = 'pending';
  }
}

export function inLoop(state: Session, change: (now: { task: Task; subtask: Subtask }) => void): Session {
  const now = current(state);
  if (now !== undefined) change(now);
  return state;
}

function entriesOf<K extends string, V>(record: Partial<Record<K, V>>): [K, V][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a record are of its key type
  return Object.entries(record) as [K, V][];
}
