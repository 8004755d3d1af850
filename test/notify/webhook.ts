import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Webhook {
  readonly url: string;
  /** The bodies that came, as they are. */
  readonly bodies: string[];
}

/** A real webhook on this machine. Answers with these statuses in turn, the last one again and again; `hang`: never. */
export async function webhook(...answers: (number | 'hang' | 'reset')[]): Promise<Webhook> {
  const bodies: string[] = [];
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      const answer = answers[Math.min(bodies.length, answers.length - 1)];
      bodies.push(body);
      if (answer === 'reset') request.socket.destroy();
      else if (answer !== 'hang') response.writeHead(answer ?? 200, { location: '/elsewhere' }).end('ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/services/T000/B000/sesame-open`, bodies };
}
