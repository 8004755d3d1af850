import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../../src/agents/port.ts';
import { redactor } from '../../../src/base/redact.ts';
import { type AgentLog, openAgentLog } from '../../../src/engine/call-agent/agent-log.ts';
import { type AgentOutput, followAgentLog, type Following } from '../../../src/engine/follow-agent-log.ts';
import { realDisk } from '../../../src/files/disk.ts';
import type { AgentLogLine } from '../../../src/schema/agent-log-line.ts';
import { seed } from '../../support/tier.ts';

const at = '2026-01-02T03:04:05.678Z';

function aFile(): string {
  return path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'step-')), 'events.jsonl');
}

function open(file: string, redact = (text: string) => text, time = at): AgentLog {
  return openAgentLog({ disk: realDisk, clock: { now: () => new Date(time) }, file, redact });
}

async function read(file: string): Promise<AgentLogLine[]> {
  return (await outputOf(file)).flatMap((output) => (output.type === 'line' ? [output.line] : []));
}

async function outputOf(file: string, more: Partial<Following> = {}): Promise<AgentOutput[]> {
  const all: AgentOutput[] = [];
  for await (const output of followAgentLog(file, { follow: false, ...more })) all.push(output);
  return all;
}

/** Follows a file; each call of `next` waits for one more line. */
function follow(file: string) {
  const controller = new AbortController();
  const outputs = followAgentLog(file, { follow: true, signal: controller.signal });
  const next = async () => {
    const { value } = await outputs.next();
    return value?.type === 'line' ? value.line : value;
  };
  return { next, controller };
}

const say = (text: string): AgentEvent => ({ type: 'text', text });

const everyKind: AgentEvent[] = [
  { type: 'started', conversation: 'c1', model: 'm' },
  { type: 'started' },
  { type: 'thought', text: '생각\u2028' },
  say('말\n둘째 줄'),
  { type: 'tool_use', tool: 'Bash', input: '{"command":"ls"}' },
  { type: 'tool_result', ok: false, output: '' },
  { type: 'usage', spent: { input_tokens: 1, output_tokens: 2, cost_usd: null } },
  { type: 'retry', attempt: 2, reason: 'overloaded' },
  { type: 'permission_denied', tool: 'Write' },
  { type: 'limit', resume_at: at },
  { type: 'limit' },
  { type: 'other', raw: '{"x":1}' },
];

describe('what is kept', () => {
  test('every event, with its time, as it comes', async () => {
    const file = aFile();
    const log = open(file);
    for (const [n, event] of everyKind.entries()) {
      log.add(event);
      expect(fs.readFileSync(file, 'utf8').split('\n')).toHaveLength(n + 2);
    }
    expect(log.close().ok).toBe(true);
    expect(await read(file)).toEqual(everyKind.map((event) => ({ at, ...event })));
  });

  test('no secrets, not even where a text is cut', async () => {
    const file = aFile();
    const log = open(file, redactor(['sesame-open']));
    log.add({ type: 'tool_use', tool: 'Bash', input: 'curl -H sesame-open' });
    log.add(say(`${'x'.repeat(3_994)}sesame-open`));
    log.close();
    expect(fs.readFileSync(file, 'utf8')).not.toContain('sesame');
    expect(await read(file)).toMatchObject([{ input: 'curl -H ***' }, { text: `${'x'.repeat(3_994)}***` }]);
  });

  test('long texts are cut', async () => {
    const file = aFile();
    const log = open(file);
    log.add(say('한'.repeat(1_000_000)));
    log.close();
    expect(await read(file)).toEqual([{ at, type: 'text', text: `${'한'.repeat(3_999)}…` }]);
  });

  test('a flood stays within ten megabytes, and says that it was cut', async () => {
    const file = aFile();
    const log = open(file);
    for (let n = 0; n < 5_000; n++) log.add(say(`${n} ${'x'.repeat(3_000)}`));
    log.close();
    expect(fs.statSync(file).size).toBeLessThan(10_000_000);
    const lines = await read(file);
    const cut = lines.findIndex(({ type }) => type === 'orchestral.cut');
    expect(cut).toBeGreaterThan(3_000);
    expect(lines.slice(0, cut).map(numberOf)).toEqual(Array.from({ length: cut }, (_, n) => n));
    const last = lines.slice(cut + 1).map(numberOf);
    expect(last.length).toBeGreaterThan(50);
    expect(last).toEqual(Array.from({ length: last.length }, (_, n) => 5_000 - last.length + n));
  });
});

describe('following', () => {
  test('a file that is not there yet, line by line, until told to stop', async () => {
    const file = aFile();
    const { next, controller } = follow(file);
    const first = next();
    const log = open(file);
    log.add(say('one'));
    expect(await first).toMatchObject({ text: 'one' });
    const second = next();
    log.add(say('two'));
    expect(await second).toMatchObject({ text: 'two' });
    const never = next();
    controller.abort();
    expect(await never).toBeUndefined();
  });

  test('half a line waits for its other half, wherever it is cut', async () => {
    const line = Buffer.from(`${JSON.stringify({ at, type: 'text', text: '한글 👩‍👩‍👧' })}\n`);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: line.length - 1 }), async (cut) => {
        const file = aFile();
        fs.writeFileSync(file, Buffer.concat([line, line.subarray(0, cut)]));
        expect(await read(file)).toHaveLength(1);
        const { next, controller } = follow(file);
        await next();
        const second = next();
        fs.appendFileSync(file, line.subarray(cut));
        expect(await second).toEqual({ at, type: 'text', text: '한글 👩‍👩‍👧' });
        controller.abort();
      }),
      { seed, numRuns: 5 },
    );
  });

  test('the same step begun anew is read from its beginning, after the last of the old', async () => {
    const file = aFile();
    const { next, controller } = follow(file);
    const before = open(file);
    before.add(say('old'));
    expect(await next()).toMatchObject({ text: 'old' });
    before.add(say('last'));
    before.close();
    const after = open(file);
    // Longer than what was read of the old one: its size alone would not tell.
    after.add(say('new '.repeat(100)));
    expect(await next()).toMatchObject({ text: 'last' });
    expect(await next()).toEqual({ type: 'restarted' });
    expect(await next()).toMatchObject({ text: 'new '.repeat(100) });
    controller.abort();
    after.close();
  });

  test('a file that was cut is read from its beginning', async () => {
    const file = aFile();
    fs.writeFileSync(file, `${JSON.stringify({ at, type: 'text', text: 'long '.repeat(50) })}\n`);
    const { next, controller } = follow(file);
    await next();
    const restarted = next();
    fs.writeFileSync(file, `${JSON.stringify({ at, type: 'text', text: 'short' })}\n`);
    expect(await restarted).toEqual({ type: 'restarted' });
    expect(await next()).toMatchObject({ text: 'short' });
    controller.abort();
  });

  test('behind a cursor, in whatever process', async () => {
    const file = aFile();
    const log = open(file);
    for (const text of ['한 0', '한 1', '한 2']) log.add(say(text));
    const before = await outputOf(file);
    const cursor = (nth: number) => before.flatMap((one) => (one.type === 'line' ? [one.cursor] : []))[nth];
    expect(await outputOf(file, { after: cursor(0) })).toEqual(before.slice(1));
    expect(await outputOf(file, { after: cursor(2) })).toEqual([]);
    log.add(say('한 3'));
    expect(await outputOf(file, { after: cursor(2) })).toMatchObject([{ line: { text: '한 3' } }]);
    log.close();
  });

  test('behind a cursor of an attempt that is gone, from the beginning of the present one', async () => {
    const file = aFile();
    const before = open(file, undefined, '2026-01-02T03:04:05.000Z');
    before.add(say('old'));
    before.close();
    const [old] = await outputOf(file);
    const after = open(file);
    after.add(say('new'));
    after.add(say('newer'));
    after.close();
    expect(await outputOf(file, { after: old?.type === 'line' ? old.cursor : '' })).toMatchObject([
      { type: 'restarted' },
      { line: { text: 'new' } },
      { line: { text: 'newer' } },
    ]);
  });

  test('until nothing more will come', async () => {
    const file = aFile();
    const log = open(file);
    log.add(say('first'));
    let looks = 0;
    const outputs = await outputOf(file, {
      follow: true,
      isOver: () => {
        looks += 1;
        if (looks === 2) log.add(say('last'));
        return looks === 2;
      },
    });
    expect(outputs).toMatchObject([{ line: { text: 'first' } }, { line: { text: 'last' } }]);
  });
});

describe('what an agent may put there', () => {
  test('lines that are none of ours are passed over', async () => {
    const file = aFile();
    const good = JSON.stringify({ at, ...say('good') });
    const bad = ['', 'null', '{"type":"text"}', '{"at":1,"type":"text","text":"x"}', '[]', '{', 'x'.repeat(2_000_000)];
    fs.writeFileSync(file, [...bad, good, ''].join('\n'));
    expect(await read(file)).toEqual([{ at, type: 'text', text: 'good' }]);
  });

  test.each([
    ['a link', (file: string) => fs.symlinkSync(anotherLog(), file)],
    ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
    ['a folder', (file: string) => fs.mkdirSync(file)],
  ])('%s is no log', async (_what, plant) => {
    const file = aFile();
    plant(file);
    expect(await read(file)).toEqual([]);
  });
});

function anotherLog(): string {
  const file = aFile();
  fs.writeFileSync(file, `${JSON.stringify({ at, ...say('of another') })}\n`);
  return file;
}

function numberOf(line: AgentLogLine): number {
  return 'text' in line ? Number.parseInt(line.text, 10) : NaN;
}
