import { main } from '../../src/cli/main.ts';
import type { Keyboard } from '../../src/cli/terminal/keyboard.ts';

/** Where nobody types. */
export const noKeyboard: Keyboard = { mute: () => () => undefined, ask: (question) => question() };

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program without a terminal, in this process: as the command line has it, but for the start of a process. */
export async function runInProcess(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Ran> {
  const printed = { stdout: '', stderr: '' };
  let code = -1;
  const output = (name: keyof typeof printed) => ({
    isTTY: false,
    columns: undefined,
    write: (text: string) => void (printed[name] += text),
  });
  await main(args, {
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: process.stdin,
    keyboard: noKeyboard,
    env,
    cwd,
    version: '0.0.0-test',
    signal: new AbortController().signal,
    onLost: () => undefined,
    onForcedEnd: () => undefined,
    end: (exitCode) => {
      code = exitCode;
    },
  });
  return { code, ...printed };
}
