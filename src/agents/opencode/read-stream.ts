import type { AgentEvent, Call, Spent } from '../port.ts';
import { nothingSpent } from '../port.ts';
import type { Conclusion, End, Reader } from '../program.ts';
import { sumOf } from '../spent.ts';
import { failureOf } from './failure-of.ts';
import { type ErrorLine, type Line, parseLine } from './lines.ts';

/** What is known of a call so far. */
interface Heard {
  conversation: string | undefined;
  /** Said in the last step; a tool of the same step may be told before or after it. */
  text: string;
  /** Of the step that was finished last; undefined while one is under way. */
  reason: string | undefined;
  didAnything: boolean;
  wasStopped: boolean;
  error: ErrorLine | undefined;
  spent: Spent;
  /** Messages of the model: each is a turn, and one that is tried again is not another. */
  readonly messages: Set<string>;
}

/**
 * Reads `run --format json`. There is no line that says how it ended: what counts as the vendor's word is that the last step
 * was finished because the model had no more to say, that nothing said otherwise, and an exit code of 0.
 */
export function readOpencode(call: Call): Reader {
  const heard: Heard = {
    conversation: call.resume?.id,
    text: '',
    reason: undefined,
    didAnything: false,
    wasStopped: false,
    error: undefined,
    spent: nothingSpent,
    messages: new Set(),
  };
  return {
    read: (raw) => {
      const line = parseLine(raw);
      if (line === undefined) return raw === '' ? [] : [{ type: 'other', raw }];
      const isFirst = heard.conversation !== line.sessionID && line.sessionID !== undefined;
      if (isFirst) heard.conversation = line.sessionID;
      const events = read(heard, line, raw);
      return isFirst ? [{ type: 'started', conversation: line.sessionID ?? '' }, ...events] : events;
    },
    exceeded: () => (heard.messages.size > (call.limits.maxTurns ?? Infinity) ? 'max_turns' : undefined),
    conclude: (end) => conclude(heard, end),
  };
}

function read(heard: Heard, line: Line, raw: string): readonly AgentEvent[] {
  switch (line.type) {
    case 'step_start':
      heard.reason = undefined;
      heard.text = '';
      heard.messages.add(line.part.messageID ?? '');
      return [];
    case 'text':
      heard.didAnything = true;
      heard.text += line.part.text;
      return [{ type: 'text', text: line.part.text }];
    case 'reasoning':
      return [{ type: 'thought', text: line.part.text }];
    case 'tool_use': {
      const { tool, state } = line.part;
      const { status, input, output = '', error = '' } = state;
      const ok = status === 'completed';
      heard.didAnything = true;
      heard.wasStopped = !ok && isRefusal.test(error);
      const used: AgentEvent = { type: 'tool_use', tool, input: JSON.stringify(input) ?? '' };
      const ended: AgentEvent = { type: 'tool_result', ok, output: ok ? output : error };
      return heard.wasStopped ? [used, { type: 'permission_denied', tool }, ended] : [used, ended];
    }
    case 'step_finish': {
      const { reason, tokens, cost = null } = line.part;
      heard.reason = reason;
      heard.spent = sumOf(heard.spent, {
        input_tokens: tokens.input + tokens.cache.read + tokens.cache.write,
        output_tokens: tokens.output + tokens.reasoning,
        cost_usd: cost,
      });
      return [{ type: 'usage', spent: heard.spent }];
    }
    case 'error':
      heard.error = line;
      return [{ type: 'other', raw }];
    default:
      return line satisfies never;
  }
}

/** By the person's answer (nobody's), or by a rule. */
const isRefusal = /^The user (?:rejected permission|has specified a rule)/;

function conclude(heard: Heard, { exit, stderr }: End): Conclusion {
  const { conversation, spent } = heard;
  return {
    verdict: verdictOf(heard, { exit, stderr }),
    spent,
    ...(conversation !== undefined && { conversation: { id: conversation, reported: nothingSpent } }),
  };
}

function verdictOf(heard: Heard, { exit, stderr }: End): Conclusion['verdict'] {
  const { error, reason, text, wasStopped, didAnything } = heard;
  if (error !== undefined) return failureOf(error);
  if (exit !== 0) return { status: 'failed', kind: 'crash', message: stderr.slice(stderr.lastIndexOf('\n') + 1) };
  if (reason === 'length') return { status: 'failed', kind: 'context_too_long', message: text };
  if (reason === 'content-filter') return { status: 'failed', kind: 'refused', message: text };
  if (wasStopped && (reason === 'stop' || reason === 'tool-calls'))
    return { status: 'failed', kind: 'denied', message: text };
  if (reason === 'stop' && didAnything) return { status: 'answered', text };
  return { status: 'failed', kind: 'crash', message: `the last step ended with: ${reason ?? 'nothing'}` };
}
