import * as z from 'zod/mini';

/** A person gave an agent that is at work more time. `of`: the effect. */
export const extension = { of: z.string(), by_ms: z.int() };

/** Milliseconds by effect, while it is in flight. */
export const extensions = z.optional(z.record(z.string(), z.int()));

interface Extended {
  extended?: Record<string, number> | undefined;
}

export function extend(state: Extended, { of, by_ms }: { readonly of: string; readonly by_ms: number }): void {
  state.extended = { ...state.extended, [of]: extraMs(state, of) + by_ms };
}

/** What one effect was given ends with it. */
export function endExtension(state: Extended, effect: string): void {
  if (state.extended === undefined) return;
  delete state.extended[effect];
  if (Object.keys(state.extended).length === 0) delete state.extended;
}

export function extraMs({ extended }: Extended, effect: string): number {
  return extended?.[effect] ?? 0;
}
