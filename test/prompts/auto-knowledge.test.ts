import { describe, expect, it } from 'vitest';
import { type KnowledgeWanted, relevantKnowledge } from '../../src/prompts/knowledge.ts';
import type { Decision, Pitfall } from '../../src/schema/knowledge.ts';

const task: KnowledgeWanted = {
  title: 'Login form',
  text: 'Shows an error when the password is wrong.',
  files: [],
  domain: null,
};

function decision(id: string, about: Partial<Decision>): Decision {
  return { id, topic: 'topic', decision: 'none', rationale: '', refs: [], created_at: '2026-01-01', ...about };
}

function pitfall(id: string, description: string): Pitfall {
  return { id, description, reason: '' };
}

function chosen(
  decisions: readonly Decision[],
  pitfalls: readonly Pitfall[] = [],
  wanted: Partial<KnowledgeWanted> = {},
): string[] {
  const text = relevantKnowledge({ decisions: [...decisions], pitfalls: [...pitfalls] }, { ...task, ...wanted });
  return [...text.matchAll(/^- ([DP]\d+)/gm)].map(([, id = '']) => id);
}

describe('what is known and concerns a task', () => {
  it('speaks of its files, or of the folder they are in', () => {
    const decisions = [
      decision('D1', { refs: ['src/auth/login.ts'] }),
      decision('D2', { refs: ['src/auth/'] }),
      decision('D3', { refs: ['src/authors/x.ts'] }),
      decision('D4', { refs: ['src/billing/pay.ts'] }),
      decision('D5', { refs: [] }),
    ];
    expect(chosen(decisions, [], { title: 'Do it', text: '', files: ['./src/auth/login.ts'] })).toEqual(['D1', 'D2']);
  });

  it('shares a word with its title, its domain or the name of a file', () => {
    const pitfalls = [pitfall('P1', 'the login redirects twice'), pitfall('P2', 'dates have no zone')];
    expect(chosen([], pitfalls)).toEqual(['P1']);
    expect(chosen([], pitfalls, { title: 'x', text: '', domain: 'dates' })).toEqual(['P2']);
    expect(chosen([], pitfalls, { title: 'x', text: '', files: ['src/LoginPage.tsx'] })).toEqual(['P1']);
  });

  it('or two with its text: one is chance', () => {
    const pitfalls = [pitfall('P1', 'a wrong key is no crash'), pitfall('P2', 'a wrong password takes a second')];
    expect(chosen([], pitfalls)).toEqual(['P2']);
  });

  it('comes in the order of how close it is: a file counts for more than words', () => {
    const words = decision('D1', { decision: 'login form error password wrong' });
    const file = decision('D2', { decision: 'x', refs: ['src/a.ts'] });
    expect(chosen([words, file], [], { files: ['src/a.ts'] })).toEqual(['D2', 'D1']);
  });

  it('and a rare word for more than two that everything speaks of', () => {
    const common = ['P1', 'P2', 'P3', 'P4'].map((id) => pitfall(id, 'login form'));
    expect(chosen([], [...common, pitfall('P5', 'captcha')], { title: 'Login form with captcha' })[0]).toBe('P5');
  });

  it('in Korean, too', () => {
    const decisions = [
      decision('D1', { decision: '로그인은 세션으로 한다' }),
      decision('D2', { decision: '결제는 나중에' }),
    ];
    expect(chosen(decisions, [], { title: '로그인 화면을 만든다', text: '' })).toEqual(['D1']);
  });

  it('is nothing where nothing does', () => {
    expect(relevantKnowledge({ decisions: [], pitfalls: [] }, task)).toBe('');
    expect(chosen([decision('D1', { topic: 'money', decision: 'in cents' })])).toEqual([]);
  });

  it('is given with its reasons', () => {
    const decisions = [decision('D1', { topic: 'login', decision: 'by session', rationale: 'R1/T1', refs: ['a.ts'] })];
    const pitfalls = [{ id: 'P1', description: 'login twice', reason: 'a race' }];
    expect(relevantKnowledge({ decisions, pitfalls }, task)).toBe(
      'Decisions:\n- D1 login: by session\n  Why: R1/T1\n  Files: a.ts\nPitfalls:\n- P1 login twice\n  Why: a race',
    );
  });

  it('stays short, and then the closest is kept', () => {
    const many = Array.from({ length: 300 }, (_, n) => pitfall(`P${n + 2}`, `login ${'x'.repeat(n * 5)}`));
    const near = decision('D1', { decision: 'y'.repeat(5000), refs: ['src/login.ts'] });
    const text = relevantKnowledge({ decisions: [near], pitfalls: many }, { ...task, files: ['src/login.ts'] });
    expect(text.length).toBeLessThanOrEqual(1500);
    expect(text.length).toBeGreaterThan(1000);
    expect(text).toContain('- D1 topic: yyy');
  });
});
