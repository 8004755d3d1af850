import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { catchFailure, type Failure } from '../../src/base/failure.ts';
import { ok, type Result } from '../../src/base/result.ts';
import type { RunContext } from '../../src/engine/descriptors/run.ts';
import { startRun } from '../../src/engine/operations/runs/start.ts';
import type { RunEvent } from '../../src/workflows/run/events.ts';
import type { CallRecord } from '../../src/workflows/policy/calls.ts';
import type { Run, RunRole } from '../../src/workflows/run/run-state.ts';
import { conductAll, runContext } from '../support/conduct-run.ts';
import type { Turn, TurnFor } from '../support/model-servers/scripted-server.ts';
import { processesWith } from '../support/processes.ts';
import { type RunProject, runProject } from '../support/run-project.ts';

/** What the model does in the calls of a role: turn after turn of each. */
export type Parts = Readonly<Partial<Record<RunRole, readonly (readonly Turn[])[]>>>;

/** Knows by the prompt which role it has, and counts its calls. */
export function playing(parts: Parts): TurnFor {
  const calls = new Map<string, number>();
  return ({ body, taken }) => {
    const role = /You are the (\w+) of Orchestral/.exec(body)?.[1]?.toLowerCase() ?? '';
    if (taken === 0) calls.set(role, (calls.get(role) ?? 0) + 1);
    const turn = parts[role as RunRole]?.[(calls.get(role) ?? 1) - 1]?.[taken];
    return turn ?? { say: `nothing to say as ${role}, call ${calls.get(role)}, turn ${taken + 1}` };
  };
}

/** A project with node's own tests. */
export function smallProject(config: Readonly<Record<string, unknown>> = {}): RunProject {
  return runProject({
    files: {
      'package.json': '{ "name": "small", "type": "module", "scripts": { "test": "node --test" } }\n',
      'src/double.js': 'export const double = (n) => n * 2;\n',
      'test/double.test.js': testOf('double', 4),
    },
    config: { project: null, agents: { version: 1, sandbox: 'require' }, ...config },
  });
}

/** `name(2)` is so much. */
export function testOf(name: string, result: number): string {
  return `import assert from 'node:assert';
import test from 'node:test';
import { ${name} } from '../src/${name}.js';

test('${name} of 2', () => assert.equal(${name}(2), ${result}));
`;
}

export interface Finished {
  readonly run: Run;
  readonly events: readonly RunEvent[];
  readonly calls: readonly CallRecord[];
}

/** The run, from its start to the merge, and then nothing of it left that should not be. */
export async function finishedRun(
  project: RunProject,
  { env, ...given }: Pick<RunContext, 'options'> & { readonly env: Readonly<Record<string, string>> },
): Promise<Finished> {
  const tools = runContext({ ...project, env: { ...project.env, ...env } }, given);
  const open = taken(await catchFailure(() => startRun({ briefing: 'Halve numbers.' }, tools)));
  const events: RunEvent[] = [];
  open.store.watch(({ event }) => {
    if (event.type !== 'shown' && event.type !== 'edited') events.push(structuredClone(event));
  });
  const conducted = await conductAll(open);
  const run = structuredClone(open.state());
  taken(await open.close());
  expect([conducted, run.step.at], JSON.stringify(events, null, 1)).toEqual([ok(), 'completed']);
  expectTidy(project);
  return { run, events, calls: events.flatMap(({ data }) => ('calls' in data ? data.calls : [])) };
}

/** No process, worktree or branch of ours, and no file of a vendor's in the project. */
function expectTidy(project: RunProject): void {
  const { git, home, folder } = project;
  expect(processesWith(home), 'processes left').toEqual([]);
  expect(fs.readdirSync(path.join(home, 'state/orchestral/processes')), 'still recorded as running').toEqual([]);
  expect(git('branch', '--format=%(refname:short)')).toBe('main');
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(git('status', '--porcelain', '--ignored')).toBe('!! .orchestral/');
  const names = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.git/'));
  expect(names.filter((name) => /claude|codex|gemini|\.agents|\.aws/i.test(name))).toEqual([]);
}

/** What the agent of a step was told, printed, did and answered, all of it kept. */
export function keptOf(project: RunProject, step: string) {
  const lines = (name: string): unknown[] =>
    project
      .step(`${step}/${name}`)
      .trimEnd()
      .split('\n')
      // Between them stands what the program wrote to stderr.
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as unknown);
  return {
    prompt: project.step(`${step}/prompt.md`),
    stream: lines('stream.jsonl'),
    events: lines('events.jsonl'),
    answer: JSON.parse(project.step(`${step}/answer.json`)) as unknown,
  };
}

function taken<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}
