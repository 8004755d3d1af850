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
  const rows = path.endsWith('.json')
    ? jsonRows(plain)
    : /\.(?:csv|tsv|jsonl|ndjson)$/.test(path)
      ? plain.split('\n')
      : [];
  return (rows.length === 0 ? [plain] : rows).map((row) => dataDemand(path, null, row));
}

/** Whether it is a row of a file of data. */
export function isRow({ test, expression }: Pick<Demand, 'test' | 'expression'>): boolean {
  return test === null && expression.startsWith('content ');
}

function jsonRows(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value.map((one) => JSON.stringify(one));
    if (typeof value !== 'object' || value === null) return [JSON.stringify(value)];
    return Object.entries(value).flatMap(([key, one]) =>
      Array.isArray(one) && one.length > 0
        ? one.map((row) => `${key}: ${JSON.stringify(row)}`)
        : [`${key}: ${JSON.stringify(one)}`],
    );
  } catch {
    return [];
  }
}
