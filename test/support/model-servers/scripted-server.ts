import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ScriptedServer {
  readonly baseUrl: string;
  /** Of the agent's own turns: what it asks besides, such as a title for the conversation, does not count. */
  requests(): number;
  lastRequest(): string;
  close(): Promise<void>;
}

/** What a model does next, whoever's protocol it speaks. */
export type Turn =
  /** Makes a file, by the program's own tool. */
  | { readonly write: string; readonly content: string }
  /** Uses a tool of the MCP server `orchestral`. */
  | { readonly use: string; readonly input: object }
  /** In the shape that was asked for. */
  | { readonly answer: object }
  | { readonly say: string };

/** `taken`: how many turns of this conversation ended in a tool that was used. */
export type TurnFor = (asked: { readonly body: string; readonly taken: number }) => Turn;

export interface Request {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

export interface Script {
  /** Where the routes begin; at the root unless told. */
  readonly root?: string;
  isTurn(request: Request): boolean;
  /** `number` counts the turns, from 1. */
  takeTurn(response: http.ServerResponse, turn: { readonly body: string; readonly number: number }): void;
  /** Whatever else is asked; there is no such route unless told. */
  answerAside?(response: http.ServerResponse, request: Request): void;
}

/** A model's server on a free port of this machine that does what the script says, request after request. */
export async function openScriptedServer({
  root = '',
  isTurn,
  takeTurn,
  answerAside,
}: Script): Promise<ScriptedServer> {
  const turns: string[] = [];
  const answer = (response: http.ServerResponse, request: Request): void => {
    if (isTurn(request)) takeTurn(response, { body: request.body, number: turns.push(request.body) });
    else if (answerAside !== undefined) answerAside(response, request);
    else response.writeHead(404).end();
  };
  const server = http.createServer((request, response) => {
    // Answers that a call ended by a limit no longer waits for are nobody's failure.
    response.on('error', () => undefined);
    const { method = '', url = '' } = request;
    text(request).then(
      (body) => answer(response, { method, url, body }),
      () => undefined,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${root}`,
    requests: () => turns.length,
    lastRequest: () => turns.at(-1) ?? '',
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
