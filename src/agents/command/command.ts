import type { Spawner } from '../../process/command.ts';
import type { Backend } from '../port.ts';
import { runProgram } from '../program.ts';
import { readText } from './read-text.ts';

export interface CommandOptions {
  readonly spawner: Spawner;
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** Any program: it reads the prompt, and what it prints is the answer. Its exit code is its word: 0 says that it is done. */
export function createCommand({ spawner, command: [file, ...args] }: CommandOptions): Backend {
  const run = runProgram(
    {
      start: ({ prompt }) => ({ file, args, env: {}, stdin: prompt }),
      reader: () => readText(),
    },
    spawner,
  );
  return { name: 'command', run };
}
