import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BANNED_ENGLISH, BANNED_KOREAN } from './banned-phrases.ts';
import { anchors, brokenLinks, countWords, pages, prose, sentences } from './pages.ts';

const LONGEST_SENTENCE = 35;
const LONGEST_PAGE = 1200;

/** Measured, or made for developers of Orchestral itself. They are in English only. */
const ENGLISH_ONLY = /^docs\/(adr\/|scorecard\.md|benchmarks\.md)/;
const MEASURED = /^docs\/(scorecard|benchmarks)\.md/;
/** A reference is looked up, not read. */
const LOOKED_UP = /^docs\/(ko\/)?(reference\/|adr\/|scorecard\.md|benchmarks\.md)/;
/** Told by the schemas and the tests that make them. */
const GENERATED =
  /^docs\/(ko\/)?reference\/(api|files|commands|configuration|mcp|sandbox-escapes|task-list-errors)\.md/;

const all = pages();
const readable = all.filter(({ path }) => !GENERATED.test(path) && !ENGLISH_ONLY.test(path));
const isKorean = (path: string) => /^(docs\/ko\/|README\.ko)/.test(path);

describe('pages', () => {
  test('are the same in English and Korean', () => {
    const inEnglish = all.filter(({ path }) => path.startsWith('docs/') && !isKorean(path) && !ENGLISH_ONLY.test(path));
    const inKorean = all.filter(({ path }) => path.startsWith('docs/ko/'));
    expect(inKorean.map(({ path }) => path.replace('docs/ko/', 'docs/'))).toEqual(inEnglish.map(({ path }) => path));
  });

  test('have no link that leads nowhere', () => {
    expect(brokenLinks(all)).toEqual([]);
  });

  test('are all in the index of their language', () => {
    for (const index of ['docs/README.md', 'docs/ko/README.md']) {
      const linked = fs.readFileSync(index, 'utf8');
      const listed = all.filter(({ path }) => path.startsWith('docs/') && isKorean(path) === isKorean(index));
      const names = listed.map(({ path }) => path.replace(/^docs\/(ko\/)?/, '')).filter((name) => name !== 'README.md');
      expect(names.filter((name) => !name.startsWith('adr/0') && !linked.includes(`${name})`))).toEqual([]);
    }
  });

  test.each([
    ['docs/guides/screens.md', '-en-'],
    ['docs/ko/guides/screens.md', '-ko-'],
  ])('%s shows every screen that is kept', (page, language) => {
    const shown = fs.readFileSync(page, 'utf8');
    const kept = fs.readdirSync('docs/images/screens').filter((name) => name.includes(language));
    expect(kept).toHaveLength(30);
    expect(kept.filter((name) => !shown.includes(`/images/screens/${name})`))).toEqual([]);
  });

  test(`have at most ${LONGEST_PAGE} words, unless one looks things up in them`, () => {
    const long = all
      .filter(({ path }) => !LOOKED_UP.test(path))
      .map(({ path, text }) => [path, countWords(text)] as const);
    expect(long.filter(([, words]) => words > LONGEST_PAGE)).toEqual([]);
  });
});

describe('sentences', () => {
  test(`have at most ${LONGEST_SENTENCE} words`, () => {
    const long = readable.flatMap(({ path, text }) =>
      sentences(text).flatMap((sentence) => (countWords(sentence) > LONGEST_SENTENCE ? [`${path}: ${sentence}`] : [])),
    );
    expect(long).toEqual([]);
  });

  test('have no phrase that nobody says', () => {
    const also = ['AGENTS.md', 'CHANGELOG.md'].map((path) => ({ path, text: fs.readFileSync(path, 'utf8') }));
    const found = [...all.filter(({ path }) => !MEASURED.test(path)), ...also].flatMap(({ path, text }) => {
      const said = prose(text).replaceAll(/\s+/g, ' ');
      const banned = isKorean(path) ? BANNED_KOREAN : BANNED_ENGLISH;
      return banned.flatMap((phrase) => said.match(phrase)?.map((match) => `${path}: ${match}`) ?? []);
    });
    expect(found).toEqual([]);
  });
});

test('prompts have no phrase that nobody says', () => {
  // "Whatever it claims to be" is how one says it.
  const banned = BANNED_ENGLISH.filter(({ source }) => !/whatever|own/.test(source));
  const prompts = fs
    .readdirSync('templates', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'));
  const found = prompts.flatMap((file) => {
    const said = fs.readFileSync(`templates/${file}`, 'utf8').replaceAll(/\s+/g, ' ');
    return banned.flatMap((phrase) => said.match(phrase)?.map((match) => `${file}: ${match}`) ?? []);
  });
  expect(prompts.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});

describe('each check finds its breach', () => {
  test('links', () => {
    const page = { path: 'docs/README.md', text: '# A b\n\n[x](nowhere.md) [y](#a-b) [z](#c) `[w](no.md)`' };
    expect(brokenLinks([page])).toEqual(['docs/README.md: nowhere.md', 'docs/README.md: #c']);
    expect([...anchors('# A `b`, c\n## A `b`, c')]).toEqual(['a-b-c', 'a-b-c-1']);
  });

  test('sentences', () => {
    const text = 'One two. Three\nfour: five\n\n- six\n- seven\n\n| a | b c |\n| --- | --- |\n```sh\nno\n```\n';
    expect(sentences(text).filter((one) => one !== '')).toEqual([
      'One two.',
      'Three four:',
      'five',
      '- six',
      '- seven',
      'a',
      'b c',
    ]);
    expect(countWords('- a `b` – c')).toBe(3);
  });

  test('phrases', () => {
    expect('what is told of it'.match(BANNED_ENGLISH[0] ?? '')).not.toBeNull();
    expect('당신의 저장소'.match(BANNED_KOREAN[0] ?? '')).not.toBeNull();
  });
});
