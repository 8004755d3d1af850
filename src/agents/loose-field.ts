import * as z from 'zod/mini';

/** A field that may be absent; one of an unexpected kind counts as absent, so that it does not hide the rest of its line. */
export function looseField<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}
