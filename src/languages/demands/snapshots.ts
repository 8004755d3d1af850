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
  if (entries.length === 0 && !path.endsWith('.snap')) return [fileDemand(path, text)];
  return entries.map(([, name = '', content = '']) => dataDemand(path, name.replace(/ \d+$/, ''), content.trim()));
}

/** A file of data is one demand, whatever its layout. */
export function fileDemand(path: string, text: string): Demand {
  return dataDemand(path, null, path.endsWith('.json') ? plainJson(text) : text.replaceAll('\r\n', '\n').trimEnd());
}

function plainJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
