import type { IncomingMessage } from 'node:http';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';

const LONGEST_BODY = 1024 * 1024;

/** The JSON of a request; undefined where there is none. */
export async function readBody(request: IncomingMessage): Promise<Result<unknown, Failure>> {
  const chunks: Buffer[] = [];
  let size = 0;
  const coming: AsyncIterable<Buffer> = request;
  for await (const chunk of coming) {
    size += chunk.length;
    if (size > LONGEST_BODY) return fail('http.too_large', { limit: LONGEST_BODY });
    chunks.push(chunk);
  }
  if (size === 0) return ok(undefined);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    return ok(JSON.parse(text));
  } catch {
    return fail('http.invalid', { part: 'body' });
  }
}
