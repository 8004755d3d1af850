/** Whether two lists of paths may mean the same file: equal, one inside the other, or a pattern that could match it. */
export function overlap(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.some((other) => touches(fixedPart(one), fixedPart(other))));
}

function touches(one: readonly string[], other: readonly string[]): boolean {
  return one.every((part, index) => index >= other.length || part === other[index]);
}

/** A pattern stands for all below the folder that it has no choice about. */
function fixedPart(path: string): string[] {
  const parts = path
    .replace(/^\.\//, '')
    .split('/')
    .filter((part) => part !== '');
  const open = parts.findIndex((part) => /[*?[{]/.test(part));
  return open < 0 ? parts : parts.slice(0, open);
}
