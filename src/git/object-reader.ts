import { throwFailure } from '../base/failure.ts';
import type { RunningProcess } from '../process/command.ts';

export interface ObjectInfo {
  readonly id: string;
  readonly type: string;
  readonly size: number;
}

export interface GitObject extends ObjectInfo {
  readonly content: Buffer;
}

/** Reads objects of one repository by their names, or by revisions like `refs/heads/main^{tree}`. */
export interface ObjectReader {
  /** Null where there is none. */
  inspect(name: string): Promise<ObjectInfo | null>;
  read(name: string): Promise<GitObject | null>;
}

interface Question {
  readonly wants: 'info' | 'contents';
  readonly answer: (answer: Answer) => void;
}

type Answer = GitObject | 'missing' | Ended;

interface Ended {
  readonly endedAs: string;
}

export type StartReader = (onOutput: (chunk: Buffer) => void) => RunningProcess;

/** How long it waits for another question. */
const IDLE_MS = 2000;
/** More than this is not held in memory. */
const LARGEST_CONTENT = 256 * 2 ** 20;

/**
 * One `git cat-file --batch-command` for many questions: starting a process takes longer than most answers. It is started
 * when it is needed, and its input ends with ours.
 */
export class BatchReader implements ObjectReader {
  readonly #start: StartReader;
  #running: RunningProcess | undefined;
  /** In the order in which git answers them. */
  #asked: Question[] = [];
  #held: Buffer[] = [];
  #length = 0;
  /** The object whose content comes next. */
  #header: ObjectInfo | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(start: StartReader) {
    this.#start = start;
  }

  inspect(name: string): Promise<ObjectInfo | null> {
    return this.#ask('info', name);
  }

  async read(name: string): Promise<GitObject | null> {
    const info = await this.inspect(name);
    if (info === null) return null;
    if (info.size > LARGEST_CONTENT) return cannotRead(name, 'too_much_output');
    return this.#ask('contents', info.id);
  }

  /** Nobody asks any more. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const running = this.#running;
    running?.hold(true);
    running?.endInput();
    await running?.ended;
  }

  async #ask(wants: Question['wants'], name: string): Promise<GitObject | null> {
    if (name.includes('\n')) throw new Error(`not the name of an object: ${JSON.stringify(name)}`);
    let answer = await this.#askOnce(wants, name);
    // Somebody ended it, or it was about to end: another is asked.
    if (hasEnded(answer) && answer.endedAs !== 'cancelled') answer = await this.#askOnce(wants, name);
    if (answer === 'missing') return null;
    return hasEnded(answer) ? cannotRead(name, answer.endedAs) : answer;
  }

  #askOnce(wants: Question['wants'], name: string): Promise<Answer> {
    const running = this.#run();
    return new Promise((resolve) => {
      this.#asked.push({ wants, answer: resolve });
      void running.write(`${wants} ${name}\n`);
    });
  }

  #run(): RunningProcess {
    clearTimeout(this.#idle);
    if (this.#running === undefined) {
      const running = this.#start((chunk) => {
        if (this.#running === running) this.#take(chunk);
      });
      this.#running = running;
      void running.ended.then(({ kind }) => this.#onEnd(running, kind));
    } else if (this.#asked.length === 0) this.#running.hold(true);
    return this.#running;
  }

  #take(chunk: Buffer): void {
    this.#held.push(chunk);
    this.#length += chunk.length;
    while (this.#answerNext());
    if (this.#asked.length === 0) this.#rest();
  }

  /** Whether there was enough for one step: a header or a content, which a line feed ends. */
  #answerNext(): boolean {
    const header = this.#header;
    if (this.#length === 0 || (header !== undefined && this.#length <= header.size)) return false;
    const held = this.#held.length === 1 ? (this.#held[0] ?? Buffer.of()) : Buffer.concat(this.#held);
    const end = header?.size ?? held.indexOf(0x0a);
    this.#held = [held];
    if (end === -1) return false;
    const part = held.subarray(0, end);
    this.#held = [held.subarray(end + 1)];
    this.#length = held.length - end - 1;
    if (header !== undefined) this.#answer({ ...header, content: Buffer.from(part) });
    else this.#onHeader(part.toString('utf8'));
    return true;
  }

  /** `<id> <type> <size>`, or what was asked with `missing` or `ambiguous` after it. */
  #onHeader(line: string): void {
    const [, id, type, size] = /^([0-9a-f]{40,64}) (\S+) (\d+)$/.exec(line) ?? [];
    if (id === undefined || type === undefined) return this.#answer('missing');
    const info = { id, type, size: Number(size) };
    if (this.#asked[0]?.wants === 'contents') this.#header = info;
    else this.#answer({ ...info, content: Buffer.of() });
  }

  #answer(answer: Answer): void {
    this.#header = undefined;
    this.#asked.shift()?.answer(answer);
  }

  #rest(): void {
    const running = this.#running;
    running?.hold(false);
    this.#idle = setTimeout(() => {
      this.#running = undefined;
      running?.endInput();
    }, IDLE_MS);
    this.#idle.unref();
  }

  #onEnd(running: RunningProcess, endedAs: string): void {
    if (this.#running !== running) return;
    const asked = this.#asked;
    [this.#running, this.#asked, this.#held, this.#length, this.#header] = [undefined, [], [], 0, undefined];
    for (const question of asked) question.answer({ endedAs });
  }
}

function hasEnded(answer: Answer): answer is Ended {
  return typeof answer === 'object' && 'endedAs' in answer;
}

function cannotRead(name: string, ending: string): never {
  return throwFailure('git.failed', { command: `git cat-file ${name}`, ending, stderr: '' });
}
