/** Paths that somebody works on, by their parts. */
interface Held {
  readonly below: Map<string, Held>;
  /** This one and all below it. */
  isWhole: boolean;
}

export function nothingHeld(): Held {
  return { below: new Map(), isWhole: false };
}

export function hold(held: Held, files: readonly string[]): void {
  for (const file of files) {
    let at = held;
    for (const part of fixedPart(file)) {
      const next = at.below.get(part) ?? nothingHeld();
      at.below.set(part, next);
      at = next;
    }
    at.isWhole = true;
  }
}

/** Whether one of them may mean a file that is held: equal, one inside the other, or a pattern that could match it. */
export function isHeld(held: Held, files: readonly string[]): boolean {
  return files.some((file) => {
    let at = held;
    for (const part of fixedPart(file)) {
      if (at.isWhole) return true;
      const next = at.below.get(part);
      if (next === undefined) return false;
      at = next;
    }
    return at.isWhole || at.below.size > 0;
  });
}

/** A pattern stands for all below the folder that it has no choice about. */
function fixedPart(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const open = parts.findIndex((part) => /[*?[{]/.test(part));
  return open < 0 ? parts : parts.slice(0, open);
}
