import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, type Failure, throwFailure, unwrap } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { AGENT_LOG } from '../../schema/agent-log-line.ts';
import { stepFolderOf } from '../conductor/step.ts';
import { type AgentOutput, followAgentLog, type Following } from '../follow-agent-log.ts';
import type { LogEntry, LogMatches, LogPage, LogTail, WantedPage } from '../operations/agent-log-page.ts';
import type { Project } from '../project.ts';
import { readRegularFile } from '../read-file.ts';
import { type AnyState, findLogs, LogStates, type ProjectLog } from './logs.ts';

export interface OutputOptions extends Pick<Following, 'after' | 'signal'> {
  /** False: ends with what there is. */
  readonly follow?: boolean;
}

interface OutputPlace {
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** No part of it leads out of the folder of steps. */
const EFFECT = /^[\w-]+(?:\/\w[\w.-]*)+#\d{1,9}$/;

/**
 * What the agent of an effect does and says, from the beginning or behind a cursor, until its step has ended. An effect
 * is named as the events name it: `run-…/build#2`, `R1/T1-S2/implement#1`, `auto/T1.3/work#2`. Nothing for any other name.
 *
 * @internal
 */
export function agentOutput(
  { project, env }: OutputPlace,
  effect: string,
  { follow = true, ...options }: OutputOptions = {},
): Result<AsyncGenerator<AgentOutput, void, void>, Failure> {
  const place = agentLogFile({ project, env }, effect);
  if (!place.ok) return place;
  const file = place.value;
  if (file === undefined) return ok(nothing());
  const states = new LogStates(project);
  const isRunning = () => isInFlight({ project, states }, effect);
  let wasRunning = false;
  const isOver = () => {
    const isNow = isRunning();
    wasRunning ||= isNow;
    // One that has no file was not begun yet.
    return !isNow && (wasRunning || fs.existsSync(file));
  };
  return ok(followAgentLog(file, { ...options, follow, isOver }));
}

/** Undefined for what is no name of an effect: no part of it leads out of the folder of steps. */
function agentLogFile({ project, env }: OutputPlace, effect: string): Result<string | undefined, Failure> {
  const home = privateFolder(env);
  if (!home.ok) return home;
  if (!EFFECT.test(effect)) return ok(undefined);
  return ok(path.join(stepFolderOf(path.join(home.value, project.hash), effect), AGENT_LOG));
}

export type { AgentOutput, LogEntry, LogMatches, LogPage, LogTail, WantedPage };

/** The logs of agents by bytes, for whoever shows a part of a long one. */
export interface AgentLogsApi {
  page(effect: string, wanted: WantedPage): Promise<Result<LogPage & { readonly is_over: boolean }, Failure>>;
  search(
    effect: string,
    wanted: { readonly text: string; readonly from: number },
  ): Promise<Result<LogMatches, Failure>>;
  tail(effect: string): Promise<Result<LogTail, Failure>>;
  /** What the agent was told. */
  prompt(effect: string): Promise<Result<string | null, Failure>>;
}

/** @internal */
export function agentLogsApi(place: OutputPlace & { readonly states: LogStates }): AgentLogsApi {
  const fileOf = (effect: string): string =>
    unwrap(agentLogFile(place, effect)) ?? throwFailure('http.unknown', { name: effect });
  return {
    page: (effect, wanted) =>
      catchFailure(async () => {
        const file = fileOf(effect);
        // Asked first: what is written until then is read.
        const is_over = !isInFlight(place, effect);
        return { ...(await import('../operations/agent-log-page.ts')).readLogPage(file, wanted), is_over };
      }),
    search: (effect, wanted) =>
      catchFailure(async () => (await import('../operations/agent-log-page.ts')).searchLog(fileOf(effect), wanted)),
    tail: (effect) =>
      catchFailure(async () => (await import('../operations/agent-log-page.ts')).readLogTail(fileOf(effect))),
    prompt: (effect) =>
      catchFailure(async () => {
        const read = readRegularFile(path.join(path.dirname(fileOf(effect)), 'prompt.md'), {
          limit: LONGEST_PROMPT,
          followLinks: false,
        });
        return read.ok ? new TextDecoder().decode(read.value) : null;
      }),
  };
}

const LONGEST_PROMPT = 4 * 1024 * 1024;

/** Whether it was started and has no outcome, as the log tells by now. */
function isInFlight(
  { project, states }: { readonly project: Project; readonly states: LogStates },
  effect: string,
): boolean {
  return findLogs(project)
    .filter((log) => mayHave(log, effect))
    .some((log) => {
      const looked = states.of(log).look();
      return looked.ok && looked.value !== undefined && effectsIn(looked.value).includes(effect);
    });
}

function mayHave({ workflow, id }: ProjectLog, effect: string): boolean {
  return workflow === 'session' ? /^R\d/.test(effect) : effect.startsWith(`${id}/`);
}

function effectsIn(state: AnyState): readonly string[] {
  switch (state.kind) {
    case 'run':
      return state.in_flight === null ? [] : [state.in_flight];
    case 'session':
      return state.in_flight;
    case 'graph':
      return Object.keys(state.in_flight);
    case 'unstarted':
    case 'none':
    case 'unplanned':
      return [];
    default:
      return state satisfies never;
  }
}

async function* nothing(): AsyncGenerator<never, void, void> {
  // An effect that cannot be has no agent.
}
