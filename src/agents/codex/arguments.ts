import path from 'node:path';
import { vendorModel } from '../models.ts';
import type { AgentCall } from '../port.ts';
import type { LaunchSpec } from '../run-program.ts';
import { findCodex } from './find-program.ts';
import { strictSchema } from './strict-schema.ts';

const SCHEMA_FILE = 'answer.schema.json';

export function startCodex(call: AgentCall, scratch: string): LaunchSpec {
  const schema = call.answer === undefined ? undefined : strictSchema(call.answer.jsonSchema);
  return {
    file: findCodex(call.env),
    args: argumentsFor(call, schema === undefined ? undefined : path.join(scratch, SCHEMA_FILE)),
    env: {},
    stdin: call.prompt,
    // It watches /etc for skills and wakes whenever a program starts, so its CPU time does not mean work.
    onlyWaits: true,
    ...(schema !== undefined && { files: { [SCHEMA_FILE]: JSON.stringify(schema) } }),
  };
}

function argumentsFor({ model, resume, stepFolder }: AgentCall, schemaFile: string | undefined): string[] {
  return [
    'exec',
    '--json',
    '--skip-git-repo-check',
    '--sandbox=workspace-write',
    `--add-dir=${stepFolder}`,
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
