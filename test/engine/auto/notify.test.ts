import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { carryOutTask, nextStep } from '../../../src/engine/operations/auto/protocol.ts';
import { notifyWhileConducting } from '../../../src/engine/operations/auto/notify.ts';
import { giveTrust, readTrust } from '../../../src/engine/trust-gate.ts';
import type { Notice } from '../../../src/schema/notice.ts';
import type { Rehearsal } from '../../../src/schema/rehearsal.ts';
import { ko } from '../../../src/i18n/ko/index.ts';
import { webhook } from '../../notify/webhook.ts';
import { type AutoScenario, autoContext, type PlayedAuto, startAutoIn } from '../../support/conduct-auto.ts';
import { type RunProject, runProject, SHELL_TESTS } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const PLAN = `# TASKS: <!channel> & Co

- [ ] T1.1: Write one
- [ ] T1.2: Never <b>works</b>
- [ ] T2.1: Write two
`;
const SCRIPT: Rehearsal = {
  version: 1,
  tasks: {
    'T1.1': [{ edit: { 'one.txt': 'one\n' } }],
    'T1.2': [{ say: 'Cannot <https://evil.example|click>.' }],
    'T2.1': [{ edit: { 'two.txt': 'two\n' } }],
  },
};

function project(): RunProject {
  return runProject({ files: { ...SHELL_TESTS, 'TASKS.md': PLAN }, ignores: '.claude/' });
}

/** Conducts it to its end with somebody to be told, and gives what was told. */
async function told(made: RunProject, given: AutoScenario, config: object = {}): Promise<PlayedAuto> {
  const played = await startAutoIn(made, { script: SCRIPT, retryLimit: 0, ...given });
  played.open.store.setInputs('auto-state', { config: { ...played.open.limits(), ...config } });
  const telling = notifyWhileConducting(played.open);
  await played.conduct();
  await telling.stop();
  await played.close();
  return played;
}

const texts = (bodies: readonly string[]) => bodies.map((body) => (JSON.parse(body) as { text: string }).text);

describe('who is not looking is told by Slack', () => {
  test('of a provider that is limited for long, once', async () => {
    const slack = await webhook(200);
    const played = await startAutoIn(project(), { script: SCRIPT, retryLimit: 0 });
    played.open.store.setInputs('auto-state', { config: { ...played.open.limits(), slack_webhook_url: slack.url } });
    const telling = notifyWhileConducting(played.open);
    const { gate } = played.open.shared.services;
    const limited = async (minutes: number) => {
      await gate.enter('claude', AbortSignal.timeout(1000));
      const resumeAt = new Date(Date.now() + minutes * 60_000).toISOString();
      gate.leave('claude', { why: 'limited', resumeAt });
    };
    await Promise.all([limited(60), limited(60)]);
    await telling.stop();
    await played.close();
    expect(texts(slack.bodies)).toEqual([
      expect.stringMatching(/: claude is limited until .+\nit continues automatically then$/),
    ]);
  });

  test('of finished phases, failed tasks and the end, each once and escaped', async () => {
    const slack = await webhook(200);
    const made = project();
    const env = { ...made.env, ORCHESTRAL_SLACK_WEBHOOK_URL: 'https://127.0.0.1:1/not-this-one' };
    await told(made, { env }, { slack_webhook_url: slack.url });
    expect(texts(slack.bodies)).toEqual([
      '&lt;!channel&gt; &amp; Co: T1.2 Never &lt;b&gt;works&lt;/b&gt; failed\nCannot &lt;https://evil.example|click&gt;.',
      '&lt;!channel&gt; &amp; Co: phase 1 is done\n1 of 2 tasks done, 1 failed',
      '&lt;!channel&gt; &amp; Co: phase 2 is done\n1 of 1 tasks done',
      '&lt;!channel&gt; &amp; Co: everything that could be done is done\n2 of 3 tasks done, 1 failed',
    ]);
  });

  test('by the webhook of the environment, in their language, of what waits for them; it is in no file', async () => {
    const slack = await webhook(200);
    const made = project();
    made.write({ 'readme.md': 'mine\n' });
    const env = { ...made.env, ORCHESTRAL_SLACK_WEBHOOK_URL: slack.url };
    const played = await told(made, { env, words: ko, mode: 'normal' });
    expect(texts(slack.bodies).map((text) => text.split('\n')[0]?.split(': ')[1])).toEqual([
      'T1.2 Never &lt;b&gt;works&lt;/b&gt; 실패',
      'Phase 1이 끝났습니다',
      'Phase 2가 승인을 기다립니다',
    ]);
    const { paths } = played.open;
    for (const file of [paths.log, path.join(made.folder, '.claude/orchestrate-state.json')])
      expect(fs.readFileSync(file, 'utf8')).not.toContain('sesame');
  });

  test('by no webhook that came with the repository, until it is trusted', async () => {
    const slack = await webhook(200);
    const made = runProject({ files: { ...SHELL_TESTS, 'TASKS.md': PLAN } });
    made.write({ '.claude/orchestrate-state.json': '{}' });
    made.git('add', '-f', '.claude');
    made.git('commit', '-qm', 'state');
    fs.rmSync(path.join(made.folder, '.claude/orchestrate-state.json'));
    const notices: Notice[] = [];
    const onNotice = (notice: Notice) => void notices.push(notice);
    // Git tracks it, whatever is in it by now.
    await startAutoIn(made, { script: SCRIPT, retryLimit: 0 }).then((played) => played.close());
    const file = path.join(made.folder, '.claude/orchestrate-state.json');
    const state = JSON.parse(fs.readFileSync(file, 'utf8'));
    fs.writeFileSync(file, JSON.stringify({ ...state, config: { ...state.config, slack_webhook_url: slack.url } }));
    const { project: found } = autoContext(made);
    const trust = await readTrust(found, made.env);
    expect(trust.runnables).toContainEqual({
      file: '.claude/orchestrate-state.json',
      place: 'config.slack_webhook_url',
      text: slack.url,
    });
    const given = { ...trust, hashes: trust.hashes.slice(0, 1) };
    await giveTrust(given, { env: made.env, onNotice });
    const played = await startAutoIn(made, { script: SCRIPT, resumes: true, trusts: false, onNotice });
    const telling = notifyWhileConducting(played.open);
    await played.conduct({ phase: 1 });
    await telling.stop();
    expect(slack.bodies).toEqual([]);
    expect(notices.filter(({ code }) => code === 'slack.untrusted')).toEqual([
      { code: 'slack.untrusted', params: { file: '.claude/orchestrate-state.json', host: new URL(slack.url).host } },
    ]);
    expect(JSON.stringify(notices)).not.toContain('sesame');
    await giveTrust(trust, { env: made.env, onNotice });
    const again = notifyWhileConducting(played.open);
    await played.conduct();
    await again.stop();
    await played.close();
    expect(texts(slack.bodies).length).toBeGreaterThan(0);
  });

  test('a webhook that refuses is one notice, and holds nothing up', async () => {
    const slack = await webhook(404);
    const notices: Notice[] = [];
    const made = project();
    const played = await told(
      made,
      { onNotice: (notice) => void notices.push(notice) },
      { slack_webhook_url: slack.url },
    );
    expect(played.graph().stage.at).toBe('done');
    expect(notices.filter(({ code }) => code === 'slack.silent')).toEqual([
      { code: 'slack.silent', params: { why: 'refused', status: 404 } },
    ]);
    expect(JSON.stringify(notices)).not.toContain('sesame');
  });

  test('a webhook that never answers is not waited for while there is work', async () => {
    const slack = await webhook('hang');
    const made = project();
    const played = await startAutoIn(made, { script: SCRIPT, retryLimit: 0 });
    played.open.store.setInputs('auto-state', { config: { ...played.open.limits(), slack_webhook_url: slack.url } });
    const telling = notifyWhileConducting(played.open);
    await played.conduct();
    // The first is still being posted, or has just been given up: nobody waited for it.
    expect(played.graph().stage.at).toBe('done');
    expect(slack.bodies.length).toBeLessThan(4);
    await telling.stop();
    await played.close();
  });

  test('of the same by those who drive it line by line, each time by one of them', async () => {
    const slack = await webhook(200);
    const made = project();
    await (await startAutoIn(made, { script: SCRIPT, retryLimit: 0 })).close();
    const tools = () => autoContext(made, { env: { ...made.env, ORCHESTRAL_SLACK_WEBHOOK_URL: slack.url } });
    const never = new AbortController().signal;
    const next = () => catchFailure(() => nextStep(tools(), { signal: never }));
    await Promise.all([next(), next()]);
    // One waits for the other, and hears what that does.
    const failing = catchFailure(() => carryOutTask('T1.2', tools(), { signal: never }));
    await Promise.all([catchFailure(() => carryOutTask('T1.1', tools(), { signal: never })), failing]);
    await Promise.all([next(), next()]);
    expect(await catchFailure(() => carryOutTask('T2.1', tools(), { signal: never }))).toMatchObject({
      value: { kind: 'done' },
    });
    await Promise.all([next(), next()]);
    expect(await next()).toMatchObject({ value: { kind: 'incomplete', failed: 1 } });
    expect(texts(slack.bodies).map((text) => text.split('\n')[0]?.split(': ')[1])).toEqual([
      'T1.2 Never &lt;b&gt;works&lt;/b&gt; failed',
      'phase 1 is done',
      'phase 2 is done',
      'everything that could be done is done',
    ]);
  });
});
