import * as z from 'zod/mini';

const names = z.array(z.string());

/** What is worse on a tree than it was before, as logs of earlier versions tell it. */
export const treeFinding = z.discriminatedUnion('code', [
  /** Red now, and not red before. */
  z.strictObject({ code: z.literal('tests_red'), names }),
  /** The tests ended in a way that no red test explains. */
  z.strictObject({ code: z.literal('tests_broke_off') }),
  /** They ran before, and do not any more, or only skip. */
  z.strictObject({ code: z.literal('tests_gone'), names }),
  z.strictObject({ code: z.literal('tests_skipped'), names }),
  /** Of a runner that names no tests. */
  z.strictObject({ code: z.literal('fewer_tests'), before: z.int(), now: z.int() }),
]);
