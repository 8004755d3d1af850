import { expect, test } from 'vitest';
import { eventBlock } from '../../src/cli/report/agent-blocks.ts';
import { coloursFor } from '../../src/cli/terminal/colours.ts';
import { en } from '../../src/i18n/en/index.ts';

const screen = {
  words: en,
  colours: coloursFor({ color: false, env: {}, output: { isTTY: true } }),
  columns: 60,
  isWhole: false,
};
const coloured = { ...screen, colours: coloursFor({ color: true, env: {}, output: { isTTY: true } }) };

test('a call of a tool is a block with its fields', () => {
  const input = JSON.stringify({ command: 'npm test', description: 'run the tests' });
  expect(eventBlock({ type: 'tool_use', tool: 'Bash', input }, screen)).toEqual([
    '▸ Bash',
    '    command: npm test',
    '    description: run the tests',
  ]);
});

test('an edit looks like a diff', () => {
  const input = JSON.stringify({ file_path: 'a.js', old_string: 'one\n  two', new_string: 'three' });
  const event = { type: 'tool_use', tool: 'Edit', input } as const;
  expect(eventBlock(event, screen)).toEqual([
    '▸ Edit',
    '    file_path: a.js',
    '    - one',
    '    -   two',
    '    + three',
  ]);
  const { red, green } = coloured.colours;
  expect(eventBlock(event, coloured).slice(2)).toEqual([
    `    ${red('- one')}`,
    `    ${red('-   two')}`,
    `    ${green('+ three')}`,
  ]);
});

test('what a tool gave keeps its lines; of many the first are shown, with --verbose all', () => {
  const output = Array.from({ length: 30 }, (_, n) => `  line ${n}`).join('\n');
  const event = { type: 'tool_result', ok: false, output } as const;
  const lines = eventBlock(event, screen);
  expect(lines).toHaveLength(14);
  expect(lines.slice(0, 3)).toEqual(['  ✗', '    line 0', '      line 1']);
  expect(lines.at(-1)).toBe('    +18 more');
  expect(eventBlock(event, { ...screen, isWhole: true })).toHaveLength(31);
  expect(eventBlock({ type: 'tool_result', ok: true, output: 'done\n' }, screen)).toEqual(['  ✓ done']);
});

test('no line is wider than the terminal, nor does anything reach it that could harm it', () => {
  const text = `${'word '.repeat(40)}\u001b[31m`;
  for (const event of [
    { type: 'text', text },
    { type: 'tool_use', tool: 'X', input: text },
    { type: 'tool_result', ok: true, output: text },
  ] as const)
    for (const line of eventBlock(event, screen)) {
      expect(line.length).toBeLessThanOrEqual(60);
      expect(line).not.toContain('\u001b');
    }
});
