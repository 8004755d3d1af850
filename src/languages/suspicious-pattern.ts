/** What code can do so that tests say less than they seem to. */
export type SuspiciousKind = 'patches_assertions' | 'opens_reports' | 'ends_process' | 'exit_hook' | 'detects_tests';

/** Finds what no single line shows; `at` is counted from 0. `bare`: without what is in strings. */
export type FindSuspicious = (
  code: readonly string[],
  bare: readonly string[],
  isOfTests: boolean,
) => readonly { readonly at: number; readonly kind: SuspiciousKind }[];

/** A way in which a language does one of them. */
export interface SuspiciousPattern {
  readonly kind: SuspiciousKind;
  /** `code`: with what is in strings. */
  readonly in: 'code' | 'bare';
  readonly pattern: RegExp;
  /** Only where it is executed when the file is loaded. */
  readonly isTopLevel?: true;
  /** Everyday code where it stands in tests. */
  readonly isFineInTests?: true;
  /** Everyday code where it stands anywhere else. */
  readonly isFineInProduct?: true;
}
