import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

export interface RestartedOptions {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** In a row: it may come up while it is cut off. */
const MOST_FAILURES = 60;

/** A process that is started again whenever it was killed; ended with the test. */
export class Restarted {
  #child: ChildProcess | undefined;
  #isOver = false;
  /** The end of what it printed, all starts together. */
  said = '';
  /** Its exit code, once it ended well or was ended for good. */
  readonly ended: Promise<number>;

  constructor(options: RestartedOptions) {
    this.ended = this.#run(options);
    onTestFinished(() => this.end());
  }

  async #run({ command: [file = '', ...args], env, cwd }: RestartedOptions): Promise<number> {
    let failures = 0;
    for (;;) {
      const child = spawn(file, args, { env, cwd, stdio: 'pipe' });
      this.#child = child;
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (this.said = `${this.said}${text}`.slice(-8_000)));
      const code = await new Promise<number | null>((resolve) => void child.once('close', resolve));
      if (this.#isOver || code === 0) return code ?? 0;
      failures = code === null ? 0 : failures + 1;
      if (failures > MOST_FAILURES) throw new Error(`${args.join(' ')} ends by itself: ${this.said}`);
      // It was killed, or came up while it was cut off: whoever looks after it starts it again.
      await pause(500);
    }
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  end(): void {
    this.#isOver = true;
    this.kill();
  }
}
