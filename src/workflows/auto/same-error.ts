import { withoutEscapes } from '../../base/escapes.ts';

/**
 * The same for the same error in another attempt, whatever differs between two runs of one thing: where and when they ran,
 * how long it took, numbers, random names, the order of lines. Two errors that differ in nothing else count as one.
 */
export function fingerprint(kind: string, message: string): string {
  const lines = withoutEscapes(message.slice(0, LONGEST_MESSAGE)).normalize('NFC').split('\n').map(lasting);
  const distinct = [...new Set(lines)].filter((line) => line !== '').sort();
  return hash([kind, ...distinct].join('\n'));
}

const LONGEST_MESSAGE = 100_000;
const LONGEST_LINE = 2000;

function lasting(line: string): string {
  let rest = line.slice(0, LONGEST_LINE).replaceAll(MACHINE_PATH, lastingName);
  for (const passing of PASSING) rest = rest.replaceAll(passing, '#');
  return rest
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/#(?: ?#)+/g, '#')
    .trim();
}

const MACHINE_PATH = /(?<![\w.)\]}/\\])(?:file:\/\/)?(?:[A-Za-z]:[\\/]|~\/|(?:\.\.\/)+|\/)[^\s'"`,;:()<>[\]{}|]*/g;

/** Of a path of this machine a name that people gave stays: it may be what is missing. */
function lastingName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return /^[a-z_-]+$|\.[a-z]{1,5}$/.test(name) && !/^te?mp/i.test(name) ? name : '#';
}

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const WEEKDAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}';

/** In this order: what is written with digits goes before the digits. */
const PASSING: readonly RegExp[] = [
  /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?)? ?(?:Z\b|UTC\b|GMT\b|[+-]\d\d:?\d\d)?/g,
  new RegExp(String.raw`(?:\b${WEEKDAY},? )?(?:\b\d{1,2} )?\b${MONTH} \d+(?:,? \d{4})?`, 'g'),
  /(?<![\w.:])\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?!\d)(?: ?[AP]M\b)?/gi,
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi,
  // Line and column; a tool may leave the column out.
  /(?::\d+){1,2}(?!\d)|\(\d+(?:,\d+)?\)/g,
  /\b\d+(?:[.,]\d+)? ?(?:[nµu]s|ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)\b/g,
  /\b(?=[\da-f]*\d)[\da-f]{7,}\b/gi,
  // Letters behind a digit: a random name such as `x8Fq2a`, hardly a word.
  /(?<![A-Za-z\d])[A-Za-z]*\d+[A-Za-z][A-Za-z\d]*(?![A-Za-z\d])/g,
  /[-+]?\d+(?:[.,]\d+)*/g,
];

/** FNV-1a of 64 bits: enough to tell errors apart, and it needs nothing of the platform. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const unit of text) {
    value ^= BigInt(unit.codePointAt(0) ?? 0);
    value = BigInt.asUintN(64, value * 0x100000001b3n);
  }
  return value.toString(16).padStart(16, '0');
}
