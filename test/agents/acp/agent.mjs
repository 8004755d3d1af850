// An agent that does as its first argument says, by hand: nothing of the client's own code judges the client.
import fs from 'node:fs';
import readline from 'node:readline';

const [scenario, note] = process.argv.slice(2);
const waiting = new Map();
let nextId = 0;

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function ask(method, params) {
  return new Promise((resolve) => {
    waiting.set(nextId, resolve);
    send({ id: nextId++, method, params: { sessionId: 's', ...params } });
  });
}

function say(text) {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
  send({ method: 'session/update', params: { sessionId: 's', update } });
}

async function turn(cwd) {
  switch (scenario) {
    case 'files': {
      const inside = await ask('fs/write_text_file', { path: `${cwd}/a.txt`, content: 'hello\n' });
      const back = await ask('fs/read_text_file', { path: `${cwd}/a.txt` });
      const outside = await ask('fs/write_text_file', { path: `${cwd}/../b.txt`, content: 'no' });
      const secret = await ask('fs/read_text_file', { path: '/etc/passwd' });
      const terminal = await ask('terminal/create', { command: 'id' });
      say(
        JSON.stringify({ inside, back, outside, secret, terminal }, (key, value) =>
          key === 'jsonrpc' ? undefined : value,
        ),
      );
      return { stopReason: 'end_turn' };
    }
    case 'tells':
      for (const piece of ['my key is sk-a', 'nt-for-', 'nothing, as', ' you see, s']) say(piece);
      return { stopReason: 'end_turn' };
    case 'waits':
      say('working');
      return new Promise(() => {});
    case 'dies':
      console.error('it is broken');
      return process.exit(7);
    case 'deaf':
      say('still here');
      process.on('SIGTERM', () => fs.appendFileSync(note, 'ended\n'));
      setInterval(() => {}, 1000);
      return { stopReason: 'end_turn' };
    default:
      throw new Error(`no such scenario: ${scenario}`);
  }
}

let cwd = '';
readline.createInterface({ input: process.stdin }).on('line', (line) => void hear(line));

async function hear(line) {
  const message = JSON.parse(line);
  if (message.method === undefined) return waiting.get(message.id)?.(message.result ?? { refused: message.error.code });
  if (message.method === 'session/cancel') return fs.appendFileSync(note, 'cancelled\n');
  if (message.method === 'initialize') return send({ id: message.id, result: { protocolVersion: 1 } });
  if (message.method === 'session/new') {
    cwd = message.params.cwd;
    return send({ id: message.id, result: { sessionId: 's' } });
  }
  send({ id: message.id, result: await turn(cwd) });
}
