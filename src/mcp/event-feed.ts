import type { RecordedEvent } from '../engine/door/events.ts';
import type { ProjectApi } from '../engine/door/open-project.ts';

type Listener = (event: Pick<RecordedEvent, 'workflow' | 'id' | 'type'>) => void;

/** What happens in the project, for all that want to know: the logs are read once, and only while somebody does. */
export class EventFeed {
  readonly #project: Pick<ProjectApi, 'events' | 'snapshot'>;
  readonly #listeners = new Set<Listener>();
  #reading: AbortController | undefined;

  constructor(project: Pick<ProjectApi, 'events' | 'snapshot'>) {
    this.#project = project;
  }

  /** Until the function that it gives back is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#reading === undefined) {
      this.#reading = new AbortController();
      void this.#read(this.#reading.signal);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#reading?.abort();
      this.#reading = undefined;
    };
  }

  async #read(signal: AbortSignal): Promise<void> {
    try {
      const { cursor } = await this.#project.snapshot();
      for await (const event of this.#project.events({ after: cursor, signal })) {
        if (event.type === 'snapshot') continue;
        const { workflow, id, type } = event;
        for (const listener of this.#listeners) listener({ workflow, id, type });
      }
    } catch {
      // Whatever the logs are: those who wait look for themselves, and the next one who listens reads anew.
      if (this.#reading?.signal === signal) this.#reading = undefined;
    }
  }
}
