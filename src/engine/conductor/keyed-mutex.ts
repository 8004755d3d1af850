type Work<T> = () => Promise<T>;

/** Waits for other processes that have the same thing; until `signal` says that nobody wants it any more. */
export type CrossProcessLock = <T>(thing: string, work: Work<T>, signal: AbortSignal) => Promise<T>;

/** Lets those who need the same thing have it one after the other, in the order they asked. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #amongProcesses: CrossProcessLock;

  constructor(amongProcesses: CrossProcessLock = (_, work) => work()) {
    this.#amongProcesses = amongProcesses;
  }

  withLock<T>(thing: string, work: Work<T>, signal: AbortSignal): Promise<T> {
    const before = this.#last.get(thing) ?? Promise.resolve();
    const mine = before.then(() => this.#amongProcesses(thing, work, signal));
    const settled = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(thing, settled);
    return mine;
  }
}
