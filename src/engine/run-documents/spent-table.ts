import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Spent } from '../../workflows/policy/calls.ts';
import { line } from './markdown.ts';
import { grouped } from './times.ts';

/** What each agent took, and all together. */
export function spentTable(spent: Readonly<Record<string, Spent>>, words: Catalogue): string {
  const { columns, all } = words.runDocuments.summary;
  const entries = Object.entries(spent);
  const sum = entries.map(([, each]) => each).reduce(together, NOTHING);
  return [
    row(columns),
    row(columns.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...entries.map(([role, each]) => row(cells(line(role), each, words))),
    ...(entries.length > 1 ? [row(cells(`**${all}**`, sum, words))] : []),
  ].join('\n');
}

const NOTHING: Spent = { calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: null, duration_ms: 0 };

function together(a: Spent, b: Spent): Spent {
  return {
    calls: a.calls + b.calls,
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cost_usd: a.cost_usd === null ? b.cost_usd : a.cost_usd + (b.cost_usd ?? 0),
    duration_ms: a.duration_ms + b.duration_ms,
  };
}

function cells(name: string, spent: Spent, { runDocuments }: Catalogue): string[] {
  return [
    name,
    grouped(spent.calls),
    runDocuments.duration(spent.duration_ms),
    grouped(spent.input_tokens),
    grouped(spent.output_tokens),
    runDocuments.cost(spent.cost_usd),
  ];
}

function row(values: readonly string[]): string {
  return `| ${values.join(' | ')} |`;
}
