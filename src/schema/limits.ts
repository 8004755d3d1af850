/** What a document may not exceed, whatever its kind; sizes in bytes are per kind. */
export const limits = {
  depth: 64,
  /** A graph of 100,000 tasks has about half a million values and 100,000 keys. */
  jsonValues: 2_000_000,
  jsonKeys: 500_000,
  yamlNodes: 50_000,
  yamlTokens: 200_000,
} as const;

/** Keys that mean something to JavaScript objects. */
export function isForbiddenKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}
