import type http from 'node:http';
import type { Scenario } from '../../conformance/harness.ts';
import { openScriptedServer, type ScriptedServer, type TurnFor } from './scripted-server.ts';

/** A model that speaks OpenAI's Responses protocol (server-sent events) and does what the scenario says, request after request. */
export function openResponsesServer(scenario: Scenario): Promise<ScriptedServer> {
  return openServer((body) => play(scenario, toolOutputs(body) > 0));
}

/** The same protocol, for a model that has one turn after the other to take. */
export function openResponsesModel(turnFor: TurnFor): Promise<ScriptedServer> {
  return openServer((body) => {
    const turn = turnFor({ body, taken: toolOutputs(body) });
    if ('answer' in turn) return say(JSON.stringify(turn.answer));
    if ('say' in turn) return say(turn.say);
    if ('use' in turn) return uses(turn.use, { namespace: 'mcp__orchestral', input: turn.input });
    const added = turn.content.replace(/\n$/, '').replaceAll(/^/gm, '+');
    return {
      items: [{ patch: `*** Begin Patch\n*** Add File: ${turn.write}\n${added}\n*** End Patch\n` }],
      end: 'completed',
    };
  });
}

function toolOutputs(body: string): number {
  return body.match(/"type":\s*"(function|custom_tool)_call_output"/g)?.length ?? 0;
}

function openServer(spoken: (body: string) => Said): Promise<ScriptedServer> {
  return openScriptedServer({
    root: '/v1',
    isTurn: ({ method }) => method === 'POST',
    takeTurn: (response, { body, number }) => {
      const said = spoken(body);
      if ('status' in said) refuse(response, said);
      else stream(response, said, number);
    },
    answerAside: (response) => refuse(response, { status: 404, code: 'not_found', message: 'no such route' }),
  });
}

type Said = Refusal | Reply;

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

interface Reply {
  readonly items: readonly Item[];
  readonly end: 'completed' | 'hang' | 'hang_at_once' | Failed | Incomplete;
}

type Item =
  | { readonly text: string }
  | { readonly shell: string }
  | { readonly patch: string }
  | { readonly mcpTool: string; readonly namespace: string; readonly input: object };
type Failed = { readonly failed: { readonly code: string; readonly message: string } };
type Incomplete = { readonly incomplete: string };

function play(scenario: Scenario, hasToolOutput: boolean): Said {
  switch (scenario) {
    case 'answer':
    case 'structured_ignored':
      return say('pong');
    case 'edit':
      return hasToolOutput ? say('written') : { items: [{ patch: addHello }], end: 'completed' };
    case 'structured':
      return say('{"colour":"blue","number":7}');
    case 'structured_violated':
      return say('{"colour":"green","number":"seven"}');
    case 'leaves_child':
      return hasToolOutput ? say('pong') : runs('setsid sleep 600 > /dev/null 2>&1 < /dev/null & sleep 0.5');
    case 'hang':
      return { items: [], end: 'hang_at_once' };
    case 'hang_midway':
      return { items: [{ text: 'this is only the begin' }], end: 'hang' };
    case 'crash':
      return { status: 400, code: 'invalid_request_error', message: 'The request is not understood' };
    case 'auth':
      return { status: 401, code: 'invalid_api_key', message: 'Incorrect API key provided' };
    case 'rate_limit': {
      const resets_at = Math.floor(Date.now() / 1000) + 3 * 24 * 60 * 60;
      return {
        status: 429,
        code: 'usage_limit_reached',
        message: 'The usage limit has been reached',
        details: { plan_type: 'pro', resets_at },
      };
    }
    case 'overloaded':
      return { status: 503, code: 'overloaded', message: 'Service unavailable' };
    case 'billing':
      return fails('insufficient_quota', 'You exceeded your current quota');
    case 'context_too_long':
      return fails('context_length_exceeded', 'Your input exceeds the context window of this model');
    case 'refused':
      return { items: [{ text: 'I' }], end: { incomplete: 'content_filter' } };
    case 'max_turns':
      return runs('true');
    case 'denied':
      return hasToolOutput ? say('done') : uses('echo', { namespace: 'mcp__scripted', input: {} });
    case 'budget':
      throw new Error(`no such scenario here: ${scenario}`);
    default:
      return scenario satisfies never;
  }
}

const addHello = '*** Begin Patch\n*** Add File: hello.txt\n+hello\n*** End Patch\n';

function say(text: string): Reply {
  return { items: [{ text }], end: 'completed' };
}

function runs(shell: string): Reply {
  return { items: [{ shell }], end: 'completed' };
}

function uses(mcpTool: string, how: { readonly namespace: string; readonly input: object }): Reply {
  return { items: [{ mcpTool, ...how }], end: 'completed' };
}

function fails(code: string, message: string): Reply {
  return { items: [], end: { failed: { code, message } } };
}

function refuse(response: http.ServerResponse, { status, code, message, details }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: code, code, param: null, ...details } }));
}

/** One reply as events; `number` keeps the ids of several replies apart. */
function stream(response: http.ServerResponse, { items, end }: Reply, number: number): void {
  if (end === 'hang_at_once') return;
  let sequence_number = 0;
  const send = (type: string, data: object) =>
    response.write(
      `event: ${type}\ndata: ${JSON.stringify({ type, ...data, sequence_number: sequence_number++ })}\n\n`,
    );
  const reply = { id: `resp_${number}`, object: 'response', created_at: 0, model: 'scripted', error: null };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send('response.created', { response: { ...reply, status: 'in_progress', output: [], usage: null } });
  const output = items.map((item, index) => itemOf(item, `${number}_${index}`));
  for (const [output_index, item] of output.entries()) {
    send('response.output_item.added', { output_index, item: { ...item, status: 'in_progress' } });
    if (item.type === 'message') {
      const place = { item_id: item.id, output_index, content_index: 0 };
      send('response.output_text.delta', { ...place, delta: item.content[0].text });
    }
    if (end === 'hang') return;
    send('response.output_item.done', { output_index, item });
  }
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 10 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 5 },
    total_tokens: 120,
  };
  if (typeof end === 'string') {
    send('response.completed', { response: { ...reply, status: 'completed', output, usage } });
  } else if ('failed' in end) {
    send('response.failed', { response: { ...reply, status: 'failed', output, error: end.failed, usage: null } });
  } else {
    const incomplete_details = { reason: end.incomplete };
    send('response.incomplete', { response: { ...reply, status: 'incomplete', incomplete_details, output, usage } });
  }
  response.end();
}

function itemOf(item: Item, id: string) {
  if ('text' in item) {
    const content = [{ type: 'output_text', text: item.text, annotations: [] }] as const;
    return { id: `msg_${id}`, type: 'message', role: 'assistant', status: 'completed', content } as const;
  }
  if ('patch' in item) {
    const call = { call_id: `call_${id}`, name: 'apply_patch', input: item.patch };
    return { id: `ctc_${id}`, type: 'custom_tool_call', status: 'completed', ...call } as const;
  }
  const call =
    'shell' in item
      ? { name: 'exec_command', arguments: JSON.stringify({ cmd: item.shell }) }
      : { name: item.mcpTool, namespace: item.namespace, arguments: JSON.stringify(item.input) };
  return { id: `fc_${id}`, type: 'function_call', status: 'completed', call_id: `call_${id}`, ...call } as const;
}
