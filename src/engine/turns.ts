/** Lets those who need the same thing have it one after the other, in the order they asked. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  take<T>(thing: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(thing) ?? Promise.resolve();
    const mine = before.then(work);
    const settled = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(thing, settled);
    return mine;
  }
}
