import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { askAgent } from '../../../src/agents/ask-agent.ts';
import { parseFencedAnswer } from '../../../src/agents/fenced-answer.ts';
import { NO_USAGE } from '../../../src/agents/port.ts';
import { failureKinds } from '../../../src/schema/failure-kinds.ts';
import { createRehearsal } from '../../../src/agents/rehearsal/rehearsal.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { err, ok } from '../../../src/base/result.ts';
import { answerInstructions } from '../../../src/engine/call-agent/call-agent.ts';
import { checkDocument } from '../../../src/schema/codec.ts';
import { decodeAny } from '../../../src/schema/codec-any.ts';
import type { Rehearsal, RehearsalStep } from '../../../src/schema/rehearsal.ts';
import { processesWith } from '../../support/processes.ts';
import {
  makeCall,
  makeCallFolders,
  type CallChange,
  recordCall,
  type RecordedCall,
  type CallFolders,
} from '../make-call.ts';

interface Given {
  readonly place?: CallFolders;
  readonly finished?: number;
  readonly change?: CallChange;
}

function rehearse(script: Omit<Rehearsal, 'version'>, { place = makeCallFolders(), finished = 0, change }: Given = {}) {
  const backend = createRehearsal({
    script: { version: 1, ...script },
    finished: () => finished,
    spawner: place.spawner,
    clock: systemClock,
  });
  return recordCall(backend, makeCall(place, change));
}

function playOne(step: RehearsalStep, given?: Given): Promise<RecordedCall> {
  return rehearse({ roles: { builder: [step] } }, given);
}

function textsOf({ events }: RecordedCall): string[] {
  return events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
}

describe('which step', () => {
  const steps = [{ say: 'first' }, { say: 'second' }];
  test.each([
    [0, 'first'],
    [1, 'second'],
    [2, 'second'],
    [99, 'second'],
  ])('with %i finished calls', async (finished, said) => {
    const { outcome } = await rehearse({ roles: { builder: steps } }, { finished });
    expect(outcome).toMatchObject({
      status: 'answered',
      text: said,
      conversation: { id: `roles.builder#${finished}` },
    });
  });

  test('a task goes before the role, and each list is counted by its name', async () => {
    const place = makeCallFolders();
    const asked: string[] = [];
    const backend = createRehearsal({
      script: { version: 1, roles: { builder: [{ say: 'role' }] }, tasks: { 'T1.2': [{ say: 'task' }] } },
      finished: (list) => asked.push(list),
      spawner: place.spawner,
      clock: systemClock,
    });
    expect((await recordCall(backend, makeCall(place, { task: 'T1.2' }))).outcome).toMatchObject({ text: 'task' });
    expect((await recordCall(backend, makeCall(place, { task: 'T1.3' }))).outcome).toMatchObject({ text: 'role' });
    expect(asked).toEqual(['tasks.T1.2', 'roles.builder']);
  });

  test('an interrupted call plays its step again', async () => {
    const controller = new AbortController();
    const place = makeCallFolders();
    const backend = createRehearsal({
      script: { version: 1, roles: { builder: [{ say: 'first', delay_ms: 600_000 }, { say: 'second' }] } },
      finished: () => 0,
      spawner: place.spawner,
      clock: systemClock,
    });
    const call = makeCall(place, { signal: controller.signal });
    const interrupted = await backend.run(call, (event) => event.type === 'text' && controller.abort());
    expect(interrupted).toMatchObject({ status: 'cancelled' });
    const again = await recordCall(backend, makeCall(place, { limits: { wallMs: 50 } }));
    expect(textsOf(again)).toEqual(['first']);
  });

  test('nothing in the script for this call', async () => {
    const { outcome } = await rehearse({ roles: { refiner: [{}] } });
    expect(outcome).toMatchObject({ status: 'failed', kind: 'crash', message: 'the script has no step for builder' });
  });

  test('a name that every object has is no list', async () => {
    const { outcome } = await rehearse({ tasks: {} }, { change: { role: 'constructor', task: 'toString' } });
    expect(outcome).toMatchObject({ status: 'failed', kind: 'crash' });
  });

  test('an answer that is sent back takes the next step, though nothing is finished yet', async () => {
    const place = makeCallFolders();
    const script: Rehearsal = { version: 1, roles: { builder: [{ answer: { n: 'x' } }, { answer: { n: 1 } }] } };
    const backend = createRehearsal({ script, finished: () => 0, spawner: place.spawner, clock: systemClock });
    const answer = {
      jsonSchema: {},
      check: (value: unknown) =>
        JSON.stringify(value) === '{"n":1}'
          ? ok(value)
          : err([{ path: 'n', expected: { kind: 'missing' }, got: '' }] as const),
    };
    const outcome = await askAgent(backend, makeCall(place, { answer }), {
      on: () => {},
      instructions: answerInstructions,
    });
    expect(outcome).toMatchObject({
      status: 'answered',
      answer: { n: 1 },
      tries: 2,
      conversation: { id: 'roles.builder#1' },
    });
  });
});

describe('what a step does', () => {
  test('speaks in pieces, says that it is a rehearsal, and tells what it took', async () => {
    const say = `${'한국어 text of several words, long enough for many pieces. '.repeat(40)} ${'👩'.repeat(1000)}`;
    const heard = await playOne({ say, usage: { input_tokens: 7, cost_usd: 0.5 } });
    expect(textsOf(heard).length).toBeGreaterThan(10);
    expect(textsOf(heard).join('')).toBe(say);
    for (const text of textsOf(heard)) expect(text).not.toMatch(/\p{Surrogate}/u);
    expect(heard.events[0]).toMatchObject({ type: 'started', model: 'rehearsal' });
    expect(heard.outcome.spent).toEqual({ input_tokens: 7, output_tokens: 0, cost_usd: 0.5 });
    expect(heard.events.at(-1)).toEqual({ type: 'usage', spent: heard.outcome.spent });
  });

  test('edits, deletes and runs in the folder, in this order', async () => {
    const place = makeCallFolders();
    fs.writeFileSync(path.join(place.folder, 'old.sh'), 'old', { mode: 0o755 });
    fs.writeFileSync(path.join(place.folder, 'gone.txt'), '');
    const heard = await playOne(
      {
        edit: { 'old.sh': '#!/bin/sh\necho "$TMPDIR" > where\n', 'deep/down/new.txt': 'new\n' },
        delete: ['gone.txt'],
        run: './old.sh; cat deep/down/new.txt; ls gone.txt',
      },
      { place },
    );
    expect(heard.outcome).toMatchObject({ status: 'answered' });
    expect(fs.readdirSync(place.folder).toSorted()).toEqual(['deep', 'old.sh', 'where']);
    const scratch = fs.readFileSync(path.join(place.folder, 'where'), 'utf8').trim();
    expect(path.dirname(scratch)).toBe(place.stepFolder);
    expect(fs.readdirSync(place.stepFolder)).toEqual([]);
    const results = heard.events.filter((event) => event.type === 'tool_result');
    expect(results.map((event) => event.ok)).toEqual([true, true, true, false]);
    expect(results.at(-1)?.output).toMatch(/^new\n.*gone\.txt/s);
  });

  test.each(failureKinds)('fails as %s', async (kind) => {
    const { outcome, events } = await playOne({ say: 'oh', fail: kind, resume_at: '2030-01-01T00:00:00Z' });
    expect(outcome).toMatchObject({ status: 'failed', kind, message: 'oh', resume_at: '2030-01-01T00:00:00Z' });
    const limited = kind === 'rate_limit' || kind === 'overloaded';
    expect(events.some((event) => event.type === 'limit')).toBe(limited);
  });

  test('a limit that has ended is none any more', async () => {
    const { outcome } = await playOne({ say: 'on', fail: 'rate_limit', resume_at: '2020-01-01T00:00:00Z' });
    expect(outcome).toMatchObject({ status: 'answered', text: 'on' });
  });

  test('is heard raw, one line for each event', async () => {
    const lines: string[] = [];
    const { events } = await playOne({ say: 'hello' }, { change: { onRaw: (line) => lines.push(line) } });
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(events);
  });

  test('goes on with a conversation: its sum grows, the call tells only its own part', async () => {
    const usage = { input_tokens: 5, output_tokens: 1, cost_usd: 0.25 };
    const first = await playOne({ usage });
    const resume = first.outcome.conversation ?? { id: '', reported: NO_USAGE };
    const second = await playOne({ usage }, { change: { resume } });
    expect(second.outcome.spent).toEqual(usage);
    expect(second.outcome.conversation?.reported).toEqual({ input_tokens: 10, output_tokens: 2, cost_usd: 0.5 });
  });
});

describe('stays in its folder', () => {
  const outside = ['../out', 'a/../../out', '/etc/out', '', '.', 'a//b', 'link/out', 'link', 'dangling'];
  test.each(outside)('an edit of %j is refused', async (name) => {
    const place = makeCallFolders();
    fs.symlinkSync(place.root, path.join(place.folder, 'link'));
    fs.symlinkSync(path.join(place.root, 'nowhere'), path.join(place.folder, 'dangling'));
    const { outcome } = await playOne({ edit: { [name]: 'x' } }, { place });
    expect(outcome).toMatchObject({ status: 'failed', kind: 'denied' });
    expect(fs.readdirSync(place.root).toSorted()).toEqual(['project', 'step']);
  });

  test('so is a delete, also through a link; a link itself may go', async () => {
    const place = makeCallFolders();
    const treasure = path.join(place.root, 'treasure');
    fs.writeFileSync(treasure, 'gold');
    fs.symlinkSync(place.root, path.join(place.folder, 'up'));
    fs.symlinkSync(treasure, path.join(place.folder, 'mine'));
    for (const name of ['../treasure', 'up/treasure', treasure]) {
      const { outcome } = await playOne({ delete: [name] }, { place });
      expect(outcome).toMatchObject({ status: 'failed', kind: 'denied' });
    }
    expect((await playOne({ delete: ['mine'] }, { place })).outcome).toMatchObject({ status: 'answered' });
    expect(fs.readFileSync(treasure, 'utf8')).toBe('gold');
  });

  test('a link that stays inside is followed', async () => {
    const place = makeCallFolders();
    fs.mkdirSync(path.join(place.folder, 'real'));
    fs.symlinkSync('real', path.join(place.folder, 'alias'));
    expect((await playOne({ edit: { 'alias/a.txt': 'x' } }, { place })).outcome).toMatchObject({ status: 'answered' });
    expect(fs.readFileSync(path.join(place.folder, 'real/a.txt'), 'utf8')).toBe('x');
  });

  test('what cannot be written is told: a folder, a pipe that nobody reads', async () => {
    const place = makeCallFolders();
    fs.mkdirSync(path.join(place.folder, 'there'));
    await playOne({ run: 'mkfifo pipe' }, { place });
    for (const [name, errno] of [
      ['there', 'EISDIR'],
      ['pipe', 'ENXIO'],
      ['pipe/x', 'ENOTDIR'],
    ] as const) {
      const { outcome } = await playOne({ edit: { [name]: 'x' } }, { place });
      expect(outcome).toMatchObject({ status: 'failed', kind: 'denied', message: `edit ${name}: ${errno}` });
    }
  });
});

describe('obeys its limits', () => {
  test('in a pause', async () => {
    const { outcome } = await playOne({ delay_ms: 600_000 }, { change: { limits: { wallMs: 20 } } });
    expect(outcome).toMatchObject({ status: 'failed', kind: 'timeout' });
  });

  test('silence', async () => {
    const { outcome } = await playOne({ delay_ms: 600_000 }, { change: { limits: { idleMs: 20 } } });
    expect(outcome).toMatchObject({ status: 'failed', kind: 'idle' });
  });

  test('what is left of the time, in a command, and nothing of it stays', async () => {
    const effect = `rehearsal-${process.pid}-${Math.random()}`;
    const { outcome } = await playOne(
      { run: 'setsid sleep 600 & sleep 600' },
      { change: { effect, limits: { wallMs: 300 } } },
    );
    expect(outcome).toMatchObject({ status: 'failed', kind: 'timeout' });
    expect(processesWith(effect)).toEqual([]);
  });

  test('money', async () => {
    const { outcome } = await playOne({ usage: { cost_usd: 2 } }, { change: { limits: { maxCostUsd: 1 } } });
    expect(outcome).toMatchObject({ status: 'failed', kind: 'budget', spent: { cost_usd: 2 } });
  });

  test('output', async () => {
    const { outcome } = await playOne({ run: 'yes' }, { change: { limits: { outputBytes: 1000 } } });
    expect(outcome).toMatchObject({ status: 'failed', kind: 'crash', message: 'output limit' });
  });

  test('a limit longer than a timer can be is no limit', async () => {
    const limits = { wallMs: 2 ** 40, idleMs: 2 ** 40 };
    expect((await playOne({ delay_ms: 5 }, { change: { limits } })).outcome).toMatchObject({ status: 'answered' });
  });

  test('the word to stop, before it began', async () => {
    const place = makeCallFolders();
    const { outcome } = await playOne({ edit: { a: 'x' } }, { place, change: { signal: AbortSignal.abort() } });
    expect(outcome).toMatchObject({ status: 'cancelled' });
    expect(fs.readdirSync(place.folder)).toEqual([]);
  });
});

test('a hundred at once, each in its own folder', async () => {
  const calls = Array.from({ length: 100 }, async (_, n) => {
    const place = makeCallFolders();
    const heard = await playOne(
      { delay_ms: 20, say: 'several words of text to say', edit: { 'n.txt': `${n}` } },
      { place },
    );
    expect(heard.outcome).toMatchObject({ status: 'answered' });
    return fs.readFileSync(path.join(place.folder, 'n.txt'), 'utf8');
  });
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 100 }, (_, n) => `${n}`));
});

test('a script is checked like any document', () => {
  const problems = (text: string) => {
    const decoded = decodeAny('rehearsal', text);
    return decoded.ok ? [] : decoded.error.map(({ path: at, expected }) => [at, expected.kind]);
  };
  expect(problems('version: 1')).toEqual([]);
  expect(problems('version: 1\nroles:\n  biulder:\n    - {}')).toEqual([['roles.biulder', 'pattern']]);
  expect(problems('version: 1\nroles:\n  builder: []')).toEqual([['roles.builder', 'length']]);
  expect(problems('version: 1\ntasks:\n  T1.1:\n    - fail: tired')).toEqual([['tasks["T1.1"][0].fail', 'one_of']]);
  expect(problems('version: 1\nroles:\n  builder:\n    - sya: hello')).toEqual([
    ['roles.builder[0].sya', 'unknown_field'],
  ]);
  expect(problems('version: 2')).toEqual([['version', 'version']]);
});

test('so is the one in the guide', () => {
  const guide = parseFencedAnswer(fs.readFileSync('docs/guides/rehearsal.md', 'utf8'));
  expect(checkDocument('rehearsal', guide.ok ? guide.value : undefined)).toMatchObject({ ok: true });
});
