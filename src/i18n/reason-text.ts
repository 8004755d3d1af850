import type { Catalogue } from './catalogue.ts';

/** Why an attempt at a task failed: `tests fail: parser.test.ts > reads a line`. */
export function reasonText(
  { kind, message }: { readonly kind: string; readonly message: string },
  { auto }: Catalogue,
): string {
  const what = auto.kinds[kind] ?? kind;
  return message === '' ? what : `${what}: ${message}`;
}
