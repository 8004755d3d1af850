/** What code can do so that tests say less than they seem to. */
export type SuspiciousKind = 'patches_assertions' | 'opens_reports' | 'ends_process' | 'exit_hook' | 'detects_tests';

/** A way in which a language does one of them. */
export interface SuspiciousPattern {
  readonly kind: SuspiciousKind;
  /** `code`: with what is in strings. */
  readonly in: 'code' | 'bare';
  readonly pattern: RegExp;
  /** Only where it is executed when the file is loaded. */
  readonly isTopLevel?: true;
}
