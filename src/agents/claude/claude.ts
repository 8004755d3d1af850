import { createClaudeReader } from './read-stream.ts';
import { vendorModel } from '../models.ts';
import { type AgentCall, type Backend, otherFolders } from '../port.ts';
import { type LaunchSpec, runProgram } from '../run-program.ts';
import type { Spawner } from '../../process/command.ts';

/** Claude Code, run without a terminal: one process per call. */
export function createClaude({ spawner }: { readonly spawner: Spawner }): Backend {
  return {
    name: 'claude',
    takesSchema: true,
    run: runProgram({ start: startClaude, reader: createClaudeReader }, spawner),
  };
}

/** How Claude Code is started for one call. The prompt goes by stdin: an argument may not be longer than 128 KB. */
export function startClaude(call: AgentCall, scratch: string): LaunchSpec {
  return { file: 'claude', args: argumentsFor(call), env: environmentFor(call, scratch), stdin: call.prompt };
}

function argumentsFor(call: AgentCall): string[] {
  const { model, resume, limits, answer, confine } = call;
  return [
    '--print',
    '--verbose',
    '--output-format=stream-json',
    // No person can be asked. Edits in the folders and shell commands are allowed; anything else is denied.
    '--permission-mode=acceptEdits',
    '--allowedTools=Bash',
    ...otherFolders(call).map((folder) => `--add-dir=${folder}`),
    // A sandbox of its own, which the person's settings may ask for, cannot be made inside of ours, which holds.
    ...(confine === undefined ? [] : ['--settings', JSON.stringify({ sandbox: { enabled: false } })]),
    ...(model === undefined ? [] : ['--model', vendorModel('claude', model)]),
    ...(resume === undefined ? [] : ['--resume', resume.id]),
    ...(limits.maxTurns === undefined ? [] : ['--max-turns', String(limits.maxTurns)]),
    ...(limits.maxCostUsd === undefined ? [] : ['--max-budget-usd', budgetText(limits.maxCostUsd)]),
    ...(answer === undefined ? [] : ['--json-schema', JSON.stringify(answer.jsonSchema)]),
  ];
}

/** What one agent notes for later, others of its run would be told. */
export const withoutClaudeMemory = { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' };

function environmentFor({ limits, confine }: AgentCall, scratch: string): Record<string, string> {
  // Three hanging tries end before the call counts as idle.
  const patienceMs = String(Math.round(Math.min(Math.max(limits.idleMs / 4, 30_000), 600_000)));
  return {
    CLAUDE_CODE_TMPDIR: scratch,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
    // Nothing may run on after the final result.
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    // By default it retries ten times over minutes, and waits forever for a silent server.
    CLAUDE_CODE_MAX_RETRIES: '2',
    API_TIMEOUT_MS: patienceMs,
    CLAUDE_ENABLE_STREAM_WATCHDOG: '1',
    CLAUDE_STREAM_IDLE_TIMEOUT_MS: patienceMs,
    // The first answer and three corrections.
    MAX_STRUCTURED_OUTPUT_RETRIES: '4',
    ...(confine !== undefined && withoutClaudeMemory),
  };
}

/** It says the number to people as it was given: not more digits than mean something. */
function budgetText(usd: number): string {
  return String(Math.floor(usd * 10_000 + 1e-6) / 10_000 || usd);
}
