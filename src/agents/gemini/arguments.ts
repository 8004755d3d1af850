import fs from 'node:fs';
import path from 'node:path';
import { vendorModel } from '../models.ts';
import type { Call } from '../port.ts';
import type { Start } from '../program.ts';

/** How Gemini CLI is started for one call. The prompt goes by stdin: an argument may not be longer than 128 KB. */
export function startGemini(call: Call, scratch: string): Start {
  return {
    file: 'gemini',
    args: argumentsFor(call),
    env: {
      // Else it starts itself a second time, and the first of the two ignores signals.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      // Else it refuses to work without a terminal.
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      ...placeOfSettings(path.join(scratch, SETTINGS)),
    },
    // A prompt that begins with a slash would be taken for a command.
    stdin: call.prompt.startsWith('/') ? `\n${call.prompt}` : call.prompt,
    files: { [SETTINGS]: JSON.stringify(settingsFor(call)) },
  };
}

const SETTINGS = 'gemini-settings.json';

function argumentsFor({ model, resume }: Call): string[] {
  return [
    '--output-format=stream-json',
    // Nobody is there to be asked, and in every other mode it has no shell.
    '--approval-mode=yolo',
    ...(model === undefined ? [] : ['--model', vendorModel('gemini', model)]),
    ...(resume === undefined ? [] : ['--resume', resume.id]),
  ];
}

/** What has no flag. */
function settingsFor({ limits, stepFolder }: Call): object {
  return {
    // Left alone it tries ten times, over more than three minutes.
    general: { maxAttempts: 2 },
    context: { includeDirectories: [stepFolder] },
    ...(limits.maxTurns !== undefined && { model: { maxSessionTurns: limits.maxTurns } }),
  };
}

/**
 * Ours stand where an administrator's would, above what the person or the repository says. Where there is such an
 * administrator theirs must hold: ours then stand below everything.
 */
function placeOfSettings(settings: string): Record<string, string> {
  const administrators = path.join(administratorsFolder(), 'settings.json');
  if (fs.existsSync(administrators)) return { GEMINI_CLI_SYSTEM_DEFAULTS_PATH: settings };
  return {
    GEMINI_CLI_SYSTEM_SETTINGS_PATH: settings,
    // Looked for beside the settings if not told.
    GEMINI_CLI_SYSTEM_DEFAULTS_PATH: path.join(administratorsFolder(), 'system-defaults.json'),
  };
}

function administratorsFolder(): string {
  if (process.platform === 'darwin') return '/Library/Application Support/GeminiCli';
  return process.platform === 'win32' ? String.raw`C:\ProgramData\gemini-cli` : '/etc/gemini-cli';
}
