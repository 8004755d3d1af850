import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { rehearsed, runProject } from '../support/run-project.ts';
import { sampled } from '../support/tier.ts';
import { busyProject, changed } from '../cli/orchestral.ts';
import { connect, trusted } from './mcp-client.ts';

const RUN = '.orchestral/runs/run-20240115-143022';

test('documents are listed, read, and told of when they are replaced', async () => {
  for (const mode of sampled(['legacy', { pin: '2026-07-28' }] as const, 1)) {
    const folder = busyProject();
    const { client } = await connect({ folder, env: runProject().env }, { client: { versionNegotiation: { mode } } });
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toEqual([
      '.claude/orchestrator/sessions/a1b2c3d4/session.json',
      '.claude/orchestrator/sessions/a1b2c3d4/state.json',
      '.claude/orchestrate-state.json',
      `${RUN}/crp/crp-001.json`,
      `${RUN}/state.json`,
    ]);
    const uri = `orchestral://document/${RUN}/state.json`;
    const { contents } = await client.readResource({ uri });
    expect(contents).toMatchObject([{ uri, mimeType: 'application/json' }]);
    const told: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
    let lists = 0;
    client.setNotificationHandler('notifications/resources/list_changed', () => void lists++);
    if (mode === 'legacy') await client.subscribeResource({ uri });
    else await client.listen({ resourceSubscriptions: [uri], resourcesListChanged: true });
    const state = path.join(folder, RUN, 'state.json');
    // Neither of these was asked for.
    fs.appendFileSync(path.join(folder, '.claude/orchestrate-state.json'), '\n');
    await expect.poll(() => replaceUntilTold(state, told)).toEqual([uri]);
    fs.mkdirSync(path.join(folder, RUN, 'vcr'), { recursive: true });
    fs.writeFileSync(path.join(folder, RUN, 'vcr/vcr-001.json'), '{}');
    await expect.poll(() => lists).toBeGreaterThan(0);
    expect(new Set(told)).toEqual(new Set([uri]));
    if (mode === 'legacy') await client.unsubscribeResource({ uri });
  }
});

test('webhooks are masked, and configuration is none of the documents', async () => {
  const folder = busyProject();
  const state = JSON.parse(fs.readFileSync(path.join(folder, '.claude/orchestrate-state.json'), 'utf8')) as {
    config: object;
  };
  const config = { ...state.config, slack_webhook_url: 'https://hooks.example.com/T0/secret' };
  fs.writeFileSync(path.join(folder, '.claude/orchestrate-state.json'), JSON.stringify({ ...state, config }));
  const { client } = await connect({ folder, env: runProject().env });
  const { contents } = await client.readResource({ uri: 'orchestral://document/.claude/orchestrate-state.json' });
  const text = JSON.stringify(contents);
  expect(text).toContain('***');
  expect(text).not.toContain('hooks.example.com');
  const { contents: schema } = await client.readResource({ uri: 'orchestral://schema/crp' });
  expect(JSON.stringify(schema)).toContain('urn:orchestral:schema:crp');
});

test('prompts begin the three workflows, in the language of the person', async () => {
  const project = runProject();
  await trusted(project);
  const { client, call } = await connect(project, { agent: rehearsed(project.home, {}), args: ['--lang', 'ko'] });
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['run', 'session', 'auto']);
  const { messages } = await client.getPrompt({ name: 'run', arguments: { briefing: 'Say hello' } });
  expect(JSON.stringify(messages)).toContain('start_run');
  expect(JSON.stringify(messages)).toContain('Say hello');
  expect(JSON.stringify((await client.getPrompt({ name: 'auto', arguments: {} })).messages)).toContain('TASKS.md');
  await expect(client.getPrompt({ name: 'session', arguments: {} })).rejects.toThrow();
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === 'status')?.title).toBe('상태');
  for (const { name, inputSchema } of tools) expect(inputSchema['description'], name).toMatch(/[가-힣]/);
  expect((await call('show', { id: 'R9' })).text).toMatch(/[가-힣]/);
});

function replaceUntilTold(file: string, told: readonly string[]): string[] {
  if (told.length === 0) fs.writeFileSync(file, changed('run-state.json', { updated_at: new Date().toISOString() }));
  return told.slice(0, 1);
}
