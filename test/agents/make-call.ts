import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { AgentEvent, Backend, AgentCall, CallLimits, CallOutcome } from '../../src/agents/port.ts';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import type { Spawner } from '../../src/process/command.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';

/** Folders and a spawner for calls, gone with the test. */
export interface CallFolders {
  readonly root: string;
  readonly folder: string;
  readonly stepFolder: string;
  readonly spawner: Spawner;
}

export function makeCallFolders(): CallFolders {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'agents-')));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  const [folder, stepFolder] = [path.join(root, 'project'), path.join(root, 'step')];
  fs.mkdirSync(folder);
  fs.mkdirSync(stepFolder);
  const registry = openRegistry({ folder: path.join(root, 'registry'), disk: realDisk, clock: systemClock });
  return { root, folder, stepFolder, spawner: createSpawner({ registry, scope: root }) };
}

export type CallChange = Partial<Omit<AgentCall, 'limits'>> & { readonly limits?: Partial<CallLimits> };

export function makeCall(
  { folder, stepFolder }: Pick<CallFolders, 'folder' | 'stepFolder'>,
  change: CallChange = {},
): AgentCall {
  return {
    effect: 'test/call',
    role: 'builder',
    prompt: 'Do it.',
    folder,
    stepFolder,
    env: { PATH: process.env['PATH'] ?? '' },
    signal: new AbortController().signal,
    ...change,
    limits: { wallMs: 60_000, idleMs: 60_000, outputBytes: 50_000_000, ...change.limits },
  };
}

export interface RecordedCall {
  readonly outcome: CallOutcome;
  readonly events: readonly AgentEvent[];
}

export async function recordCall(backend: Backend, call: AgentCall): Promise<RecordedCall> {
  const events: AgentEvent[] = [];
  const outcome = await backend.run(call, (event) => events.push(event));
  return { outcome, events };
}
