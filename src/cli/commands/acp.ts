import path from 'node:path';
import { Readable } from 'node:stream';
import { throwFailure } from '../../base/failure.ts';
import type { Run } from '../context.ts';
import { printNotice } from '../project.ts';

/** Speaks the Agent Client Protocol with the editor that started it: nothing else is on stdout. */
export const run: Run = async (context) => {
  const { io, cwd, language, words, flags } = context;
  const effect = io.env['ORCHESTRAL_EFFECT'];
  if (effect !== undefined) return throwFailure('run.inside_agent', { effect });
  const { serve } = await import('../../acp/serve.ts');
  const { agent, model, trust } = flags;
  const decoder = new TextDecoder();
  const output = new WritableStream<Uint8Array>({
    write: (bytes) => io.stdout.write(decoder.decode(bytes, { stream: true })),
  });
  const input: ReadableStream<Uint8Array> = Readable.toWeb(io.stdin);
  const door = { env: io.env, language, agent, model, trust, onNotice: printNotice.bind(null, context) };
  const program = [process.execPath, path.resolve(process.argv[1] ?? '')] as const;
  await context.finishing(serve({ door, words, version: io.version, program, cwd, input, output, signal: io.signal }));
};
