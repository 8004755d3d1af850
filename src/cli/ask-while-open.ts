/** Work whose state other processes change, too. */
interface Watched<View> {
  readonly view: () => View;
  watch(watcher: { onEvent(): void }): () => void;
}

/**
 * Asks for as long as there is something to decide: whoever decides in another terminal or in the browser ends the question.
 * Undefined then.
 */
export async function askWhileOpen<View, T>(
  work: Watched<View>,
  isOpen: (view: View) => boolean,
  asking: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly answer: T } | undefined> {
  const settled = new AbortController();
  const look = () => {
    if (!isOpen(work.view())) settled.abort();
  };
  const unwatch = work.watch({ onEvent: look });
  try {
    look();
    const answer = await asking(settled.signal);
    return settled.signal.aborted ? undefined : { answer };
  } finally {
    unwatch();
  }
}
