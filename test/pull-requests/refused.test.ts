import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { approveRun, syncRun } from '../../src/engine/operations/runs/decide.ts';
import type { OpenRun } from '../../src/engine/descriptors/run.ts';
import { conductAll, startRunIn } from '../support/conduct-run.ts';
import { expectOk } from '../support/conduct-session.ts';
import { needs } from '../support/needs.ts';
import { isFull, sampled } from '../support/tier.ts';
import { publishedProject, type PublishedProject } from './published-project.ts';

async function readyRun(project: PublishedProject): Promise<OpenRun> {
  const { open } = expectOk(await startRunIn(project, {}));
  expectOk(await conductAll(open, { approves: false }));
  return open;
}

async function approve(open: OpenRun, signal = new AbortController().signal) {
  await approveRun(open, { commit: open.state().work?.commit ?? '', allow: 'all' });
  await open.conduct(signal);
  return open.state();
}

/** What a host's own git says when it does not take a branch; until it is allowed. */
function declines({ bare }: PublishedProject, said: string): { readonly allow: () => void } {
  const hook = path.join(bare, 'hooks/pre-receive');
  fs.mkdirSync(path.dirname(hook), { recursive: true });
  fs.writeFileSync(hook, `#!/bin/sh\nprintf '%s\\n' ${JSON.stringify(said)} >&2\nexit 1\n`, { mode: 0o755 });
  return { allow: () => fs.rmSync(hook) };
}

const REFUSALS = [
  ['protected', 'error: GH006: Protected branch update failed for refs/heads/orchestral/run-1.'],
  ['protected', 'GitLab: You are not allowed to push code to protected branches on this project.'],
  ['protected', 'Every branch needs a ticket.'],
  ['protected', 'error: GH013: Repository rule violations found for refs/heads/orchestral/run-1.'],
] as const;

test.for(sampled(REFUSALS, 1))(
  '%s (%s): nothing is pushed, the work stays approved, and goes out once it may',
  async ([why, said], context) => {
    needs(context, 'gh');
    const project = await publishedProject();
    const { github } = project;
    const open = await readyRun(project);
    const { allow } = declines(project, said);
    const before = project.git('for-each-ref', 'refs/heads');
    const refused = await approve(open);
    expect(refused.step).toMatchObject({
      at: 'ready_for_merge',
      refusal: { why, detail: ['origin', expect.stringContaining(said.replace('error: ', ''))] },
    });
    expect(refused.proposal).toBeUndefined();
    expect(github.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(github.requests).toEqual([]);
    expect(project.git('for-each-ref', 'refs/heads')).toBe(before);
    allow();
    expect(await approve(open)).toMatchObject({ step: { at: 'proposed' }, proposal: { number: 7 } });
    expectOk(await open.close());
  },
);

/** A git host over HTTP that answers every request so. */
async function httpHost(status: number, headers: Record<string, string> = {}): Promise<string> {
  const server = http.createServer((_request, response) => void response.writeHead(status, headers).end('no'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void (server.closeAllConnections(), server.close()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/acme/app.git`;
}

if (isFull)
  test.for([
    ['signed_out', 401, { 'www-authenticate': 'Basic realm="x"' }],
    ['denied', 403, {}],
    ['unreachable', 404, {}],
    ['unreachable', 503, {}],
  ] as const)('git over HTTP: %s (%i)', async ([why, status, headers], context) => {
    needs(context, 'gh');
    const address = await httpHost(status, headers);
    const project = await publishedProject();
    const open = await readyRun(project);
    const config = path.join(project.home, '.gitconfig');
    const text = fs.readFileSync(config, 'utf8');
    fs.writeFileSync(config, text.replace(`file://${project.bare}`, address));
    const refused = await approve(open);
    expect(refused.step).toMatchObject({ at: 'ready_for_merge', refusal: { why } });
    fs.writeFileSync(config, text);
    expect((await approve(open)).step.at).toBe('proposed');
    expect(project.github.pullRequests).toHaveLength(1);
    expectOk(await open.close());
  });

if (isFull)
  test('a remote that moved: nothing goes there before it is approved once more', async (context) => {
    needs(context, 'gh');
    const project = await publishedProject();
    const open = await readyRun(project);
    await approve(open);
    project.git('remote', 'set-url', 'origin', 'https://github.com/acme/moved.git');
    fs.appendFileSync(
      path.join(project.home, '.gitconfig'),
      `[url "file://${project.bare}"]\ninsteadOf = https://github.com/acme/moved.git\n`,
    );
    const requests = project.github.requests.length;
    await syncRun(open);
    await open.conduct(new AbortController().signal);
    expect(open.state()).toMatchObject({
      step: { at: 'proposed' },
      proposal: {
        number: 7,
        state: 'open',
        trouble: { why: 'not_fetched', detail: 'https://github.com/acme/moved.git' },
      },
    });
    // Whoever moved it may be another than the one who is asked there.
    expect(project.github.requests).toHaveLength(requests);
    project.git('remote', 'set-url', 'origin', 'https://github.com/acme/app.git');
    await syncRun(open);
    await open.conduct(new AbortController().signal);
    expect(open.state().proposal?.trouble).toBeNull();
    expectOk(await open.close());
  });

if (isFull)
  test('a host that says nothing is waited for a minute, and not longer than the person wants', async (context) => {
    needs(context, 'gh');
    const project = await publishedProject();
    const { github } = project;
    const open = await readyRun(project);
    github.trouble = () => 'silent';
    const stopped = new AbortController();
    await approveRun(open, { commit: open.state().work?.commit ?? '', allow: 'all' });
    const conducted = open.conduct(stopped.signal).catch((thrown: unknown) => thrown);
    await expect.poll(() => github.git('for-each-ref', 'refs/heads/orchestral')).not.toBe('');
    const began = Date.now();
    stopped.abort();
    await conducted;
    expect(Date.now() - began).toBeLessThan(20_000);
    const resumed = Date.now();
    await open.conduct(new AbortController().signal);
    expect(Date.now() - resumed).toBeGreaterThan(55_000);
    expect(open.state()).toMatchObject({
      step: { at: 'proposed' },
      proposal: { number: null, trouble: { why: 'unreachable', host: 'github.com', detail: '60 s' } },
    });
    github.trouble = () => undefined;
    await syncRun(open);
    await open.conduct(new AbortController().signal);
    expect(open.state().proposal).toMatchObject({ number: 7, trouble: null });
    expect(github.pullRequests).toHaveLength(1);
    expectOk(await open.close());
  });
