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
  const forms = new Set(
    [...secrets]
      .filter((secret) => secret.length >= SHORTEST)
      .flatMap(withLines)
      .flatMap(formsOf),
  );
  if (forms.size === 0) return (text) => text;
  // Of two that begin alike the longer must be tried first, or its end would stay.
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const any = new RegExp(longestFirst.map(escaped).join('|'), 'g');
  return (text) => text.replace(any, MASK);
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
