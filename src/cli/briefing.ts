import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { LONGEST_BRIEFING, readBriefing } from '../engine/door/briefing.ts';
import type { Context } from './context.ts';

/** What is to be done: a file that is there, what is piped in, else the words themselves. Empty when nothing was said. */
export async function briefingFrom(args: readonly string[], { cwd, io }: Context): Promise<Result<string, Failure>> {
  const said = args.join(' ');
  if (said === '-' || (said.trim() === '' && isPiped())) return readAll(io.stdin);
  const [only] = args;
  if (args.length !== 1 || only === undefined) return ok(said);
  const file = path.resolve(cwd, only);
  if (isFile(file)) return readBriefing(file);
  return looksLikeFile(only) ? fail('file.missing', {}, { path: file }) : ok(only);
}

async function readAll(stdin: NodeJS.ReadStream): Promise<Result<string, Failure>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const coming: AsyncIterable<Uint8Array> = stdin;
  for await (const bytes of coming) {
    size += bytes.length;
    if (size > LONGEST_BRIEFING) return fail('briefing.too_large', { size, limit: LONGEST_BRIEFING });
    chunks.push(bytes);
  }
  return ok(new TextDecoder().decode(Buffer.concat(chunks)));
}

/** Somebody put something there to be read; neither a terminal nor /dev/null is that. */
function isPiped(): boolean {
  try {
    const stdin = fs.fstatSync(0);
    return stdin.isFIFO() || stdin.isFile() || stdin.isSocket();
  } catch {
    return false;
  }
}

function isFile(file: string): boolean {
  try {
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** One word that names a text file is no briefing: its name was mistyped. */
function looksLikeFile(word: string): boolean {
  return /^\S+\.(?:md|markdown|txt)$/i.test(word);
}
