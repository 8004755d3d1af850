/** What stands where a secret was. */
const MASK = '***';

/** A shorter value would be found in half of all words. */
const SHORTEST = 6;

/**
 * A function that masks these values wherever they stand in a text: as they are, as in a URL, as in JSON. Of a value of
 * several lines each line is masked, too, since output is read line by line. A value that is cut in two, or encoded in
 * another way, is not found.
 */
export function redactor(secrets: Iterable<string>): (text: string) => string {
  const forms = longestFirst(secrets);
  if (forms.length === 0) return (text) => text;
  const any = anyOf(forms);
  return (text) => text.replace(any, MASK);
}

export interface PieceRedactor {
  /** What can be shown of the text by now. */
  add(piece: string): string;
  /** What was held back. */
  end(): string;
}

/** The same for a text that comes in pieces: what may be the beginning of a secret waits for the next one. */
export function pieceRedactor(secrets: Iterable<string>): PieceRedactor {
  const forms = longestFirst(secrets);
  const any = forms.length === 0 ? undefined : anyOf(forms);
  let held = '';
  const show = (text: string): string => (any === undefined ? text : text.replace(any, MASK));
  return {
    add: (piece) => {
      const text = held + piece;
      let from = mayBegin(text, forms);
      // What is whole already does not wait for its own end, which may look like a beginning.
      for (const found of any === undefined ? [] : text.matchAll(any)) {
        const end = found.index + found[0].length;
        if (found.index < from && from < end) from = end + mayBegin(text.slice(end), forms);
      }
      held = text.slice(from);
      return show(text.slice(0, from));
    },
    end: () => {
      const rest = show(held);
      held = '';
      return rest;
    },
  };
}

/** Where the longest end of a text begins that is the beginning of one of these; its length where there is none. */
function mayBegin(text: string, forms: readonly string[]): number {
  const longest = (forms[0]?.length ?? 1) - 1;
  for (let from = Math.max(0, text.length - longest); from < text.length; from++) {
    const end = text.slice(from);
    if (forms.some((form) => form.length > end.length && form.startsWith(end))) return from;
  }
  return text.length;
}

/** Of two that begin alike the longer must be tried first, or its end would stay. */
function longestFirst(secrets: Iterable<string>): string[] {
  const known = [...secrets].filter((secret) => secret.length >= SHORTEST);
  return [...new Set(known.flatMap(withLines).flatMap(formsOf))].sort((a, b) => b.length - a.length);
}

function anyOf(forms: readonly string[]): RegExp {
  return new RegExp(forms.map(escaped).join('|'), 'g');
}

/** The same value with every text in it changed, at any depth. */
export function withTexts<T>(value: T, change: (text: string) => string): T;
export function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one: unknown) => withTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts<unknown>(one, change)]));
}

/** The values of variables whose names say that they are secret. */
export function secretsIn(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && SECRET_NAME.test(name) ? [value] : [],
  );
}

const SECRET_NAME = /_KEY$|_TOKEN$|_SECRET$|PASSWORD|WEBHOOK_URL$/i;

/** What every key of its kind has, and words that stand elsewhere, are no secret. */
const SHORTEST_LINE = 16;
const KEY_FRAME = /^-----.*-----$/;

function withLines(secret: string): string[] {
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  if (lines.length === 1) return [secret];
  return [secret, ...lines.filter((line) => line.length >= SHORTEST_LINE && !KEY_FRAME.test(line))];
}

function formsOf(secret: string): string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    inJson,
    inJson.replaceAll('/', '\\/'),
    encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '\ufffd')),
  ];
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
