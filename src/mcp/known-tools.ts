import { askPerson } from './tools/asking.ts';
import { comment } from './tools/commenting.ts';
import { exec, next, prove, verify } from './tools/jobs.ts';
import { list, status } from './tools/overview.ts';
import { diff, evidence, forecast, knowledge, log, show, validate } from './tools/reading.ts';
import { resume, startAuto, startRun, startSession, stop } from './tools/starting.ts';
import { wait } from './tools/waiting.ts';
import type { AnyTool } from './tool.ts';

/**
 * All that an agent is given. What only a person may do is no tool: to answer, approve, reject, merge, trust, say that a
 * task is complete or skipped, remove locks, change the configuration.
 */
export const knownTools: readonly AnyTool[] = [
  status,
  list,
  show,
  wait,
  log,
  diff,
  evidence,
  forecast,
  knowledge,
  validate,
  startRun,
  startSession,
  startAuto,
  resume,
  stop,
  next,
  exec,
  prove,
  verify,
  comment,
  askPerson,
];
