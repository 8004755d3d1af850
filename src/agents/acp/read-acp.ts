import { parseJson } from '../../base/parse-json.ts';
import type { AgentEvent, Call, FailureKind, Spent, Verdict } from '../port.ts';
import { nothingSpent } from '../port.ts';
import type { End, Reader } from '../program.ts';
import type { Talk } from '../talk.ts';
import { type AgentLine, openLine } from './agent-line.ts';
import { failureOf, kindOfMessage } from './failure-of.ts';
import { type Answered, type BegunSession, holdTurn } from './hold-turn.ts';
import { messageShape, type TurnEnd, turnEnd } from './shapes.ts';
import { type Heard, hearTurn } from './turn.ts';

/** Talks with an agent for one call, and reads what it says. */
export function readAcp(call: Call): Reader {
  const turn = hearTurn();
  let line: AgentLine | undefined;
  let session: BegunSession | undefined;
  let answered: Answered | undefined;

  const begin = ({ write, tell, leave }: Talk): void => {
    const opened = openLine(write);
    line = opened;
    void holdTurn({ call, line: opened, turn, tell, onSession: (begun) => (session = begun) }).then((how) => {
      answered = how;
      if (how !== undefined) leave();
    });
  };

  const read = (raw: string): readonly AgentEvent[] => {
    const message = parse(raw);
    if (message === undefined) return raw.trim() === '' ? [] : [{ type: 'other', raw }];
    if ('method' in message && message.method === 'session/update') return turn.update(message.params, raw);
    const isAwaited = 'id' in message && line?.receive(message) === true;
    return isAwaited ? [] : [{ type: 'other', raw }];
  };

  return {
    read,
    exceeded: () => (turn.rounds() > (call.limits.maxTurns ?? Infinity) ? 'max_turns' : undefined),
    talker: { begin, cancel: () => session?.cancel() },
    conclude: (end) => {
      line?.close();
      const heard = turn.heard();
      const result =
        answered !== undefined && 'result' in answered ? turnEnd.safeParse(answered.result).data : undefined;
      const reported = call.resume?.reported ?? nothingSpent;
      const cost = heard.cost ?? reported.cost_usd;
      return {
        verdict: verdictOf({ answered, result, heard, end }),
        spent: spentOf(result, since(reported.cost_usd, heard.cost)),
        ...(session?.isKept === true && {
          conversation: { id: session.id, reported: { ...nothingSpent, cost_usd: cost } },
        }),
      };
    },
  };
}

type Judged = Exclude<Verdict, { status: 'cancelled' }>;

interface Signs {
  readonly answered: Answered | undefined;
  readonly result: TurnEnd | undefined;
  readonly heard: Heard;
  readonly end: End;
}

/**
 * `end_turn` is not enough: an agent whose model never answered ends its turn, too, with what went wrong as its words. It
 * counts where the agent did something, and does not deny that its model spent anything.
 */
function verdictOf({ answered, result, heard, end }: Signs): Judged {
  if (answered === undefined) return failed('crash', lastLine(end.stderr));
  if ('failure' in answered) return { status: 'failed', ...failureOf(answered.failure) };
  if (result === undefined) return failed('crash', 'no stop reason');
  if (result.stopReason !== 'end_turn') return failed(kindsByStop.get(result.stopReason) ?? 'crash', result.stopReason);
  if (heard.hasFailed || result.usage === null || !heard.didAnything) {
    return failed(
      kindOfMessage(heard.text),
      heard.text === '' ? 'the turn ended with nothing done or said' : heard.text,
    );
  }
  if (heard.wasStopped) return failed('denied', heard.text);
  return { status: 'answered', text: heard.text };
}

/** What an answer that was cut off needs is the same as for a prompt too long: to begin anew with less. */
const kindsByStop: ReadonlyMap<string, FailureKind> = new Map([
  ['max_tokens', 'context_too_long'],
  ['max_turn_requests', 'max_turns'],
  ['refusal', 'refused'],
]);

function failed(kind: FailureKind, message: string): Judged {
  return { status: 'failed', kind, message };
}

function spentOf(result: TurnEnd | undefined, cost_usd: number | null): Spent {
  const { _meta: elsewhere } = result ?? {};
  const counted = elsewhere?.quota?.token_count;
  const { inputTokens = 0, cachedReadTokens = 0, cachedWriteTokens = 0, outputTokens = 0 } = result?.usage ?? {};
  const input = inputTokens + cachedReadTokens + cachedWriteTokens;
  return {
    input_tokens: input === 0 ? (counted?.input_tokens ?? 0) : input,
    output_tokens: outputTokens === 0 ? (counted?.output_tokens ?? 0) : outputTokens,
    cost_usd,
  };
}

/** The protocol's cost is that of the whole conversation; some agents begin again at nothing with each process. */
function since(before: number | null, cost: number | null): number | null {
  if (cost === null || before === null) return cost;
  return cost >= before ? cost - before : cost;
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

function parse(raw: string) {
  return messageShape.safeParse(parseJson(raw)).data;
}
