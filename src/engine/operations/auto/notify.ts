import { setTimeout as pause } from 'node:timers/promises';
import { createNotifier, type Notifier } from '../../../notify/notify.ts';
import type { Notification, TaskCounts } from '../../../notify/format-notification.ts';
import type { Catalogue } from '../../../i18n/catalogue.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import { type AttemptFailure, type Graph, isHeldTask } from '../../../workflows/auto/graph-state.ts';
import { unrecordedSpawner } from '../../ask-program.ts';
import type { OpenAuto } from '../../descriptors/auto.ts';
import { committedWebhook, comesWithRepository } from '../../committed-webhook.ts';
import { isTrustedWebhook } from '../../trust-gate.ts';
import { proofFindingText } from '../../run-documents/finding-text.ts';
import { reportOf } from './report.ts';

/** Somebody whose tasks fail by the hundred knows after these; the end tells how many there were. */
const MOST_FAILURES = 10;
/** How long the end waits for what is still to be said. */
const PATIENCE_MS = 5_000;
/** Shorter pauses are over before anybody has read of them. */
const WORTH_TELLING_MS = 10 * 60_000;

export interface Telling {
  /** What happens from now on is somebody else's to tell. */
  hearNoMore(): void;
  /** Nothing more is told; what was begun gets a moment. */
  stop(): Promise<void>;
}

/**
 * Tells a person who is not looking, by Slack, of finished phases, failed tasks and what waits for them: one message
 * each, one after the other, while the work goes on. Where several conduct, each tells what came of its own effects.
 */
export function notifyWhileConducting(open: OpenAuto, isMine: (effect: string) => boolean = () => true): Telling {
  const notifiers = new Map<string | null, Notifier>();
  let last: Promise<unknown> = Promise.resolve();
  let failures = 0;
  let isStopped = false;

  const webhook = webhookReader(open);
  const notifier = async (): Promise<Notifier> => {
    const slack = await webhook();
    const known = notifiers.get(slack) ?? notifierFor(open, slack);
    notifiers.set(slack, known);
    return known;
  };
  const tell = (message: Notification): void => {
    if (message.kind === 'task_failed' && ++failures > MOST_FAILURES) return;
    last = last.then(async () => (isStopped ? undefined : (await notifier()).tell(message)));
  };
  const unpark = open.shared.services.gate.onParked(({ backend, until }) => {
    const { state } = open.store;
    if (state.kind === 'unplanned' || until.getTime() - open.shared.services.clock.now().getTime() < WORTH_TELLING_MS)
      return;
    tell({ kind: 'limited', subject: state.project, backend, until });
  });
  let isDone = isAtEnd(open);
  const unwatchLog = open.store.watch(({ event }) => {
    const { state } = open.store;
    if (state.kind === 'unplanned' || event.type === 'shown' || event.type === 'edited') return;
    const effect = 'effect' in event.data ? event.data.effect : undefined;
    const messages = effect === undefined || isMine(effect) ? messagesOf(event, state, open.context.words) : [];
    for (const message of messages) if (message.kind !== 'all_done' || !isDone) tell(message);
    isDone = isAtEnd(open);
  });
  const unwatch = () => {
    unwatchLog();
    unpark();
  };
  return {
    hearNoMore: unwatch,
    stop: async () => {
      unwatch();
      await Promise.race([last, pause(PATIENCE_MS, undefined, { ref: false })]);
      isStopped = true;
    },
  };
}

/** The webhook of the state file; null, and said once for each, where it came with the repository and nobody trusts it. */
function webhookReader({ context, limits }: OpenAuto): () => Promise<string | null> {
  let isForeign: Promise<boolean> | undefined;
  const said = new Set<string>();
  return async () => {
    const url = limits().slack_webhook_url;
    if (url === null || context.trusts) return url;
    isForeign ??= comesWithRepository(context.project, context.env);
    if (!(await isForeign)) return url;
    const webhook = committedWebhook(url);
    if (isTrustedWebhook(webhook, context)) return url;
    const host = URL.canParse(url) ? new URL(url).host : '?';
    if (!said.has(url)) context.onNotice({ code: 'slack.untrusted', params: { file: webhook.file, host } });
    said.add(url);
    return null;
  };
}

function notifierFor({ context }: OpenAuto, slack: string | null): Notifier {
  const { env, words, onNotice } = context;
  return createNotifier({
    env,
    spawner: unrecordedSpawner(),
    config: { terminal_bell: false, system_notify: false },
    words: words.notifications,
    bell: () => undefined,
    onNotice,
    slack,
  });
}

/** `graph` as it is after the event. */
function messagesOf(event: AutoEvent, graph: Graph, words: Catalogue): Notification[] {
  const { project: subject, current_phase: phase, stage, tasks } = graph;
  if (event.type === 'phase_merged') return [{ kind: 'phase_done', subject, phase, counts: countsOf(graph, phase) }];
  if (event.type === 'phase_red' || event.type === 'repair_failed') {
    if (stage.at !== 'repair' || !stage.given_up) return [];
    return [{ kind: 'phase_stuck', subject, phase, reason: reasonIn(event.data.mishap) }];
  }
  if (event.type === 'repair_held') {
    const reason = event.data.findings.map((finding) => proofFindingText(finding, words)).join('; ');
    return [{ kind: 'task_held', subject, task: `phase-${phase}`, reason }];
  }
  if (event.type === 'attempt_failed') {
    const { id, mishap } = event.data;
    if (tasks[id]?.status !== 'failed') return [];
    const task = `${id} ${tasks[id]?.title ?? ''}`.trim();
    return [{ kind: 'task_failed', subject, task, reason: reasonIn(mishap) }];
  }
  if (event.type === 'task_judged' || event.type === 'task_reviewed' || event.type === 'review_failed') {
    const { id } = event.data;
    const held = tasks[id];
    if (held === undefined || !isHeldTask(held)) return [];
    const reason = (held.findings ?? []).map((finding) => proofFindingText(finding, words)).join('; ');
    return [{ kind: 'task_held', subject, task: `${id} ${held.title}`.trim(), reason }];
  }
  if (event.type !== 'delivered' && event.type !== 'left_alone' && event.type !== 'published') return [];
  if (stage.at === 'begin' && !stage.allowed) return [{ kind: 'phase_waits', subject, phase: stage.phase }];
  if (stage.at !== 'done') return [];
  const { counts, held, allowed, unproven } = reportOf(graph);
  const reviewed = [...new Set(allowed.filter(({ by }) => by === 'reviewer').map(({ id }) => id))];
  const noted = { held: held.map(({ id }) => id), reviewed, unproven };
  return [{ kind: 'all_done', subject, counts, isLeftAlone: graph.left_alone !== null, noted }];
}

function reasonIn({ kind, message }: AttemptFailure): string {
  return message === '' ? kind : message;
}

function isAtEnd({ store }: OpenAuto): boolean {
  return store.state.kind === 'graph' && store.state.stage.at === 'done';
}

/** Of one phase, or of all. */
function countsOf(graph: Graph, phase?: number): TaskCounts {
  const order = phase === undefined ? graph.order : graph.order.filter((id) => graph.tasks[id]?.phase === phase);
  return reportOf({ ...graph, order }).counts;
}
