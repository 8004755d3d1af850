import { readSource } from './known-languages.ts';

/** The titles and names that a test file gives to its tests and suites; what stands only in a comment is none. */
export function testTitles(path: string, text: string): readonly string[] {
  const source = readSource(path, text.normalize('NFC'));
  const titles = source === undefined ? titlesByLine(text) : source.reader.testTitles(source);
  return titles.slice(0, MAX_TITLES);
}

const MAX_TITLES = 20_000;
const MAX_LINE = 2_000;

/** What most languages have in common. */
function titlesByLine(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.length < MAX_LINE && !/^\s*(?:#|\/\/|\/?\*|--|;|%)/.test(line));
  return lines.flatMap((line) => {
    const title = /\b(?:it|test|describe|context|scenario|specify|example|should)\b[\s(:]*(["'])(.*?)\1/i.exec(
      line,
    )?.[2];
    const name = /\b(?:def|func|function|fun|sub|proc)\s+([\p{L}\p{N}_?!]+)/u.exec(line)?.[1];
    const step = /^\s*(?:Scenario(?: Outline)?|Example|시나리오)\s*:\s*(.+)$/.exec(line)?.[1];
    return [title, name, step].filter((one) => one !== undefined);
  });
}
