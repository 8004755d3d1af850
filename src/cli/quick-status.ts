import fs from 'node:fs';
import { glanceAt } from '../engine/door/glance.ts';
import { chooseLanguage, loadGlanceWords } from '../i18n/language.ts';
import { columnsOf } from './io.ts';
import { statusLines } from './report/status.ts';
import { coloursFor } from './terminal/colours.ts';
import { jsonText } from './terminal/visible.ts';

const FLAGS = new Set(['--json', '--no-color']);

/**
 * `orchestral status`, as it is mostly asked: scripts and prompts of shells ask again and again, and need not wait for the
 * rest of the program. False where it takes more than that; nothing was said then.
 */
export async function main([command, ...flags]: readonly string[]): Promise<boolean> {
  if (command !== 'status' || !flags.every((flag) => FLAGS.has(flag))) return false;
  const { env } = process;
  const status = glanceAt(process.cwd(), env);
  if (status === undefined) return false;
  if (flags.includes('--json')) return say(jsonText(status));
  const words = await loadGlanceWords(chooseLanguage({ env }));
  // A third of the time of all this goes into making a stream of stdout: only a terminal is worth it.
  const stdout = isTerminal() ? process.stdout : { isTTY: false, columns: undefined };
  const colours = coloursFor({ color: !flags.includes('--no-color'), env, output: stdout });
  return say(statusLines(status, { words, colours, columns: columnsOf({ stdout, env }) }).join('\n'));
}

/** False where it cannot be written: the program says why. That nobody wants to read it is no reason to say it again. */
function say(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const left = isTerminal() ? `${text}\n` : writeAtOnce(Buffer.from(`${text}\n`));
    if (left.length === 0) return resolve(true);
    process.stdout.on('error', (error) => resolve('code' in error && error.code === 'EPIPE'));
    process.stdout.write(left, (error) => error ?? resolve(true));
  });
}

/** Gives what is left: a pipe may be full. */
function writeAtOnce(bytes: Buffer): Buffer {
  try {
    return bytes.subarray(fs.writeSync(1, bytes));
  } catch {
    return bytes;
  }
}

/** Or something else that is asked as one is. */
function isTerminal(): boolean {
  return fs.fstatSync(1).isCharacterDevice();
}
