import path from 'node:path';
import { Writable } from 'node:stream';
import { throwFailure } from '../../base/failure.ts';
import type { Run } from '../context.ts';
import { readDuration } from '../duration.ts';
import { projectOf } from '../project.ts';

/** Many clients give up after 60 s. */
const WITHIN_MS = 50_000;

/** Serves an MCP client on stdin and stdout, until it leaves. */
export const run: Run = async (context, { options }) => {
  const { io, words, language, flags } = context;
  // Files that a repository brings name this command for clients: they must not be able to agree to anything.
  for (const flag of ['trust', 'yes'] as const)
    if (flags[flag]) throwFailure('mcp.flag_refused', { flag: `--${flag}` });
  const { agent, model } = flags;
  const project = projectOf(context, { confirmTrust: undefined, onNotice: () => undefined });
  const withinMs = options['within'] === undefined ? WITHIN_MS : readDuration('--within', options['within']);
  const { serve } = await import('../../mcp/serve.ts');
  await context.finishing(
    serve({
      project,
      env: io.env,
      version: io.version,
      words,
      language,
      program: [process.execPath, path.resolve(process.argv[1] ?? '')],
      agent,
      model,
      withinMs,
      input: process.stdin,
      output: takeStdout(),
      signal: io.signal,
    }),
  );
};

/** Only the protocol is written there from now on: what anything else prints goes to stderr. */
function takeStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  const taken = new Writable({
    decodeStrings: false,
    write: (text: string, _, done) => void (write(text) ? done() : stdout.once('drain', () => done())),
  });
  stdout.on('error', (error) => taken.destroy(error));
  stdout.write = stderr.write.bind(stderr);
  return taken;
}
