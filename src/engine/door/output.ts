import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { privateFolder } from '../../store/private-folder.ts';
import { EVENTS_FILE } from '../call-agent/agent-log.ts';
import { stepFolderOf } from '../conductor/step.ts';
import { type AgentOutput, followAgentLog, type Following } from '../follow-agent-log.ts';
import type { Project } from '../project.ts';
import { type AnyState, findLogs, openLogState, type ProjectLog, type ReadState } from './logs.ts';

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
  const home = privateFolder(env);
  if (!home.ok) return home;
  if (!EFFECT.test(effect)) return ok(nothing());
  const file = path.join(stepFolderOf(path.join(home.value, project.hash), effect), EVENTS_FILE);
  const isRunning = runningIn(project, effect);
  let wasRunning = false;
  const isOver = () => {
    const isNow = isRunning();
    wasRunning ||= isNow;
    // One that has no file was not begun yet.
    return !isNow && (wasRunning || fs.existsSync(file));
  };
  return ok(followAgentLog(file, { ...options, follow, isOver }));
}

/** Whether it was started and has no outcome, as the log tells by now. */
function runningIn(project: Project, effect: string): () => boolean {
  const states = new Map<string, ReadState>();
  return () =>
    findLogs(project)
      .filter((log) => mayHave(log, effect))
      .some((log) => {
        const state = states.get(log.id) ?? openLogState(log, project);
        states.set(log.id, state);
        const looked = state.look();
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
