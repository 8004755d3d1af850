import path from 'node:path';
import { findCodex } from './find-program.ts';
import { withMountPointCleanup } from './mount-points.ts';
import { createCodexReader } from './read-stream.ts';
import { strictSchema } from './strict-schema.ts';
import { vendorModel } from '../models.ts';
import { type AgentCall, type Backend, otherFolders } from '../port.ts';
import { type LaunchSpec, runProgram } from '../run-program.ts';
import type { Clock } from '../../base/clock.ts';
import type { Spawner } from '../../process/command.ts';

export interface CodexOptions {
  readonly spawner: Spawner;
  readonly clock: Clock;
}

/**
 * The Codex CLI, run without a terminal: one process per call. It takes the schema of an answer where that can be said
 * strictly; since that is not always so, `takesSchema` is not promised and the prompt asks as well.
 */
export function createCodex({ spawner, clock }: CodexOptions): Backend {
  const run = runProgram({ start: startCodex, reader: (call) => createCodexReader(call, clock) }, spawner);
  return { name: 'codex', run: withMountPointCleanup(run) };
}

const SCHEMA_FILE = 'answer.schema.json';

export function startCodex(call: AgentCall, scratch: string): LaunchSpec {
  const schema = call.answer === undefined ? undefined : strictSchema(call.answer.jsonSchema);
  return {
    file: findCodex(call.env),
    args: argumentsFor(call, schema === undefined ? undefined : path.join(scratch, SCHEMA_FILE)),
    env: call.confine === undefined ? {} : privateCodexState(scratch),
    stdin: call.prompt,
    // It watches /etc for skills and wakes whenever a program starts, so its CPU time does not mean work.
    onlyWaits: true,
    ...(schema !== undefined && { files: { [SCHEMA_FILE]: JSON.stringify(schema) } }),
  };
}

/** Its memories and queues, which it would share with the other agents of its run. */
export function privateCodexState(scratch: string): Record<string, string> {
  return { CODEX_SQLITE_HOME: scratch };
}

function argumentsFor(call: AgentCall, schemaFile: string | undefined): string[] {
  const { model, resume, confine } = call;
  return [
    'exec',
    '--json',
    '--skip-git-repo-check',
    // Its own sandbox cannot be made inside of ours, which holds.
    `--sandbox=${confine === undefined ? 'workspace-write' : 'danger-full-access'}`,
    ...otherFolders(call).map((folder) => `--add-dir=${folder}`),
    // Our TMPDIR is in the step's folder; the system's stays read-only.
    ...setting('sandbox_workspace_write.exclude_slash_tmp', true),
    // Each of these uses the network and delays the exit.
    ...setting('features.plugins', false),
    ...setting('analytics.enabled', false),
    ...setting('check_for_update_on_startup', false),
    // Without a network it would retry forever, and its messages would count as activity.
    ...setting('features.unbounded_connection_retries', false),
    ...setting('features.daemon_auto_start', false),
    ...(model === undefined ? [] : ['--model', vendorModel('codex', model)]),
    ...(schemaFile === undefined ? [] : ['--output-schema', schemaFile]),
    ...(resume === undefined ? [] : ['resume', resume.id]),
    // The prompt comes by stdin.
    '-',
  ];
}

function setting(name: string, value: boolean): string[] {
  return ['-c', `${name}=${value}`];
}
