import { createGeminiReader } from './read-stream.ts';
import { vendorModel } from '../models.ts';
import { type AgentCall, type Backend, otherFolders } from '../port.ts';
import { type LaunchSpec, runProgram } from '../run-program.ts';
import type { Clock } from '../../base/clock.ts';
import type { Spawner } from '../../process/command.ts';

export interface GeminiOptions {
  readonly spawner: Spawner;
  readonly clock: Clock;
}

/** Gemini CLI, run without a terminal: one process per call. It reports no cost. */
export function createGemini({ spawner, clock }: GeminiOptions): Backend {
  const program = { start: startGemini, reader: (call: AgentCall) => createGeminiReader(call, clock) };
  return { name: 'gemini', run: runProgram(program, spawner) };
}

/** How Gemini CLI is started for one call. The prompt goes by stdin: an argument may not be longer than 128 KB. */
export function startGemini(call: AgentCall): LaunchSpec {
  const { prompt, model, resume } = call;
  return {
    file: 'gemini',
    args: [
      '--output-format=stream-json',
      // No person can be asked, and every other mode has no shell.
      '--approval-mode=yolo',
      ...otherFolders(call).map((folder) => `--include-directories=${folder}`),
      ...(model === undefined ? [] : ['--model', vendorModel('gemini', model)]),
      ...(resume === undefined ? [] : ['--resume', resume.id]),
    ],
    env: {
      // Otherwise it starts itself a second time, and the first process ignores signals.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      // Otherwise it refuses to work without a terminal.
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    // A prompt that begins with a slash would be taken for a command.
    stdin: prompt.startsWith('/') ? `\n${prompt}` : prompt,
  };
}
