import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '../../src/base/failure.ts';
import { ok, type Result } from '../../src/base/result.ts';
import { type OpenSession, openSession, type SessionContext } from '../../src/engine/descriptors/session.ts';
import { type NewRequest, startSession } from '../../src/engine/operations/sessions/start.ts';
import { findProject } from '../../src/engine/project.ts';
import { en } from '../../src/i18n/en/index.ts';
import type { SessionEvent } from '../../src/workflows/session/events.ts';
import { type GateVerdict, judgeGate } from '../../src/workflows/session/gates.ts';
import type { Session } from '../../src/workflows/session/session-state.ts';
import { rehearsed, type RunProject } from './run-project.ts';
import type { Roles } from './session-script.ts';

/** A session that is open in this process. */
export interface PlayedSession {
  readonly open: OpenSession;
  readonly events: SessionEvent[];
  /** As it is now. */
  state(): Session;
  /** Takes it as far as it goes, or until the signal. */
  conduct(signal?: AbortSignal): Promise<void>;
  /** Wants the finished work merged. */
  deliver(): Promise<void>;
  /** Records what a person wants. */
  record(event: SessionEvent): Promise<void>;
  /** Effects that came to an outcome, without the request: `T1-S1/red#1`. Not what is done before and beside the agents. */
  effects(): string[];
  /** What was measured for a gate, each time. */
  gates(): (GateVerdict & { effect: string })[];
  /** What the agent of an effect was told. */
  prompt(effect: string): string;
  /** A document of the session: `contracts/R1/explored.yaml`. */
  file(name: string): string;
  close(): Promise<void>;
}

export async function startSessionIn(project: RunProject, given: SessionScenario): Promise<PlayedSession> {
  const { request = 'Add functions to the calculator.', allowsSuperseded = false, ...rest } = given;
  return playing(project, await startSession({ request, allowsSuperseded }, sessionContext(project, rest)));
}

/** By another process, as it were. */
export async function openSessionIn(project: RunProject, given: SessionScenario): Promise<PlayedSession> {
  return playing(project, await openSession(sessionContext(project, given)));
}

export type SessionScenario = Partial<SessionContext> & Partial<NewRequest> & { readonly roles?: Roles };

export function sessionContext(
  { folder, env, home }: Pick<RunProject, 'folder' | 'env' | 'home'>,
  { roles, ...given }: SessionScenario = {},
): SessionContext {
  return {
    project: expectOk(findProject({ cwd: folder, named: folder })),
    env,
    cwd: folder,
    words: en,
    options: roles === undefined ? {} : { agent: rehearsed(home, roles) },
    trusts: true,
    references: [],
    onNotice: () => undefined,
    ...given,
  };
}

export function expectOk<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function playing({ home }: RunProject, open: OpenSession): PlayedSession {
  const events: SessionEvent[] = [];
  open.store.watch(({ event }) => {
    if (event.type !== 'shown' && event.type !== 'edited') events.push(structuredClone(event));
  });
  const state = (): Session => {
    if (open.store.state.kind === 'none') throw new Error('no session');
    return open.store.state;
  };
  const record = async (event: SessionEvent) => void expectOk(await open.store.commit(() => ok([event])));
  const conduct = (signal = new AbortController().signal) => open.conduct(signal);
  const plain = (effect: string) => effect.slice(effect.indexOf('/') + 1);
  return {
    open,
    events,
    state,
    record,
    conduct,
    async deliver() {
      await record({ type: 'delivery_requested', data: { asked: false } });
      await conduct();
    },
    effects: () =>
      events
        .flatMap(({ type, data }) => ('effect' in data && !type.startsWith('effect_') ? [plain(data.effect)] : []))
        .filter((effect) => !/^(?:prepare|baseline)#/.test(effect)),
    gates: () =>
      events.flatMap(({ type, data }) =>
        type === 'gate_measured' ? [{ ...judgeGate(data), effect: plain(data.effect) }] : [],
      ),
    prompt(effect) {
      const steps = path.join(home, 'state/orchestral', open.services.project.hash, 'steps');
      const step = `${state().request_id}/${effect}`.replace('#', '-');
      return fs.readFileSync(path.join(steps, step, 'prompt.md'), 'utf8');
    },
    file: (name) => path.join(open.folder, name),
    close: async () => expectOk(await open.close()),
  };
}
