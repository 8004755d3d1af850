import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createCommand } from '../../src/agents/command/command.ts';
import type { FailureScenario, Harness, Scenario } from './harness.ts';

const silent = 'a program says nothing but its exit code';

const cannot: Record<Exclude<FailureScenario, 'crash'>, string> & Harness['cannot'] = {
  auth: silent,
  rate_limit: silent,
  overloaded: silent,
  billing: silent,
  context_too_long: silent,
  refused: silent,
  max_turns: silent,
  budget: silent,
  denied: silent,
  resume: 'a program knows no conversations',
};

const scripts: Partial<Record<Scenario, string>> = {
  answer: 'grep -q "Say pong" && echo pong',
  edit: 'echo hello > hello.txt; echo written',
  structured: `echo 'Here it is:'; echo '\`\`\`yaml'; echo 'colour: blue'; echo 'number: 7'; echo '\`\`\`'`,
  structured_violated: `echo '{"colour": "green"}'`,
  structured_ignored: 'echo pong',
  leaves_child: 'setsid sleep 600 >/dev/null 2>&1 & sleep 0.5; echo pong',
  hang: 'exec sleep 600',
  hang_midway: 'printf "One mom"; exec sleep 600',
  crash: 'echo no; echo trouble >&2; echo "it broke" >&2; exit 3',
};

export const commandHarness: Harness = {
  name: 'command',
  cannot,
  isCheap: true,
  reportsCost: false,
  install: async () => {},
  open: async (scenario, spawner) => {
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'command-'));
    const program = path.join(home, 'agent');
    fs.writeFileSync(program, `#!/bin/sh\n${scripts[scenario] ?? 'exit 99'}\n`, { mode: 0o755 });
    return {
      backend: createCommand({ spawner, command: ['sh', program] }),
      call: { env: { HOME: home } },
      close: async () => fs.rmSync(home, { recursive: true, force: true }),
    };
  },
};
