import type { en } from './en/index.ts';

/** Every text of the dashboard. English is the measure: another language that lacks one does not compile. */
export type Words = typeof en;
