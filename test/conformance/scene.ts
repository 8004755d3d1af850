import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { AgentEvent, Backend, AgentCall, CallLimits, CallOutcome } from '../../src/agents/port.ts';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { processesWith } from '../support/processes.ts';
import type { CallChange, Harness, Opened, Scenario } from './harness.ts';

export interface Scene {
  readonly opened: Opened;
  readonly folder: string;
  readonly events: readonly AgentEvent[];
  /** The processes of the call that are alive now. */
  processes(): number[];
  /** Calls the backend (or what stands in front of it), then looks whether anything was left behind. */
  run(change?: CallChange, through?: Through): Promise<CallOutcome>;
}

/** What a call goes through on its way to the backend. */
export type Through = (backend: Backend, call: AgentCall, on: (event: AgentEvent) => void) => Promise<CallOutcome>;

const generous: CallLimits = { wallMs: 300_000, idleMs: 240_000, outputBytes: 50_000_000 };

/** One scenario, set up in folders of its own and taken down whatever happens. */
export async function play(harness: Harness, scenario: Scenario, act: (scene: Scene) => Promise<void>): Promise<void> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'conformance-'));
  const [folder, stepFolder, home, registry] = ['project', 'step', 'home', 'registry'].map((name) => {
    const made = path.join(root, name);
    fs.mkdirSync(made);
    return made;
  }) as [string, string, string, string];
  const effect = `conformance/${harness.name}/${scenario}/${randomUUID()}`;
  const spawner = createSpawner({
    registry: openRegistry({ folder: registry, disk: realDisk, clock: systemClock }),
    scope: root,
  });
  const events: AgentEvent[] = [];
  const opened = await harness.open(scenario, spawner);

  const run: Scene['run'] = async (change = {}, through = (backend, call, on) => backend.run(call, on)) => {
    const call: AgentCall = {
      effect,
      role: 'builder',
      prompt: 'Do as you are told.',
      folder,
      stepFolder,
      signal: new AbortController().signal,
      ...opened.call,
      ...change,
      limits: { ...generous, ...opened.call.limits, ...change.limits },
      env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', ...opened.call.env, ...change.env },
    };
    const prompt = `${call.prompt}\nWorking folder: ${folder}`;
    const look = () => surroundings(harness, [folder, stepFolder, call.env['HOME'] ?? home]);
    const before = look();
    const outcome = await through(opened.backend, { ...call, prompt }, (event) => events.push(event));
    expect(processesWith(effect), 'processes left').toEqual([]);
    expect(fs.readdirSync(stepFolder), 'left in the step folder').toEqual([]);
    expect(fs.readdirSync(registry), 'still recorded as running').toEqual([]);
    expect(look(), 'files outside the folders of the call').toEqual(before);
    return outcome;
  };

  try {
    await act({ opened, folder, events, processes: () => processesWith(effect), run });
  } finally {
    await opened.close();
    fs.rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

/** Every file of the test's own temporary world but those a call may make, and what the program drops in the system's. */
function surroundings(harness: Harness, allowed: readonly string[]): string[] {
  const world = path.dirname(os.tmpdir());
  const dropped = fs.readdirSync('/tmp').filter((name) => harness.droppings?.test(name) === true);
  return [...filesIn(world, allowed), ...dropped];
}

function filesIn(folder: string, except: readonly string[]): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (except.includes(file)) return [];
    return entry.isDirectory() ? [file, ...filesIn(file, except)] : [file];
  });
}
