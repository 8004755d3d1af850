import { bullets, dayAndTime, grouped, line, page, quotation } from './markdown.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { CallRecord } from '../../workflows/policy/calls.ts';

export interface LogFacts {
  readonly call: Omit<CallRecord, 'list' | 'outcome'>;
  readonly iteration: number;
  readonly max_iterations: number;
  /** When it ended. */
  readonly at: string;
  /** The reasons the agent gave; null when it gave none. */
  readonly log: string | null;
  /** The last thing it said. */
  readonly text: string;
}

/** `log.md` of an agent: its reasons, in its own words. */
export function logText({ call, iteration, max_iterations, at, log, text }: LogFacts, words: Catalogue): string {
  const { log: said, round, duration, cost } = words.runDocuments;
  const reasons = log === null || log.trim() === '' ? undefined : log;
  return page([
    `# ${said.title(line(call.role))}`,
    bullets([
      `${dayAndTime(at)}, ${round(iteration, max_iterations)}`,
      line(said.model(call.backend, call.model)),
      `${duration(call.duration_ms)}, ${said.tokens(grouped(call.input_tokens), grouped(call.output_tokens))}, ${cost(call.cost_usd)}`,
      ...(call.tries > 1 ? [said.tries(call.tries)] : []),
    ]),
    ...(reasons === undefined ? lastWords(text, words) : [quotation(reasons, 200_000)]),
  ]);
}

/** What an agent gave as its reasons, of a log that `logText` made; people may have written into it. */
export function reasonsIn(log: string): string {
  const quoted = log.split('\n').filter((one) => one.startsWith('>'));
  return quoted.map((one) => one.replace(/^> ?/, '')).join('\n');
}

function lastWords(text: string, { runDocuments: { log } }: Catalogue): string[] {
  return text.trim() === '' ? [log.silent] : [log.noLog, quotation(text, 200_000)];
}
