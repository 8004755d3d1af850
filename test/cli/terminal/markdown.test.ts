import { describe, expect, test } from 'vitest';
import { coloursFor } from '../../../src/cli/terminal/colours.ts';
import { markdownLines } from '../../../src/cli/terminal/markdown.ts';
import { widthOf } from '../../../src/cli/terminal/width.ts';
import { bullets, code, line, page, quotation } from '../../../src/engine/run-documents/markdown.ts';

const colours = coloursFor({ color: false, env: {}, output: { isTTY: false } });

function shown(text: string, columns = 40): string[] {
  return markdownLines(text, { columns, colours });
}

describe('Markdown in a terminal', () => {
  test('has no marks', () => {
    const text = page([
      `# Ready: ${code('run-1')}`,
      '*A rehearsal.*',
      bullets([`${code('a.ts')} +1 −0`, '**bold** words']),
      quotation('# Brief\n\n- `code` stays'),
    ]);
    expect(shown(text)).toEqual([
      'Ready: run-1',
      '',
      'A rehearsal.',
      '',
      '- a.ts +1 −0',
      '- bold words',
      '',
      '│ # Brief',
      '│',
      '│ - `code` stays',
    ]);
  });

  test('wraps under its bullet, whatever letters are wide', () => {
    const lines = shown(
      '- 한국어로 쓴 긴 문장도 정해진 너비를 넘지 않습니다\n  - inner words that are longer than one line',
      24,
    );
    expect(lines.every((each) => widthOf(each) <= 24)).toBe(true);
    expect(lines.filter((each) => !/^( {2})?[- ] /.test(each))).toEqual([]);
  });

  test('lines up tables', () => {
    expect(shown('| Agent | Calls |\n| --- | --: |\n| 빌더 | 2 |\n| **All** | 12 |\n\nend')).toEqual([
      'Agent  Calls',
      '빌더   2',
      'All    12',
      '',
      'end',
    ]);
  });

  test.for(['a `tick`, *star*, _under_, [link](x), <b>, & and \\', '1. # not a heading', '![image](http://x)'])(
    'gives back what was written: %s',
    (text) => {
      expect(shown(`- ${line(text)}`, 200)).toEqual([`- ${text}`]);
      expect(shown(code(text), 200)).toEqual([text]);
    },
  );

  test('lets nothing through to the terminal', () => {
    for (const text of ['\u001b[2J', '\u202eabc', '\u0007', 'a\rb']) {
      const all = shown(`# ${text}\n> ${text}\n- ${text}\n| ${text} |`).join('\n');
      // oxlint-disable-next-line no-control-regex -- these are what is looked for
      expect(all).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    }
  });
});
