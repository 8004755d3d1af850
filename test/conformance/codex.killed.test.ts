import fs from 'node:fs';
import { expect, test } from 'vitest';
import type { AgentEvent } from '../../src/agents/port.ts';
import { codexHarness } from './codex.harness.ts';
import { play } from './scene.ts';

test('killed with all it started in the middle of a command, it leaves no empty folders behind', async (context) => {
  const harness = codexHarness();
  await harness.install(context);
  await play(harness, 'leaves_child', async ({ run, folder, processes }) => {
    const made = new Set<string>();
    let watching: NodeJS.Timeout | undefined;
    const killAll = (): void => {
      for (const name of fs.readdirSync(folder)) made.add(name);
      if (!made.has('.codex')) return;
      clearInterval(watching);
      processes().forEach(kill);
    };
    const outcome = await run({}, (backend, call, on) =>
      backend.run(call, (event: AgentEvent) => {
        on(event);
        if (event.type === 'tool_use') watching = setInterval(killAll, 20);
      }),
    );
    clearInterval(watching);
    expect(outcome).toMatchObject({ status: 'failed', kind: 'crash', exit: 'SIGKILL' });
    expect([...made]).toContain('.codex');
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with its parent.
  }
}
