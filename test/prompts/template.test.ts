import { describe, expect, it } from 'vitest';
import { formatFailure } from '../../src/i18n/catalogue.ts';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';
import { fillTemplate } from '../../src/prompts/template.ts';
import { inline, quoted, quotedList } from '../../src/prompts/quoted.ts';

const fill = (text: string, values: Record<string, string>) => fillTemplate({ name: 'run/x', text }, values);

describe('a template', () => {
  it('gets its values, as often as it names them', () => {
    expect(fill('{{a}} {{ b }} {{a}}', { a: '1', b: '2', c: 'unused' })).toEqual({ ok: true, value: '1 2 1' });
  });

  it('expands nothing inside a value, and takes no value for a pattern', () => {
    expect(fill('{{a}}|{{b}}', { a: '{{b}} $& $1', b: '{{a}}' })).toEqual({ ok: true, value: '{{b}} $& $1|{{a}}' });
  });

  it.each(['nobody', 'constructor', '__proto__', 'toString'])('may not name {{%s}}', (placeholder) => {
    const filled = fill(`{{a}} {{${placeholder}}}`, { a: '1' });
    expect(filled).toMatchObject({
      ok: false,
      error: { code: 'prompt.unknown_placeholder', params: { template: 'run/x', placeholder, known: ['a'] } },
    });
  });

  it('says what is wrong with it in both languages', () => {
    const failure = {
      code: 'prompt.unknown_placeholder',
      params: { template: 'run/x', placeholder: 'p', known: ['a'] },
    } as const;
    for (const words of [en, ko]) {
      const { message, hint } = formatFailure(words, failure);
      expect(message).toContain('{{p}}');
      expect(message).toContain('run/x');
      expect(hint).toContain('{{a}}');
    }
  });
});

describe('quoted text', () => {
  it.each(['plain', '```\nend of it\n```', '~~~', '`````', 'a ```` b', '', '\n```\n````\n'])(
    'cannot end its block: %j',
    (text) => {
      const lines = quoted(text).split('\n');
      const [fence = ''] = lines;
      expect(lines.at(-1)).toBe(fence);
      expect(fence).toMatch(/^`{3,}$/);
      for (const line of lines.slice(1, -1)) expect(line).not.toContain(fence);
    },
  );

  it('shows characters that hide, and keeps those that show', () => {
    expect(quoted('a\u202Eb\u0000c\u200Bd\r\ne\tf 한글 👩‍💻')).toBe(
      '```\na\\u{202e}b\\u{0}c\\u{200b}d\ne\tf 한글 👩‍💻\n```',
    );
  });

  it('stays in its line where it stands in one', () => {
    expect(inline('npm test')).toBe('`npm test`');
    expect(inline('a\n\n# b `c`')).toBe('`` a # b `c` ``');
  });

  it('keeps the lines of an entry together', () => {
    expect(quotedList(['a\nb', 'c'])).toBe('```\n- a\n  b\n- c\n```');
  });
});
