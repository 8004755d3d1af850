import { classifyFailureMessage, classifyRequestFailure } from './classify-failure.ts';
import { type ActiveSession, type AgentConnection, openConnection, type PromptOutcome, runTurn } from './run-turn.ts';
import { jsonRpcMessage, type PromptResponse, promptResponse } from './schemas.ts';
import { createTurnReader, type TurnSummary } from './turn-reader.ts';
import type { DuplexChannel } from '../duplex-client.ts';
import {
  type AgentCall,
  type AgentEvent,
  type AgentUsage,
  type CallResult,
  failedCall,
  type FailureKind,
  NO_USAGE,
} from '../port.ts';
import type { OutputReader, ProgramExit } from '../run-program.ts';
import { parseJson } from '../../base/json.ts';

/** Runs one turn with an agent, and reads its messages. */
export function createAcpReader(call: AgentCall): OutputReader {
  const turn = createTurnReader();
  let connection: AgentConnection | undefined;
  let session: ActiveSession | undefined;
  let outcome: PromptOutcome | undefined;

  const begin = ({ write, emit, finish }: DuplexChannel): void => {
    const opened = openConnection(write);
    connection = opened;
    void runTurn({ call, connection: opened, turn, emit, onSession: (active) => (session = active) }).then((how) => {
      outcome = how;
      if (how !== undefined) finish();
    });
  };

  const read = (raw: string): readonly AgentEvent[] => {
    const message = parse(raw);
    if (message === undefined) return raw.trim() === '' ? [] : [{ type: 'other', raw }];
    if ('method' in message && message.method === 'session/update') return turn.update(message.params, raw);
    const isAwaited = 'id' in message && connection?.receive(message) === true;
    return isAwaited ? [] : [{ type: 'other', raw }];
  };

  return {
    read,
    sendsPieces: true,
    exceededLimit: () => (turn.rounds() > (call.limits.maxTurns ?? Infinity) ? 'max_turns' : undefined),
    client: { begin, cancel: () => session?.cancel() },
    conclude: (end) => {
      connection?.close();
      const summary = turn.summary();
      const result =
        outcome !== undefined && 'result' in outcome ? promptResponse.safeParse(outcome.result).data : undefined;
      const reported = call.resume?.reported ?? NO_USAGE;
      const cost = summary.cost ?? reported.cost_usd;
      return {
        result: judgeTurn({ outcome, result, summary, end }),
        spent: readUsage(result, costSince(reported.cost_usd, summary.cost)),
        ...(session?.isKept === true && {
          conversation: { id: session.id, reported: { ...NO_USAGE, cost_usd: cost } },
        }),
      };
    },
  };
}

type FinalResult = Exclude<CallResult, { status: 'cancelled' }>;

interface TurnEvidence {
  readonly outcome: PromptOutcome | undefined;
  readonly result: PromptResponse | undefined;
  readonly summary: TurnSummary;
  readonly end: ProgramExit;
}

/**
 * `end_turn` is not enough: an agent whose model failed ends its turn, too, with the failure as its text. The turn counts
 * if the agent did something and does not report `usage: null`.
 */
function judgeTurn({ outcome, result, summary, end }: TurnEvidence): FinalResult {
  if (outcome === undefined) return failedCall('crash', lastLine(end.stderr));
  if ('failure' in outcome) return { status: 'failed', ...classifyRequestFailure(outcome.failure) };
  if (result === undefined) return failedCall('crash', 'no stop reason');
  if (result.stopReason !== 'end_turn')
    return failedCall(kindsByStopReason.get(result.stopReason) ?? 'crash', result.stopReason);
  if (summary.hasFailed || result.usage === null || !summary.didAnything) {
    return failedCall(
      classifyFailureMessage(summary.text),
      summary.text === '' ? 'the turn ended with nothing done or said' : summary.text,
    );
  }
  if (summary.wasStopped) return failedCall('denied', summary.text);
  return { status: 'answered', text: summary.text };
}

/** An answer that was cut off needs the same remedy as a prompt that is too long: a new start with less. */
const kindsByStopReason: ReadonlyMap<string, FailureKind> = new Map([
  ['max_tokens', 'context_too_long'],
  ['max_turn_requests', 'max_turns'],
  ['refusal', 'refused'],
]);

function readUsage(result: PromptResponse | undefined, cost_usd: number | null): AgentUsage {
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

/** The protocol reports the cost of the whole conversation; some agents begin again at zero with each process. */
function costSince(before: number | null, cost: number | null): number | null {
  if (cost === null || before === null) return cost;
  return cost >= before ? cost - before : cost;
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

function parse(raw: string) {
  return jsonRpcMessage.safeParse(parseJson(raw)).data;
}
