import type http from 'node:http';
import type { Scenario } from '../../conformance/harness.ts';
import { openScriptedServer, type ScriptedServer, type TurnFor } from './scripted-server.ts';

/** What else the parser's fixtures were recorded with. */
export type GeminiScenario =
  | Scenario
  | 'brief_rate_limit'
  | 'max_tokens'
  | 'max_tokens_silent'
  | 'silent_after_tool'
  | 'repeats_itself';

/** A model that speaks Google's generateContent protocol (server-sent events) and does what the scenario says. */
export function openGeminiServer(scenario: GeminiScenario): Promise<ScriptedServer> {
  return openServer(({ body, number }) => play(scenario, { body, number, afterTool: /"functionResponse"/.test(body) }));
}

/** The same protocol, for a model that has one turn after the other to take. */
export function openGeminiModel(turnFor: TurnFor): Promise<ScriptedServer> {
  return openServer(({ body }) => {
    const turn = turnFor({ body, taken: body.split('"functionResponse"').length - 1 });
    if ('answer' in turn) return say(`\`\`\`json\n${JSON.stringify(turn.answer)}\n\`\`\`\n`);
    if ('use' in turn) return calls(`mcp_orchestral_${turn.use}`, turn.input);
    return 'say' in turn ? say(turn.say) : writes(turn.write, turn.content);
  });
}

function openServer(
  spoken: (turn: { readonly body: string; readonly number: number }) => Said,
): Promise<ScriptedServer> {
  return openScriptedServer({
    isTurn: ({ url }) => url.includes(':streamGenerateContent'),
    takeTurn: (response, { body, number }) => {
      const said = spoken({ body, number });
      if (said === 'hang') return;
      if ('status' in said) refuse(response, said);
      else stream(response, said);
    },
    answerAside: (response, { url }) => {
      if (url.includes(':countTokens')) sendJson(response, 200, { totalTokens: 100 });
      else refuse(response, { status: 404, message: 'no such route' });
    },
  });
}

type Said = 'hang' | Refusal | Reply;

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly details?: readonly object[];
}

interface Reply {
  readonly parts: readonly object[];
  /** Why the model stopped; `hang` and `cut` come after the first part. */
  readonly end: 'STOP' | 'SAFETY' | 'MAX_TOKENS' | 'hang' | 'cut';
}

interface Seen {
  readonly body: string;
  readonly number: number;
  readonly afterTool: boolean;
}

function play(scenario: GeminiScenario, seen: Seen): Said {
  switch (scenario) {
    case 'answer':
    case 'structured_ignored':
    case 'budget':
      return say('pong');
    case 'edit':
      return seen.afterTool ? say('written') : writes(`${folderIn(seen.body)}/hello.txt`, 'hello\n');
    case 'structured':
      return say('```json\n{"colour": "blue", "number": 7}\n```\n');
    case 'structured_violated':
      return say('```json\n{"colour": "green", "number": "seven"}\n```\n');
    case 'leaves_child':
      return seen.afterTool ? say('pong') : runs('setsid sleep 600 > /dev/null 2>&1 < /dev/null & sleep 0.5');
    case 'denied':
      return seen.afterTool ? say('I could not.') : runs('echo hello');
    case 'hang':
      return 'hang';
    case 'hang_midway':
      return { parts: [{ text: 'this is only the begin' }], end: 'hang' };
    case 'crash':
      return { parts: [{ text: 'this is cut in the mid' }], end: 'cut' };
    case 'auth':
      return { status: 401, message: 'Request had invalid authentication credentials.' };
    case 'rate_limit':
      return {
        status: 429,
        message: 'You exceeded your current quota, please check your plan and billing details.',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3600s' }],
      };
    case 'brief_rate_limit':
      return {
        status: 429,
        message: 'You exceeded your current quota, please check your plan and billing details.',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '20s' }],
      };
    case 'overloaded':
      return { status: 503, message: 'The model is overloaded. Please try again later.' };
    case 'billing':
      return { status: 403, message: 'This API method requires billing to be enabled.' };
    case 'context_too_long':
      return {
        status: 400,
        message: 'The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).',
      };
    case 'refused':
      return { parts: [], end: 'SAFETY' };
    case 'max_turns':
      return runs(`echo ${seen.number}`);
    case 'max_tokens':
      return { parts: [{ text: 'and then I will' }], end: 'MAX_TOKENS' };
    case 'max_tokens_silent':
      return { parts: [], end: 'MAX_TOKENS' };
    case 'silent_after_tool':
      return seen.afterTool ? { parts: [], end: 'STOP' } : runs('echo hello');
    case 'repeats_itself':
      return runs('echo again');
    default:
      return scenario satisfies never;
  }
}

function say(text: string): Reply {
  return { parts: [{ text }], end: 'STOP' };
}

function runs(command: string): Reply {
  return calls('run_shell_command', { command, description: 'as told' });
}

function writes(file_path: string, content: string): Reply {
  return calls('write_file', { file_path, content });
}

function calls(name: string, args: object): Reply {
  return { parts: [{ functionCall: { id: `${name}-1`, name, args } }], end: 'STOP' };
}

function folderIn(body: string): string {
  return /Working folder: ([^"\\]+)/.exec(body)?.[1] ?? '';
}

function refuse(response: http.ServerResponse, { status, message, details }: Refusal): void {
  sendJson(response, status, { error: { code: status, message, status: statusNames[status] ?? 'UNKNOWN', details } });
}

const statusNames: Partial<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

function stream(response: http.ServerResponse, { parts, end }: Reply): void {
  const send = (content: readonly object[], finishReason?: string) => {
    const usageMetadata = {
      promptTokenCount: 100,
      candidatesTokenCount: 20,
      thoughtsTokenCount: 5,
      totalTokenCount: 125,
    };
    const candidates = [
      { index: 0, content: { role: 'model', parts: content }, ...(finishReason && { finishReason }) },
    ];
    response.write(`data: ${JSON.stringify({ candidates, usageMetadata, modelVersion: 'scripted' })}\r\n\r\n`);
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (end === 'hang' || end === 'cut') {
    send(parts);
    if (end === 'cut') setTimeout(() => response.destroy(), 50);
    return;
  }
  send(parts, end);
  response.end();
}

function sendJson(response: http.ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
