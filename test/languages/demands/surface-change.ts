import type { SurfaceChange } from '../../../src/languages/lost-demands.ts';

export type Texts = string | Readonly<Record<string, string>>;

/** A text is the file of the same name before and after. */
export function change(path: string, before: Texts, after: Texts, more: Partial<SurfaceChange> = {}): SurfaceChange {
  const files = (texts: Texts): Map<string, string> =>
    new Map(typeof texts === 'string' ? [[path, texts]] : Object.entries(texts));
  return { before: files(before), after: files(after), ...more };
}

export const js = (body: string): string =>
  `import { add, sub } from '../src/calc.js';\ntest('works', async () => {\n${body}\n});\n`;
export const py = (body: string): string =>
  `from calc import add, sub\n\ndef test_works():\n${body.replaceAll(/^/gm, '    ')}\n`;
export const go = (body: string): string => `package calc\n\nfunc TestWorks(t *testing.T) {\n${body}\n}\n`;
export const rust = (body: string): string => `#[test]\nfn works() {\n${body}\n}\n`;
export const java = (body: string): string => `class CalcTest {\n@Test void works() {\n${body}\n}\n}\n`;
export const sh = (body: string): string => `#!/bin/sh\nset -e\n${body}\n`;

export const JS = 'test/calc.test.js';
export const PY = 'tests/test_calc.py';
export const GO = 'calc_test.go';
export const RUST = 'tests/calc.rs';
export const JAVA = 'src/test/java/CalcTest.java';
export const SH = 'test/run.sh';
