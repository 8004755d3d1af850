import { describe, expect, test } from 'vitest';
import { readPlan } from '../../src/plans/read-plan.ts';

describe('a mermaid flowchart', () => {
  const tasks = ['T0.1', 'T0.2', 'T0.3', 'T1.1', 'T1.2'].map((id) => `- [ ] ${id}: x`).join('\n');
  const drawn = (chart: string): Record<string, readonly string[]> => {
    const plan = readPlan(`${tasks}\n\n\`\`\`mermaid\n${chart}\n\`\`\`\n`);
    if (!plan.ok) throw new Error(JSON.stringify(plan.error));
    return Object.fromEntries(
      plan.value.tasks.filter(({ needs }) => needs.length > 0).map(({ id, needs }) => [id, needs]),
    );
  };

  test.each([
    ['a chain', 'graph TD\n  T0.1 --> T0.2 --> T0.3', { 'T0.2': ['T0.1'], 'T0.3': ['T0.2'] }],
    ['texts', 'flowchart LR\nT0.1[Set up; now] --> T0.2("a (b)")', { 'T0.2': ['T0.1'] }],
    ['text on an arrow', 'graph LR\nT0.1 -->|then| T0.2 -- and so --> T0.3', { 'T0.2': ['T0.1'], 'T0.3': ['T0.2'] }],
    ['several', 'graph\nT0.1 & T0.2 --> T1.1 & T1.2', { 'T1.1': ['T0.1', 'T0.2'], 'T1.2': ['T0.1', 'T0.2'] }],
    ['names for tasks', 'graph\nA[T0.1: Set up] --> B\nB["T0.2 Next"]:::done', { 'T0.2': ['T0.1'] }],
    ['a name that is another id', 'graph\nT11[T0.1] ==> T12[T0.2]', { 'T0.2': ['T0.1'] }],
    [
      'other arrows',
      'graph\nT0.1-->T0.2;T0.2-.->T0.3\nT0.1 ---> T1.1',
      { 'T0.2': ['T0.1'], 'T0.3': ['T0.2'], 'T1.1': ['T0.1'] },
    ],
    ['lines without a head', 'graph\nT0.1 --- T0.2\nT0.2 ~~~ T0.3\nT0.1 <--> T0.3', {}],
    [
      'subgraphs and styles',
      'flowchart TD\n%% T1.1 --> T0.1\nsubgraph T1.1 --> T0.1\nT0.1 --> T0.2\nend\nstyle T0.1 fill:#f9f\nclassDef done fill:#fff',
      { 'T0.2': ['T0.1'] },
    ],
    ['all in one line', 'graph TD; T0.1-->T0.2', { 'T0.2': ['T0.1'] }],
    ['a comment', 'graph TD\n%% once; T0.1 --> T0.2', {}],
    ['nodes that are no tasks', 'graph\nStart --> T0.1\nP0[Phase 0] --> P1', {}],
    ['another kind of diagram', 'sequenceDiagram\nT0.1 --> T0.2', {}],
    ['front matter', '---\ntitle: x\n---\ngraph TD\nT0.1 --> T0.2', { 'T0.2': ['T0.1'] }],
  ])('%s', (_, chart, needs) => {
    expect(drawn(chart)).toEqual(needs);
  });
});
