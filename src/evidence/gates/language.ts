/** Languages whose sources the gates can read. */
export type Language = 'javascript' | 'python' | 'java' | 'kotlin' | 'go' | 'rust' | 'csharp';

/** Undefined: none that we can read. */
export function languageOf(path: string): Language | undefined {
  return BY_ENDING.find(([ending]) => ending.test(path))?.[1];
}

const BY_ENDING: readonly (readonly [RegExp, Language])[] = [
  [/\.(?:[cm]?[jt]s|[jt]sx)$/, 'javascript'],
  [/\.pyi?$/, 'python'],
  [/\.java$/, 'java'],
  [/\.kts?$/, 'kotlin'],
  [/\.go$/, 'go'],
  [/\.rs$/, 'rust'],
  [/\.cs$/, 'csharp'],
];
