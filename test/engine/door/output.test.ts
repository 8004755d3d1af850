import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { realDisk } from '../../../src/files/disk.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { openAgentLog } from '../../../src/engine/call-agent/agent-log.ts';
import { agentOutput, type OutputOptions } from '../../../src/engine/door/output.ts';
import type { AgentOutput } from '../../../src/engine/follow-agent-log.ts';
import { temporaryFolder } from '../../support/auto-store.ts';
import { expectOk } from '../../support/conduct-session.ts';
import { SESSION, writtenLog } from '../../support/written-logs.ts';

const RUN = 'run-20260115-103000';
const EFFECT = `${RUN}/build#1`;

test('what an agent says is told as it comes, until its step has ended', async () => {
  const scene = newScene();
  const log = await writtenLog(scene.folder, RUN);
  const reading = outputOf(scene, EFFECT);
  await log.start(EFFECT);
  const agent = scene.agent(EFFECT);
  agent.add({ type: 'text', text: 'one' });
  agent.add({ type: 'text', text: 'two' });
  agent.close();
  await log.interrupt(EFFECT);
  expect(textsIn(await reading)).toEqual(['one', 'two']);
  await log.close();
});

test('what came after a cursor is told to whoever comes back, also after the step has ended', async () => {
  const scene = newScene();
  const log = await writtenLog(scene.folder, RUN);
  await log.start(EFFECT);
  const agent = scene.agent(EFFECT);
  for (const text of ['one', 'two', 'three']) agent.add({ type: 'text', text });
  agent.close();
  await log.interrupt(EFFECT);
  await log.close();
  const [first] = await outputOf(scene, EFFECT);
  expect(textsIn(await outputOf(scene, EFFECT, { after: first?.type === 'line' ? first.cursor : '' }))).toEqual([
    'two',
    'three',
  ]);
});

test.each(['../../etc/passwd#1', 'run-1/../../x#1', '/etc/passwd', 'run-1/.hidden#1', ''])(
  'no file is read for %j, which is no effect',
  async (effect) => {
    const scene = newScene();
    fs.mkdirSync(scene.steps, { recursive: true });
    expect(await outputOf(scene, effect)).toEqual([]);
  },
);

function newScene() {
  const [folder, state] = [temporaryFolder(), temporaryFolder()];
  const steps = path.join(state, 'orchestral', SESSION, 'steps');
  return {
    folder,
    steps,
    env: { XDG_STATE_HOME: state },
    agent: (effect: string) => {
      const file = path.join(steps, effect.replace('#', '-'), 'events.jsonl');
      fs.mkdirSync(path.dirname(file), { recursive: true });
      return openAgentLog({ disk: realDisk, clock: systemClock, file, redact: (text) => text });
    },
  };
}

async function outputOf(
  { folder, env }: ReturnType<typeof newScene>,
  effect: string,
  options: OutputOptions = {},
): Promise<AgentOutput[]> {
  const outputs: AgentOutput[] = [];
  const project = { root: folder, hash: SESSION };
  for await (const output of expectOk(agentOutput({ project, env }, effect, options))) outputs.push(output);
  return outputs;
}

function textsIn(outputs: readonly AgentOutput[]): string[] {
  return outputs.flatMap((output) => (output.type === 'line' && 'text' in output.line ? [output.line.text] : []));
}
