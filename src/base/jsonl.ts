export interface LineSplitter {
  push(bytes: Uint8Array): void;
  /** Hands over a last line that has no line break. */
  end(): void;
}

/** Sixteen million characters: more than any agent's event, less than hurts. */
const longestLine = 16 * 1024 * 1024;

/**
 * Bytes as they come → lines. Only `\n` ends a line (a JSON string may hold U+2028, at which others split), a `\r` at
 * its end is dropped, and a character may arrive in pieces. Of a line longer than `longest` only the beginning is handed
 * over, with `cut`; the rest is forgotten as it comes, so that no line ever grows memory.
 */
export function splitLines(onLine: (line: string, cut: boolean) => void, longest = longestLine): LineSplitter {
  const decoder = new TextDecoder();
  let begun = '';
  let cut = false;

  const add = (piece: string): void => {
    if (cut) return;
    begun += piece;
    if (begun.length <= longest) return;
    begun = begun.slice(0, longest);
    cut = true;
  };
  const finish = (): void => {
    const line = cut ? withoutHalfCharacter(begun) : begun.endsWith('\r') ? begun.slice(0, -1) : begun;
    const wasCut = cut;
    begun = '';
    cut = false;
    onLine(line, wasCut);
  };
  const split = (text: string): void => {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
      add(text.slice(from, at));
      from = at + 1;
      finish();
    }
    if (from < text.length) add(text.slice(from));
  };

  return {
    push: (bytes) => split(decoder.decode(bytes, { stream: true })),
    end: () => {
      split(decoder.decode());
      if (begun !== '') finish();
    },
  };
}

function withoutHalfCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
