import type { AutoEvent } from './events.ts';
import {
  type AutoState,
  type FailureHistory,
  type Graph,
  type Stage,
  STEPS,
  taskOf,
  type TaskStep,
} from './graph-state.ts';
import { begin, enterNext, goOn } from './phases.ts';
import { planGraph, replanGraph } from './plan-graph.ts';
import { amended, amendFailed, canSync, published, synced } from './published.ts';
import { putForward } from './ranks.ts';
import { move, settleAll } from './settle.ts';
import {
  addFailure,
  applyToTask,
  countOutcome,
  isBeyondRepair,
  isLastAttempt,
  isOfTask,
  type TaskEvent,
  taskIn,
} from './task-moves.ts';
import { countCall } from '../policy/calls.ts';
import { endExtension, extend } from '../policy/extensions.ts';
import type { ProofFinding } from '../../schema/proof-finding.ts';
import { allowedItemsOf, type FindingAnswer, openFindings } from '../proof/finding-answers.ts';
import { fingerprint } from './same-error.ts';

/** Changes `state` in place; what it costs depends on the tasks around the one named, not on the size of the graph. */
export function apply(state: AutoState, event: AutoEvent, at: string): AutoState {
  if (event.type === 'planned') return planGraph(event.data, at);
  if (state.kind === 'unplanned') throw new Error(`${event.type} before anything was planned`);
  state.updated_at = at;
  if ('effect' in event.data && event.type !== 'effect_started') ended(state, event.data.effect, event.type);
  if ('calls' in event.data) for (const call of event.data.calls ?? []) countCall(state, call);
  if (isOfTask(event)) applyToTask(state, event, at);
  else applyToGraph(state, event, at);
  return state;
}

function applyToGraph(state: Graph, event: Exclude<AutoEvent, TaskEvent | { type: 'planned' }>, at: string): void {
  switch (event.type) {
    case 'effect_started':
      return start(state, event.data.effect, event.data.slot);
    case 'effect_interrupted':
      return interrupt(state, event.data.effect);
    case 'spent':
      return;
    case 'started':
      state.base ??= event.data.base;
      state.mode = event.data.mode;
      state.plan = event.data.plan;
      state.stopped = false;
      if (event.data.phase === undefined) delete state.only_phase;
      else state.only_phase = event.data.phase;
      if (state.stage.at === 'repair' && event.data.shared !== true && state.stage.held === undefined)
        state.stage = { ...state.stage, given_up: false };
      if (state.stage.at === 'begin' && state.mode !== 'normal') state.stage.allowed = true;
      return;
    case 'extended':
      if (state.in_flight[event.data.of] !== undefined) extend(state, event.data);
      return;
    case 'stop_requested':
      state.stopped = true;
      return;
    case 'replanned':
      replanGraph(state, event.data.tasks);
      return goOn(state);
    case 'prepared':
      state.trunk = event.data.trunk;
      state.red = event.data.red;
      return enterNext(state);
    case 'phase_allowed':
      if (state.stage.at === 'begin' && state.stage.phase === event.data.phase) state.stage.allowed = true;
      return;
    case 'phase_entered':
      return enter(state, event.data, at);
    case 'phase_merged':
      join(checkpointOf(state, at), state, event.data.trunk.commit);
      state.trunk = event.data.trunk;
      state.stage = { at: 'deliver' };
      return;
    case 'phase_red':
    case 'repair_failed': {
      const { mishap } = event.data;
      const repairs = repairsOf(state.stage);
      const given_up = isBeyondRepair(mishap) || isLastAttempt(repairs, event.data);
      state.stage = { at: 'repair', mishaps: addFailure(repairs, mishap, at), given_up };
      return;
    }
    case 'repaired':
      state.tip = event.data.tip;
      state.stage = { at: 'tasks', ...repairsBefore(state.stage) };
      return allowInRepair(state, event.data, 'reviewer');
    case 'repair_held': {
      const { tip, answers } = event.data;
      const findings = openFindings(event.data.findings, answers);
      if (state.stage.at === 'repair') state.stage = { ...state.stage, given_up: true, held: { tip, findings } };
      return allowInRepair(state, event.data, 'reviewer');
    }
    case 'repair_answered':
      return answerRepair(state, event.data.answers, at);
    case 'delivery_requested':
      state.wants_delivery = true;
      return;
    case 'rebase_requested':
      if (state.left_alone !== null) state.rebase = { tries: 0, problems: [] };
      return;
    case 'rebased':
      delete state.rebase;
      state.trunk = event.data.trunk;
      state.unpublished = true;
      return;
    case 'rebase_refused':
      return refuseRebase(state, event.data);
    case 'published':
      published(state, event.data);
      return recordDelivery(state, event, at);
    case 'sync_requested':
      if (canSync(state)) state.wants_sync = true;
      return;
    case 'synced':
      return synced(state, event.data, at);
    case 'amended':
      return amended(state, event.data);
    case 'amend_failed':
      return amendFailed(state, event.data);
    case 'delivered':
    case 'left_alone':
      return recordDelivery(state, event, at);
    default:
      return event satisfies never;
  }
}

/** What runs elsewhere does not run here, and no worktree of another place is ours. */
export function relocate(state: AutoState): AutoState {
  if (state.kind === 'unplanned') return state;
  state.worktree = null;
  for (const effect of Object.keys(state.in_flight)) {
    delete state.in_flight[effect];
    interrupt(state, effect);
  }
  const { stage } = state;
  if (stage.at === 'tasks' || stage.at === 'repair') state.stage = begin(state, state.current_phase, true);
  return state;
}

function start(state: Graph, effect: string, slot: number | null): void {
  state.in_flight[effect] = { slot };
  if (effect.startsWith('auto/phase-merge-')) state.unticked = false;
  const id = taskIn(effect);
  if (id !== undefined) move(state, id, 'in_progress');
}

/** Nothing came of it. A task whose work is done stays where it is: that is not done again. */
function interrupt(state: Graph, effect: string): void {
  const id = taskIn(effect);
  const task = id === undefined ? undefined : state.tasks[id];
  if (id === undefined || task?.status !== 'in_progress' || task.next !== 'work') return;
  move(state, id, 'pending');
  // Begun again at once it begins where it did: what a worker of a fleet made of it meanwhile still counts.
  if (taskOf(state, id).status === 'ready') putForward(state, id);
}

function ended(state: Graph, effect: string | undefined, type: AutoEvent['type']): void {
  if (effect === undefined) return;
  delete state.in_flight[effect];
  endExtension(state, effect);
  if (type === 'effect_interrupted') return;
  const key = effect.slice('auto/'.length, effect.lastIndexOf('#'));
  const id = taskIn(effect);
  if (id === undefined) state.outcomes[key] = (state.outcomes[key] ?? 0) + 1;
  else countOutcome(taskOf(state, id), stepOf(effect));
}

function stepOf(effect: string): TaskStep {
  const text = effect.slice(effect.lastIndexOf('/') + 1, effect.lastIndexOf('#'));
  const step = STEPS.find((one) => one === text);
  if (step === undefined) throw new Error(`no step of a task: ${effect}`);
  return step;
}

function enter(state: Graph, data: Extract<AutoEvent, { type: 'phase_entered' }>['data'], at: string): void {
  const { phase, worktree, branch, tip } = data;
  Object.assign(state, { current_phase: phase, worktree, branch, tip, stage: { at: 'tasks' } });
  const { completed_at: _, ...open } = state.phases[phase] ?? { started_at: at, delivered: false };
  state.phases[phase] = { ...open, delivered: false };
  settleAll(state);
}

/** In the end the phase is over either way: no phase waits for the user's checkout. */
function recordDelivery(
  state: Graph,
  event: Extract<AutoEvent, { type: 'delivered' | 'left_alone' | 'published' }>,
  at: string,
): void {
  state.trunk = event.data.trunk;
  state.wants_delivery = false;
  delete state.unpublished;
  if (state.stage.at === 'deliver') checkpointOf(state, at).completed_at = at;
  if (event.type === 'delivered') {
    for (const one of Object.values(state.phases)) if (one.completed_at !== undefined) one.delivered = true;
    state.left_alone = null;
  } else if (event.type === 'left_alone') {
    // Another remote than before is told to the person, who then has it sent there.
    if (event.data.why === 'remote_changed') delete state.proposal;
    state.left_alone = { why: event.data.why, detail: event.data.detail };
  }
  if (state.stage.at === 'deliver') enterNext(state);
}

/** Another agent is told what was wrong, once; then it is a person's to join the two. */
function refuseRebase(state: Graph, event: Extract<AutoEvent, { type: 'rebase_refused' }>['data']): void {
  const { why, detail, calls } = event;
  // What git joined by itself nobody has tried to put right.
  const tries = (state.rebase?.tries ?? 0) + (calls.length > 0 ? 1 : 0);
  state.left_alone = { why, detail };
  if (tries < MOST_REBASES) state.rebase = { tries, problems: detail };
  else delete state.rebase;
}

const MOST_REBASES = 2;

function checkpointOf(state: Graph, at: string): Graph['phases'][string] {
  return (state.phases[state.current_phase] ??= { started_at: at, delivered: false });
}

/** A phase of which nothing came has no merge; one that only ticked boxes keeps the one it had. */
function join(checkpoint: Graph['phases'][string], { trunk, tip }: Graph, merge: string): void {
  if (trunk?.commit === merge) return;
  if (checkpoint.merge === undefined || tip?.commit !== trunk?.commit) checkpoint.merge = merge;
}

interface AnsweredRepair {
  readonly findings?: readonly ProofFinding[] | undefined;
  readonly answers?: readonly FindingAnswer[] | undefined;
}

function allowInRepair(state: Graph, { findings = [], answers = [] }: AnsweredRepair, by: 'reviewer' | 'person'): void {
  const allowed = answers.filter(({ allow }) => allow);
  if (allowed.length === 0) return;
  state.allowed = [...(state.allowed ?? []), ...allowedItemsOf(findings, allowed)];
  const phase = state.current_phase;
  state.repairs = [...(state.repairs ?? []), ...allowed.map((one) => ({ phase, ...one, by }))];
}

/** All of it allowed, the repair is taken as it is; refused, another agent is told why. */
function answerRepair(state: Graph, answers: readonly FindingAnswer[], at: string): void {
  if (state.stage.at !== 'repair' || state.stage.held === undefined) return;
  const { mishaps, held } = state.stage;
  allowInRepair(state, { findings: held.findings, answers }, 'person');
  const refused = answers.filter(({ allow }) => !allow);
  const findings = openFindings(held.findings, answers);
  if (refused.length > 0) {
    const message = [...new Set(refused.map(({ reason }) => reason))].join(' ');
    const last = { kind: 'review', message, evidence: '', fingerprint: fingerprint('review', message) };
    state.stage = { at: 'repair', mishaps: addFailure(mishaps, last, at), given_up: false };
  } else if (findings.length > 0) state.stage.held = { ...held, findings };
  else {
    state.tip = held.tip;
    state.stage = { at: 'tasks', repairs: mishaps };
  }
}

function repairsOf(stage: Stage): FailureHistory | null {
  if (stage.at === 'tasks') return stage.repairs ?? null;
  return stage.at === 'repair' ? stage.mishaps : null;
}

/** They go on being counted when the repaired phase is red again. */
function repairsBefore(stage: Stage): { repairs?: FailureHistory } {
  const repairs = repairsOf(stage);
  return repairs === null ? {} : { repairs };
}
