/** The version in what a program says about itself, else the beginning of it. */
export function versionIn(said: string): string {
  return /\d+(?:\.\d+)+[^\s,)]*/.exec(said)?.[0] ?? said.trim().slice(0, 40);
}

/** By their numbers; a part that one of them lacks counts as 0. */
export function isAtLeast(version: string, needed: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(needed)];
  for (const [index, number] of other.entries()) {
    const difference = (own[index] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function numbersOf(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
