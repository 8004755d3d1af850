import type { Context } from './context.ts';

/** Without a terminal nothing ever asks. */
export function canAsk({ io }: Context): boolean {
  return io.stdin.isTTY && io.stderr.isTTY;
}

/** A question that only a clear yes answers with yes. */
export async function ask(question: string, { io, words }: Context): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: io.stdin });
  try {
    io.stderr.write(words.ask.prompt(question));
    const answer = await terminal.question('', { signal: io.signal });
    return words.ask.yes.includes(answer.trim().toLowerCase());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}
