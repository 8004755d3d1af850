import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Documents, Workflow, WorkflowEvent } from '../../src/schema/workflow.ts';
import { auto } from '../../src/workflows/auto/auto.ts';
import { run } from '../../src/workflows/run/run.ts';
import { sessionIn } from '../../src/workflows/session/session.ts';
import { readLog } from '../support/restore-fixture.ts';

/** An event or a snapshot that a version could write. */
interface Example {
  readonly workflow: string;
  readonly event?: WorkflowEvent;
  readonly state?: unknown;
}

/** Each folder has what one version wrote, recorded by `scripts/record-older-logs.mjs`. */
const VERSIONS = fs.readdirSync('test/fixtures').filter((name) => /^[0-9a-f]{7}$/.test(name));

describe.each(VERSIONS)('version %s', (version) => {
  const fixtures = path.join('test/fixtures', version);
  const scenarios = fs.readdirSync(fixtures).filter((name) => /^(?:run|session|auto)-/.test(name));

  test('wrote no event and no snapshot that is not understood', () => {
    const lines = fs.readFileSync(path.join(fixtures, 'examples.jsonl'), 'utf8').split('\n').slice(0, -1);
    const examples = lines.map((line) => JSON.parse(line) as Example);
    expect(examples.length).toBeGreaterThan(100);
    expect(examples.filter((example) => !readerOf(example.workflow).canRead(example))).toEqual([]);
  });

  test.each(scenarios)('left %s with documents that its log still comes to', (name) => {
    const project = path.join(fixtures, name, 'project');
    const root = `/tmp/orchestral-recording/${name}/project`;
    const hash = createHash('md5').update(root).digest('hex').slice(0, 8);
    const place = { path: root, name: 'project', hash };
    const shown = readerOf(name.split('-')[0] ?? '', place).replay(readLog(project));
    const found = Object.fromEntries(Object.keys(shown ?? {}).map((document) => [document, read(project, document)]));
    expect(Object.keys(found)).not.toEqual([]);
    // Where the worktree lies was told otherwise.
    const { execution, ...auto } = Object(found['auto-state'] ?? {}) as { execution?: Record<string, unknown> };
    const { worktree: _, ...rest } = execution ?? {};
    expect(shown).toMatchObject(execution === undefined ? found : { 'auto-state': { ...auto, execution: rest } });
  });
});

const NOWHERE = { path: '/', name: 'project', hash: '00000000' };

function readerOf(workflow: string, place = NOWHERE) {
  switch (workflow) {
    case 'run':
      return reader(run);
    case 'session':
      return reader(sessionIn(place));
    case 'auto':
      return reader(auto);
    default:
      throw new Error(`not a workflow: ${workflow}`);
  }
}

function reader<State, Event extends WorkflowEvent, Docs extends Documents>(workflow: Workflow<State, Event, Docs>) {
  const readState = (value: unknown): State => defined(workflow.readState(value), value);
  const readEvent = (event: WorkflowEvent): Event => defined(workflow.readEvent(event.type, event.data), event);
  return {
    canRead: ({ event, state }: Example): boolean =>
      (event === undefined ? workflow.readState(state) : workflow.readEvent(event.type, event.data)) !== undefined,

    /** The documents that the log comes to. A segment begins with the state that the one before it came to. */
    replay(log: string): Docs | undefined {
      let state = workflow.begin();
      const lines = log.split('\n').slice(0, -1);
      for (const [nth, line] of lines.entries()) {
        const { type, data, at } = JSON.parse(line) as { type: string; data: LineData; at: string };
        if (type === 'segment') {
          const begun = readState(data.state);
          // What was added since is not in it.
          if (nth > 0) expect(workflow.relocate(state)).toMatchObject(Object(begun));
          state = begun;
        } else if (type !== 'shown') {
          const events = type === 'edited' ? (data.events ?? []) : [{ type, data }];
          for (const event of events) state = workflow.apply(state, readEvent(event), at);
        }
      }
      return workflow.show(state);
    },
  };
}

interface LineData {
  readonly state?: unknown;
  readonly events?: readonly WorkflowEvent[];
}

/** Without what people set in it, which is in no log. */
function read(project: string, document: string): object {
  const name = { session: 'session.json', 'auto-state': 'orchestrate-state.json' }[document] ?? 'state.json';
  const files = fs.readdirSync(project, { recursive: true, encoding: 'utf8' });
  const file = files.find((one) => path.basename(one) === name) ?? name;
  const { config: _config, ...rest } = JSON.parse(fs.readFileSync(path.join(project, file), 'utf8')) as {
    config?: object;
  };
  return rest;
}

function defined<T>(value: T | undefined, from: unknown): T {
  if (value === undefined) throw new Error(`not understood: ${JSON.stringify(from)}`);
  return value;
}
