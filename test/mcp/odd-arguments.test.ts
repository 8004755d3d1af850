import { expect, test } from 'vitest';
import { isRecord } from '../../src/base/json.ts';
import { openProject } from '../../src/index.ts';
import { expectOk } from '../support/conduct-session.ts';
import { oddJson } from '../support/odd-values.ts';
import { randomFrom } from '../support/random.ts';
import { rehearsed, runProject } from '../support/run-project.ts';
import { byTier, seed } from '../support/tier.ts';
import { connect } from './mcp-client.ts';

test('whatever a tool is called with, it answers, or says by a code why not', async () => {
  const random = randomFrom(seed);
  const project = runProject({ files: { 'readme.md': 'hello\n', 'TASKS.md': '- [ ] T1 First\n' } });
  const agent = rehearsed(project.home, {});
  // Something is there to be asked about; what would run is not trusted, so that no call begins anything.
  const api = expectOk(openProject(project.folder, { env: project.env, agent, trust: true }));
  const run = expectOk(await api.runs.start({ briefing: 'Do it' }));
  expectOk(await run.close());
  const list = expectOk(await api.auto.start({})).conductor;
  expectOk(await list.close());
  const { client, call } = await connect(project, { agent });
  const { tools } = await client.listTools();
  const wrong: string[] = [];
  for (const { name, inputSchema } of tools)
    for (let turn = 0; turn < byTier({ usual: 2, full: 60 }); turn += 1) {
      const odd = oddJson(inputSchema, random);
      // Nothing is waited for.
      const given = isRecord(odd) ? { ...odd, ...('seconds' in odd && { seconds: 0 }) } : { odd };
      const { isError, text } = await call(name, given);
      if (isError && !/^(?:[a-z_]+(?:\.[a-z_]+)+: |Input validation error)/.test(text))
        wrong.push(`${name} ${JSON.stringify(given).slice(0, 200)}: ${text.slice(0, 300)}`);
    }
  expect(wrong).toEqual([]);
  expect((await call('status')).data).toMatchObject({ counts: { runs: 1, sessions: 0, tasks: 1 } });
});
