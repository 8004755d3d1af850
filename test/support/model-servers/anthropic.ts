import type http from 'node:http';
import type { Scenario } from '../../conformance/harness.ts';
import { openScriptedServer, type Request, type ScriptedServer, type TurnFor } from './scripted-server.ts';

/** A model that speaks Anthropic's Messages protocol and does what the scenario says, request after request. */
export function openMessagesServer(scenario: Scenario): Promise<ScriptedServer> {
  return openServer((asked, body) => play(scenario, asked, body));
}

/** The same protocol, for a model that has one turn after the other to take. */
export function openMessagesModel(turnFor: TurnFor): Promise<ScriptedServer> {
  return openServer((_asked, body) => {
    const turn = turnFor({ body, taken: body.split('"type":"tool_result"').length - 1 });
    const folder = /working directory: ([^"\\]+)/i.exec(body)?.[1] ?? '';
    if ('answer' in turn) return use('StructuredOutput', turn.answer);
    if ('say' in turn) return say(turn.say);
    if ('use' in turn) return use(`mcp__orchestral__${turn.use}`, turn.input);
    return use('Write', { file_path: `${folder}/${turn.write}`, content: turn.content });
  });
}

export interface ToolCall {
  /** As the program calls it. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ToolUse extends ToolCall {
  /** What the program told the model about it; null while it is not told yet. */
  readonly result: string | null;
}

/** Looks at what its tools answered so far, and uses some more, all in one turn, or says its last word. */
export type ActOn = (uses: readonly ToolUse[], asked: AskedTurn) => readonly ToolCall[] | string;

interface AskedTurn {
  /** All that people and programs said to it, tools apart. */
  readonly said: string;
  /** What it was told to be. */
  readonly system: string;
}

/** The same protocol, for a model that acts on what it is told. */
export function openMessagesDriver(actOn: ActOn): Promise<ScriptedServer> {
  return openServer((_asked, body) => {
    const act = actOn(toolUsesIn(body), askedIn(body));
    if (typeof act === 'string') return say(act);
    return { blocks: act.map((call) => ({ type: 'tool_use', id: '', ...call })), stop: 'tool_use' };
  });
}

/** Every use of a tool that a request tells the model of, in order. */
export function toolUsesIn(body: string): ToolUse[] {
  const { messages = [] } = JSON.parse(body) as Asked;
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const results = new Map(
    blocks.flatMap((block) => (block.type === 'tool_result' ? [[block.tool_use_id, block]] : [])),
  );
  return blocks.flatMap((block) => {
    if (block.type !== 'tool_use') return [];
    const { id, name, input } = block;
    return [{ name, input, result: textOf(results.get(id)?.content) }];
  });
}

function askedIn(body: string): AskedTurn {
  const { messages = [], system = '' } = JSON.parse(body) as Asked;
  const blocks = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [content] : content.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
  );
  return {
    said: blocks.join('\n'),
    system: typeof system === 'string' ? system : system.map(({ text }) => text).join('\n'),
  };
}

function textOf(content: ToolResult['content'] | undefined): string | null {
  if (content === undefined) return null;
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
}

function openServer(said: (asked: Asked, body: string) => Said): Promise<ScriptedServer> {
  return openScriptedServer({
    isTurn: (request) => isAsked(request) && !isAside(request),
    takeTurn: (response, { body, number }) => {
      const asked = JSON.parse(body) as Asked;
      const spoken = said(asked, body);
      if ('status' in spoken) refuse(response, spoken);
      else reply(response, { ...spoken, asked, number });
    },
    answerAside: (response, request) => {
      if (!isAsked(request)) return void response.writeHead(404).end();
      reply(response, {
        ...say('{"title":"A title"}'),
        usage: free,
        asked: JSON.parse(request.body) as Asked,
        number: 0,
      });
    },
  });
}

function isAsked({ method, url }: Request): boolean {
  return method === 'POST' && url.startsWith('/v1/messages');
}

/**
 * A name for the session, and what the user might type next: asked beside a turn, on the same model. Whether an answer
 * is in the total that the turn ends with is a race, so it costs nothing.
 */
function isAside({ body }: Request): boolean {
  return body.includes('You are naming a coding session') || body.includes('[SUGGESTION MODE:');
}

const free = { input_tokens: 0, output_tokens: 0 };

interface Asked {
  readonly model: string;
  readonly stream?: boolean;
  readonly tools?: readonly { readonly name: string }[];
  readonly system?: string | readonly { readonly text: string }[];
  readonly messages?: readonly { readonly content: string | readonly AskedBlock[] }[];
}

type AskedBlock =
  | { readonly type: 'text'; readonly text: string }
  | ToolResult
  | (ToolCall & { readonly type: 'tool_use'; readonly id: string });

interface ToolResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string | readonly { readonly text?: string }[];
}

type Said = Refusal | Reply;

interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Reply {
  readonly blocks: readonly Block[];
  readonly stop: 'end_turn' | 'tool_use' | 'refusal';
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
  readonly hangs?: 'at_once' | 'midway';
}

type Block = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown };

function play(scenario: Scenario, { tools = [] }: Asked, body: string): Said {
  const isToolDone = body.includes('"type":"tool_result"');
  const folder = /Working folder: ([^"\\]+)/.exec(body)?.[1] ?? '';
  const takesAnswers = tools.some(({ name }) => name === 'StructuredOutput');
  switch (scenario) {
    case 'answer':
    case 'structured_ignored':
      return say('pong');
    case 'edit':
      return isToolDone ? say('written') : use('Write', { file_path: `${folder}/hello.txt`, content: 'hello\n' });
    case 'structured':
      return takesAnswers
        ? use('StructuredOutput', { colour: 'blue', number: 7 })
        : say(fenced({ colour: 'blue', number: 7 }));
    case 'structured_violated':
      return takesAnswers ? use('StructuredOutput', { colour: 'green' }) : say(fenced({ colour: 'green' }));
    case 'leaves_child':
      return isToolDone ? say('pong') : use('Bash', { command: leaveBehind, description: 'leave a process behind' });
    case 'hang':
      return { ...say(''), hangs: 'at_once' };
    case 'hang_midway':
      return { ...say('this is only the beginning of what I'), hangs: 'midway' };
    case 'crash':
      return { status: 400, type: 'invalid_request_error', message: 'messages: at least one is required' };
    case 'auth':
      return { status: 401, type: 'authentication_error', message: 'invalid x-api-key' };
    case 'rate_limit':
      return { status: 429, type: 'rate_limit_error', message: 'You are over your limit.', headers: usageLimit() };
    case 'overloaded':
      return { status: 529, type: 'overloaded_error', message: 'Overloaded' };
    case 'billing':
      return { status: 400, type: 'invalid_request_error', message: 'Your credit balance is too low to go on.' };
    case 'context_too_long':
      return {
        status: 400,
        type: 'invalid_request_error',
        message: 'prompt is too long: 250000 tokens > 200000 maximum',
      };
    case 'refused':
      return { blocks: [{ type: 'text', text: '' }], stop: 'refusal' };
    case 'max_turns':
      return use('Bash', { command: 'true', description: 'go round in circles' });
    case 'budget':
      return { ...use('Bash', { command: 'true', description: 'burn money' }), usage: costly };
    case 'denied':
      return isToolDone ? say('written') : use('Write', { file_path: `${folder}/../outside.txt`, content: 'x' });
    default:
      return scenario satisfies never;
  }
}

const leaveBehind = 'setsid sleep 600 > /dev/null 2>&1 < /dev/null & sleep 0.3';
const costly = { input_tokens: 100_000, output_tokens: 10_000 };

function say(words: string): Reply {
  return { blocks: [{ type: 'text', text: words }], stop: 'end_turn' };
}

function fenced(answer: object): string {
  return `Here it is:\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\`\n`;
}

function use(name: string, input: unknown): Reply {
  return { blocks: [{ type: 'tool_use', id: '', name, input }], stop: 'tool_use' };
}

/** As a subscription is told. */
function usageLimit(): Record<string, string> {
  return {
    'anthropic-ratelimit-unified-status': 'rejected',
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    'anthropic-ratelimit-unified-reset': String(Math.floor(Date.now() / 1000) + 7200),
  };
}

function refuse(response: http.ServerResponse, { status, type, message, headers }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1', ...headers });
  response.end(JSON.stringify({ type: 'error', error: { type, message }, request_id: 'req_0' }));
}

function reply(response: http.ServerResponse, said: Reply & { readonly asked: Asked; readonly number: number }): void {
  const { blocks: wanted, stop, hangs, asked, number, usage = { input_tokens: 100, output_tokens: 20 } } = said;
  if (hangs === 'at_once') return;
  const content = wanted.map((block, index) =>
    block.type === 'tool_use' ? { ...block, id: `toolu_${number}_${index}` } : block,
  );
  const message = { id: `msg_${number}`, type: 'message', role: 'assistant', model: asked.model, stop_sequence: null };
  if (asked.stream !== true) {
    if (hangs !== undefined) return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...message, content, stop_reason: stop, usage }));
    return;
  }
  const send = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send('message_start', {
    message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
  });
  for (const [index, block] of content.entries()) {
    send('content_block_start', { index, content_block: emptied(block) });
    send('content_block_delta', { index, delta: deltaOf(block) });
    if (hangs !== undefined) return;
    send('content_block_stop', { index });
  }
  send('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage });
  send('message_stop', {});
  response.end();
}

function emptied(block: Block): Block {
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
}

function deltaOf(block: Block): object {
  return block.type === 'text'
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
}
