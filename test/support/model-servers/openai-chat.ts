import type http from 'node:http';
import type { Scenario } from '../../conformance/harness.ts';
import { openScriptedServer, type ScriptedServer, type TurnFor } from './scripted-server.ts';

/** A model that speaks OpenAI's Chat Completions protocol and does what the scenario says, request after request. */
export function openChatServer(scenario: Scenario): Promise<ScriptedServer> {
  const isTurn = (body: string): boolean => body.includes('"tools":') || scenario === 'context_too_long';
  return openServer(isTurn, (body) => play(scenario, body));
}

/** The same protocol, for a model that has one turn after the other to take. */
export function openChatModel(turnFor: TurnFor): Promise<ScriptedServer> {
  const spoken = (body: string): Said => {
    const turn = turnFor({ body, taken: body.split('"role":"tool"').length - 1 });
    if ('answer' in turn) return say(`\`\`\`json\n${JSON.stringify(turn.answer)}\n\`\`\`\n`);
    if ('use' in turn) return use(`orchestral_${turn.use}`, turn.input);
    return 'say' in turn ? say(turn.say) : use('write', { filePath: turn.write, content: turn.content });
  };
  return openServer((body) => body.includes('"tools":'), spoken);
}

function openServer(isTurn: (body: string) => boolean, spoken: (body: string) => Said): Promise<ScriptedServer> {
  return openScriptedServer({
    root: '/v1',
    isTurn: ({ method, body }) => method === 'POST' && isTurn(body),
    takeTurn: (response, { body, number }) => {
      const said = spoken(body);
      if ('status' in said) refuse(response, said);
      else reply(response, { ...said, number });
    },
    // A title, or a summary of what became too long.
    answerAside: (response, { method }) => {
      if (method === 'POST') reply(response, { ...say('A title'), number: 0 });
      else response.writeHead(404).end();
    },
  });
}

type Said = Refusal | Reply;

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

interface Reply {
  readonly words?: string;
  readonly tool?: { readonly name: string; readonly arguments: string };
  readonly stop: 'stop' | 'tool_calls' | 'content_filter';
  readonly tokens?: { readonly prompt_tokens: number; readonly completion_tokens: number };
  readonly hangs?: 'at_once' | 'midway';
}

function play(scenario: Scenario, body: string): Said {
  const isToolDone = body.includes('"role":"tool"');
  const folder = /Working folder: ([^"\\]+)/.exec(body)?.[1] ?? '';
  switch (scenario) {
    case 'answer':
    case 'structured_ignored':
      return say('pong');
    case 'edit':
      return isToolDone ? say('written') : use('write', { filePath: `${folder}/hello.txt`, content: 'hello\n' });
    case 'structured':
      return say('Here it is:\n```json\n{"colour": "blue", "number": 7}\n```\n');
    case 'structured_violated':
      return say('Here it is:\n```json\n{"colour": "green"}\n```\n');
    case 'leaves_child':
      return isToolDone ? say('pong') : runs('setsid sleep 600 > /dev/null 2>&1 < /dev/null & sleep 0.5');
    case 'hang':
      return { ...say(''), hangs: 'at_once' };
    case 'hang_midway':
      return { ...say('this is only the begin'), hangs: 'midway' };
    case 'crash':
      return { status: 400, code: 'invalid_request_error', message: 'messages: at least one is required' };
    case 'auth':
      return { status: 401, code: 'invalid_api_key', message: 'Incorrect API key provided' };
    case 'rate_limit':
      return { status: 429, code: 'rate_limit_exceeded', message: 'Rate limit reached. Please try again in 1s.' };
    case 'overloaded':
      return { status: 503, code: 'overloaded', message: 'Service unavailable' };
    case 'billing':
      return { status: 402, code: 'payment_required', message: 'Insufficient credits' };
    case 'context_too_long':
      return { status: 400, code: 'context_length_exceeded', message: 'Your input exceeds the context window' };
    case 'refused':
      return { words: 'I', stop: 'content_filter' };
    case 'max_turns':
      return runs('true');
    case 'budget':
      return { ...runs('true'), tokens: { prompt_tokens: 100_000, completion_tokens: 10_000 } };
    case 'denied':
      return isToolDone ? say('written') : use('write', { filePath: `${folder}/../outside.txt`, content: 'x' });
    default:
      return scenario satisfies never;
  }
}

function say(words: string): Reply {
  return { words, stop: 'stop' };
}

function runs(command: string): Reply {
  return use('bash', { command, description: 'as told' });
}

function use(name: string, input: object): Reply {
  return { tool: { name, arguments: JSON.stringify(input) }, stop: 'tool_calls' };
}

function refuse(response: http.ServerResponse, { status, code, message }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '1' }) });
  response.end(JSON.stringify({ error: { message, type: code, code, param: null } }));
}

function reply(response: http.ServerResponse, said: Reply & { readonly number: number }): void {
  const { words, tool, stop, hangs, number, tokens = { prompt_tokens: 100, completion_tokens: 20 } } = said;
  if (hangs === 'at_once') return;
  const send = (delta: object, more: object = { finish_reason: null }): void => {
    const chunk = { id: `chat_${number}`, object: 'chat.completion.chunk', created: 0, model: 'scripted' };
    response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, ...more }] })}\n\n`);
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send({ role: 'assistant', content: words ?? '' });
  if (hangs === 'midway') return;
  if (tool !== undefined) send({ tool_calls: [{ index: 0, id: `call_${number}`, type: 'function', function: tool }] });
  send({}, { finish_reason: stop });
  const total_tokens = tokens.prompt_tokens + tokens.completion_tokens;
  response.write(
    `data: ${JSON.stringify({ id: `chat_${number}`, choices: [], usage: { ...tokens, total_tokens } })}\n\n`,
  );
  response.end('data: [DONE]\n\n');
}
