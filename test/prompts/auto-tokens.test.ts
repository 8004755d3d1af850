import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { relevantKnowledge } from '../../src/prompts/knowledge.ts';
import type { TaskText } from '../../src/prompts/auto/parts.ts';
import { type TaskAttemptBrief, taskPrompt } from '../../src/prompts/auto/task.ts';
import { record } from '../support/scorecard.ts';
import { text } from './briefs.ts';

const task: TaskText = {
  id: 'T2.4',
  title: 'Password reset by e-mail',
  text: `Add \`POST /auth/reset\` and \`POST /auth/reset/:token\`. A token is random, 32 bytes, stored hashed, valid for 30 minutes and for one use. Asking for an unknown address answers as for a known one. Mails go through \`Mailer\` of T2.1.`,
  files: ['src/auth/reset.ts', 'src/auth/routes.ts'],
  acceptance: ['an expired token answers 410', 'a used token answers 410', 'unknown addresses cannot be told apart'],
  commands: ['npm test -- test/auth'],
};

const knowledge = relevantKnowledge(
  {
    decisions: [
      {
        id: 'D3',
        topic: 'auth',
        decision: 'Sessions are cookies, httpOnly and sameSite=lax; no token is kept in localStorage',
        rationale: 'R1/T1 INV-2',
        refs: ['src/auth/session.ts'],
        created_at: '2026-01-03',
      },
      {
        id: 'D7',
        topic: 'errors',
        decision: 'Routes of auth answer problem+json and never name the reason of a refused sign-in',
        rationale: 'R2/T1 INV-1',
        refs: ['src/auth/routes.ts'],
        created_at: '2026-01-09',
      },
    ],
    pitfalls: [
      {
        id: 'P2',
        description: 'reset of the clock in tests: tokens seemed never to expire',
        reason: 'vi.useFakeTimers() was called after the token had been made',
      },
    ],
  },
  { ...task, domain: 'auth' },
);

const ordinary: TaskAttemptBrief = {
  open: [],
  refused: null,
  project: { name: 'shop', testCommand: 'npm test', buildCommand: 'npm run build', redBefore: [] },
  task,
  dependencies: [
    {
      id: 'T2.1',
      title: 'Mailer',
      result: 'Added Mailer with send(to, template, values), with an in-memory one for tests.',
    },
    { id: 'T2.2', title: 'Users table', result: 'Added the users table and UserStore (byId, byEmail, setPassword).' },
    { id: 'T2.3', title: 'Sign-in', result: 'Added POST /auth/sign-in and the session cookie in src/auth/session.ts.' },
  ],
  knowledge,
  strategy: 'plain',
  failure: null,
};

const trace = Array.from(
  { length: 400 },
  (_, n) =>
    `  ✗ test/auth/reset.test.ts > reset > case ${n}: expected 410 to be 200 // Object.is equality (${n + 3} ms)`,
).join('\n');
const korean = Array.from(
  { length: 400 },
  (_, n) => `  ✗ 비밀번호 재설정 > 만료된 토큰 ${n}: 410이어야 하는데 200이다`,
).join('\n');

describe('what a prompt costs beyond the task’s own text', () => {
  const own = countTokens([task.title, task.text, ...task.files, ...task.acceptance, ...task.commands].join('\n'));
  const beyond = (brief: TaskAttemptBrief): number => countTokens(text(taskPrompt(brief))) - own;
  const third = (evidence: string): TaskAttemptBrief => ({
    ...ordinary,
    failure: { attempt: 2, kind: 'checks', message: evidence, evidence },
  });

  it('an ordinary task, for the first time', () => {
    const tokens = beyond(ordinary);
    record({
      promise: 'Tokens of a task’s first prompt beyond the task’s own text',
      asked: '≤ 900',
      measured: `${tokens}`,
    });
    expect(tokens).toBeLessThanOrEqual(900);
    expect(knowledge.match(/^- /gm)).toHaveLength(3);
  });

  it('the third attempt, with all the evidence there can be', () => {
    const tokens = Math.max(beyond(third(trace)), beyond(third(korean)));
    record({
      promise: 'Tokens of a task’s prompt at its third attempt, with evidence, beyond the task’s own text',
      asked: '≤ 2,000',
      measured: `${tokens}`,
    });
    expect(tokens).toBeLessThanOrEqual(2000);
  });

  it('systematic debugging, with the same', () => {
    expect(beyond({ ...third(trace), strategy: 'debug' })).toBeLessThanOrEqual(2200);
  });
});
