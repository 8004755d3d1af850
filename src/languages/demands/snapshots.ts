import { isRecord } from '../../base/json.ts';
import { fingerprint } from './fingerprint.ts';
import type { Demand } from './read-demands.ts';

/** A demand that is data rather than code. */
function dataDemand(file: string, test: string | null, content: string): Demand {
  const expression = `content ${fingerprint(content)} ${JSON.stringify(content.slice(0, MAX_SHOWN))}`;
  const body = { words: new Set<string>(), steps: new Set<string>(), literals: new Set<string>() };
  return {
    file,
    test,
    expression,
    known: expression,
    direct: () => expression,
    numbered: expression,
    arrangement: expression,
    conditions: [],
    isSkipped: false,
    source: oneLine(content),
    implied: () => [],
    body,
  };
}

const MAX_SHOWN = 2_000;

function oneLine(content: string): string {
  return content.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SHOWN);
}

/** Each entry of a file of snapshots. */
export function snapshotDemands(path: string, text: string): Demand[] {
  const lines = text.replaceAll('\r\n', '\n');
  if (path.endsWith('.ambr')) {
    return [...lines.matchAll(/^# name: (.*)\n([\s\S]*?)^# ---/gm)].map(([, name = '', content = '']) =>
      dataDemand(path, name, content),
    );
  }
  const entries = [...lines.matchAll(/^exports\[`((?:[^`\\]|\\[\s\S])*)`\] = `((?:[^`\\]|\\[\s\S])*)`;/gm)];
  if (entries.length === 0 && !path.endsWith('.snap')) return fileDemands(path, text);
  return entries.map(([, name = '', content = '']) => dataDemand(path, name.replace(/ \d+$/, ''), content.trim()));
}

/** The rows of a file of data, whatever its layout: more of them take nothing away. Any other file is one demand. */
export function fileDemands(path: string, text: string): Demand[] {
  const plain = text.replaceAll('\r\n', '\n').trimEnd();
  const rows =
    path.endsWith('.json') || plain.startsWith('{')
      ? jsonRows(plain)
      : BY_LINE.test(path)
        ? plain.split('\n').filter((line) => line.trim() !== '')
        : [];
  return (rows.length === 0 ? [plain] : rows).map((row) => dataDemand(path, null, row));
}

/** Tables, and documents with examples. */
const BY_LINE = /\.(?:csv|tsv|jsonl|ndjson|md|markdown|rst)$/;

/** Whether it is a row of a file of data. */
export function isRow({ test, expression }: Pick<Demand, 'test' | 'expression'>): boolean {
  return test === null && expression.startsWith('content ');
}

function jsonRows(text: string): string[] {
  try {
    return rowsIn(JSON.parse(text), '');
  } catch {
    return [];
  }
}

function rowsIn(value: unknown, name: string): string[] {
  if (Array.isArray(value) && value.length > 0) return value.map((one) => `${name}${JSON.stringify(one)}`);
  if (!isRecord(value) || Object.keys(value).length === 0) return [`${name}${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, one]) => rowsIn(one, `${name}${key}: `));
}
