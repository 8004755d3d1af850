import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createCodex } from '../../../src/agents/codex/codex.ts';
import { NO_USAGE } from '../../../src/agents/port.ts';
import { ok } from '../../../src/base/result.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { makeCall, makeCallFolders, recordCall, type CallChange } from '../make-call.ts';

const completes = `echo '{"type":"turn.completed"}'`;

/** A program that stands in for codex, run for real. */
function run(script: string, change: CallChange = {}) {
  const place = makeCallFolders();
  const bin = path.join(place.root, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'codex'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env['PATH']}`, OUT: place.root };
  const heard = () =>
    recordCall(createCodex({ spawner: place.spawner, clock: systemClock }), makeCall(place, { env, ...change }));
  const told = (name: string) => fs.readFileSync(path.join(place.root, name), 'utf8');
  return { ...place, heard, told };
}

test('the prompt goes by stdin; model, conversation and schema by arguments', async () => {
  const jsonSchema = { type: 'object', properties: {}, required: [], additionalProperties: false };
  const { heard, told, stepFolder } = run(
    `cat > "$OUT/prompt"; printf '%s\\n' "$@" > "$OUT/arguments"
    for argument; do case "$argument" in *.schema.json) cp "$argument" "$OUT/schema";; esac; done; ${completes}`,
    {
      prompt: 'x'.repeat(300_000),
      model: 'opus',
      resume: { id: 'abc', reported: NO_USAGE },
      answer: { jsonSchema, check: ok },
    },
  );
  expect((await heard()).outcome).toMatchObject({ status: 'answered', conversation: { id: 'abc' } });
  expect(told('prompt')).toBe('x'.repeat(300_000));
  const args = told('arguments').trimEnd().split('\n');
  expect(args).toEqual(expect.arrayContaining(['--sandbox=workspace-write', `--add-dir=${stepFolder}`, 'gpt-6-astra']));
  expect(args.slice(-3)).toEqual(['resume', 'abc', '-']);
  expect(JSON.parse(told('schema'))).toEqual(jsonSchema);
});

test('its own sandbox is off inside of ours', async () => {
  const { heard, told } = run(`printf '%s\\n' "$@" > "$OUT/arguments"; ${completes}`, {
    confine: (command) => command,
  });
  await heard();
  expect(told('arguments')).toContain('--sandbox=danger-full-access');
});

test('a schema that cannot be said strictly is left to the prompt', async () => {
  const { heard, told } = run(`printf '%s\\n' "$@" > "$OUT/arguments"; ${completes}`, {
    answer: { jsonSchema: { type: 'object' }, check: ok },
  });
  await heard();
  expect(told('arguments')).not.toContain('--output-schema');
});

test('the empty folders of a call that was ended are gone; what was there before, or is not empty, stays', async () => {
  const makes = 'mkdir -p .agents .aws .codex "$OUT/step/.codex"; touch .aws/used; echo "{}"; exec sleep 600';
  const { heard, folder, stepFolder } = run(makes, { limits: { idleMs: 2_000 } });
  fs.mkdirSync(path.join(folder, '.agents'));
  expect((await heard()).outcome).toMatchObject({ status: 'failed', kind: 'idle' });
  expect(fs.readdirSync(folder).sort()).toEqual(['.agents', '.aws']);
  expect(fs.readdirSync(stepFolder)).toEqual([]);
});

test('more turns than it may take end it', async () => {
  const item = (event: string, id: number) =>
    `echo '{"type":"item.${event}","item":{"id":"${id}","type":"command_execution"}}'`;
  const turns = [0, 1, 2].flatMap((id) => [item('started', id), item('completed', id)]).join('; ');
  const endless = run(`${turns}; exec sleep 600`, { limits: { maxTurns: 2 } });
  expect((await endless.heard()).outcome).toMatchObject({ status: 'failed', kind: 'max_turns' });
  const enough = run(`${turns}; ${completes}`, { limits: { maxTurns: 3 } });
  expect((await enough.heard()).outcome).toMatchObject({ status: 'answered' });
});
