import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';

/* Every sentence for people, as it stands in the source: an expression within it counts as one word. */

const MOST_WORDS = 35;

/** What nobody would say aloud, in any message. */
const banned = {
  en: [
    /\bconduct(?:s|ed|ing)?\b/i,
    /\bgo(?:es|ing)? on\b/i,
    /\bbegun\b/,
    /\banew\b/,
    /\bshall\b/i,
    /\bwhoever\b/i,
    /\bwhatever\b/i,
    /\bt(?:ake[sn]?|ook) (?:it |them |\S+ )?up\b|\btaking up\b/i,
    /\blet go\b/,
    /\blet do\b/,
    /\bat work\b/,
    /\bleft as it is\b/,
    /\bany more\b/,
    /\bneeds to know which\b/,
    /\bwould rather not\b/,
    /\bbring it (?:home|there|to)\b/,
    /\bis elsewhere\b/,
    /\bkept beside\b/,
    /\bnow and then\b/,
    /\bleft? (?:it |them )?alone\b|\bleaves? (?:it|them) alone\b/,
    /\b(?:is|are|was|were) told\b|\btold of\b/,
    /\bheld against\b|\boutlives?\b/,
    /\bcounts? for nothing\b/,
    /\bstays? red\b/,
    /\bby itself\b/,
    /\blists? of tasks\b/,
    /\bdearest\b|\breckoned\b|\bspoilt\b/,
  ],
  ko: [
    /지휘/,
    /꾸러미|묶음/,
    /당신/,
    /십시오/,
    /빌더/,
    /반복/,
    /회째/,
    /뜻하셨나요/,
    /놓지 않았습니다/,
    /들여오|들여옵/,
    /손대지 않은/,
    /조용함/,
    /허락/,
    /미입증|입증/,
    /스냅숏/,
    /빈틈|효력/,
    /(?<![가-힣])이진(?![가-힣])/,
    /’?['”“]?라는 (?!것)/,
    /\bworktree(?!_)/,
    /\brun(?:의|이|을|은)\b/,
    /[이을은]\([가를는]\)|\(으\)로|과\(와\)|와\(과\)/,
  ],
} as const;

describe.each(['en', 'ko'] as const)('%s', (language) => {
  const sentences = [`src/i18n/${language}`, `ui/src/words/${language}`].flatMap(sentencesBelow);

  test('is read as a whole', () => {
    expect(sentences.length).toBeGreaterThan(1_000);
  });

  test('says nothing that nobody would say', () => {
    const found = sentences.filter(({ text }) => banned[language].some((phrase) => phrase.test(text)));
    expect(found.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
  });

  test(`has no sentence of more than ${MOST_WORDS} words`, () => {
    const long = sentences.flatMap(({ place, text }) =>
      text
        .split(/[.!?;:](?:\s|$)/)
        .filter((sentence) => sentence.split(/\s+/).filter(Boolean).length > MOST_WORDS)
        .map((sentence) => `${place}: ${sentence}`),
    );
    expect(long).toEqual([]);
  });
});

test.each(['src/i18n/ko', 'ui/src/words/ko'])('in %s a particle behind a value comes from its last sound', (folder) => {
  const fixed = /…(?:[이을은]\([가를는]\)|이|가|을|를|은|는|과|와|으로|로)(?=[\s,.)…]|$)/;
  const found = sentencesBelow(folder).filter(({ text }) => fixed.test(text));
  expect(found.map(({ place, text }) => `${place}: ${text}`)).toEqual([]);
});

interface Sentence {
  readonly place: string;
  /** With `…` for each expression. */
  readonly text: string;
}

function sentencesBelow(folder: string): Sentence[] {
  return fs.readdirSync(folder).flatMap((name) => {
    const source = fs.readFileSync(path.join(folder, name), 'utf8');
    const texts: Sentence[] = [];
    const add = (text: string, start: number) =>
      texts.push({ place: `${folder}/${name}:${source.slice(0, start).split('\n').length}`, text });
    collect(parseSync(name, source).program, add);
    return texts;
  });
}

type Add = (text: string, start: number) => void;

/** Literals of values; names of imports and of types are none. */
function collect(node: unknown, add: Add): void {
  if (Array.isArray(node)) return node.forEach((one) => collect(one, add));
  if (typeof node !== 'object' || node === null) return;
  const { type } = node as { type?: string };
  if (type?.startsWith('Import') === true || type?.startsWith('TS') === true) {
    if (type === 'TSAsExpression' || type === 'TSSatisfiesExpression')
      collect((node as { expression: unknown }).expression, add);
    return;
  }
  if (type === 'TemplateLiteral') {
    const { quasis, start } = node as { quasis: { value: { cooked: string } }[]; start: number };
    add(quasis.map(({ value }) => value.cooked).join('…'), start);
  }
  if (type === 'Literal' && typeof (node as { value: unknown }).value === 'string') {
    const { value, start } = node as { value: string; start: number };
    add(value, start);
  }
  if (type === 'Property') return collect((node as { value: unknown }).value, add);
  for (const value of Object.values(node)) collect(value, add);
}
