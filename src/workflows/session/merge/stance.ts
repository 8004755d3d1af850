import type { Mention } from './mentions.ts';

/**
 * What an assumption says of things it names: that they are there, that they are not, or nothing that can be checked
 * (plans, conditions, comparisons, a negation that belongs to something else).
 */
export type Stance = 'there' | 'absent' | 'unclear';

/** Mentions that share one stance: `A and B`, `A, B 및 C`. Of `A or B` one is enough. */
export interface Claim {
  readonly stance: Stance;
  readonly anyOf: boolean;
  readonly mentions: readonly Mention[];
  /** The words around it, mentions aside. */
  readonly before: string;
  readonly after: string;
}

export function claimsIn(text: string, mentions: readonly Mention[]): Claim[] {
  const masked = mask(text, mentions);
  return clausesOf(masked).flatMap((clause) =>
    [...clause.matchAll(GROUP)].map((match) => {
      const group = mentions.filter((_, i) => match[0].includes(sign(i)));
      const before = clause.slice(0, match.index);
      const after = clause.slice(match.index + match[0].length);
      const stance = stanceOf({ clause, before, after, ofPath: group.some(({ kind }) => kind === 'path') });
      return { stance, anyOf: EITHER.test(match[0]), mentions: group, before, after };
    }),
  );
}

interface Place {
  readonly clause: string;
  readonly before: string;
  readonly after: string;
  readonly ofPath: boolean;
}

function stanceOf({ clause, before, after, ofPath }: Place): Stance {
  if (NOT_NOW.some((pattern) => pattern.test(clause))) return 'unclear';
  if (COMPARED_BEFORE.test(before) || COMPARED_AFTER.test(after) || NEW_BEFORE.test(before)) return 'unclear';
  const denied = ofPath ? PATH_DENIED : TECHNOLOGY_DENIED;
  if (denied.before.test(before) || denied.after.some((pattern) => pattern.test(after))) return 'absent';
  const rest = deniedElsewhere(before, after);
  return NEGATION.test(rest) ? 'unclear' : 'there';
}

/** In `A instead of B` and `B 대신 A` the negation is B's alone. */
function deniedElsewhere(before: string, after: string): string {
  const rest = `${before}\u0000${after}`;
  return rest.replaceAll(OTHERS_NEGATION, ' ');
}

const MARK = '[\uE000-\uF8FF]';

function sign(index: number): string {
  return String.fromCodePoint(0xe0_00 + index);
}

function mask(text: string, mentions: readonly Mention[]): string {
  let masked = text;
  for (const [i, { start, end }] of [...mentions.entries()].toReversed()) {
    masked = masked.slice(0, start) + sign(i) + masked.slice(end);
  }
  return masked
    .replaceAll(/[`"“”]|(?<![a-z])['‘’]|['‘’](?![a-z])/gi, '')
    .replaceAll(/\bnot only\b|뿐만?\s*아니라/gi, ' ')
    .normalize('NFC');
}

const JOIN = String.raw`\s*(?:,\s*(?:and|or|nor)?|and|or|nor|&|\+|\/|·|와|과|랑|이랑|하고|및|또는|혹은|이나|나)\s*`;
const GROUP = new RegExp(`${MARK}(?:${JOIN}${MARK})*`, 'gi');
const EITHER = /\b(?:or|nor)\b|또는|혹은|나\s/i;

function clausesOf(masked: string): string[] {
  return masked.split(CLAUSE_END).filter((clause) => clause.trim() !== '');
}

/** A comma between two mentions joins them; elsewhere it ends a clause, as do connectives. */
const CLAUSE_END = new RegExp(
  [
    String.raw`[.;!?](?=\s|$)`,
    String.raw`,(?!\s*(?:and\s+|or\s+)?${MARK})`,
    String.raw`,(?=\s*(?:not|but)\b)`,
    String.raw`\s(?:but|while|whereas|although|though|however|because|since|so)\s`,
    String.raw`(?<=지만|으나|는데|하며|되며|이며|하고|되고|이고|있고|있으며|없으며|않으며|않고|없고|아니라|아니고|므로),?\s`,
  ].join('|'),
  'i',
);

/** Plans, conditions and the past say nothing about what is there now. */
const NOT_NOW: readonly RegExp[] = [
  /\b(?:will|shall|let's|going to|plan(?:s|ned)?|intend\w*|propos\w+|consider\w*|eventually|later|future|todo)\b/i,
  /\b(?:should|must|can|could|would|may|might|to|needs?|have|has)\s+(?:(?:to|be|also)\s+){0,2}(?:add|creat|introduc|install|adopt|migrat|replac|switch|implement|generat|extend|mov|renam|remov|drop|upgrad|refactor|set up)\w*/i,
  /^\s*(?:add|create|introduce|install|adopt|migrate|replace|switch|remove|upgrade)\b/i,
  /\b(?:formerly|previously|used to|once|removed|dropped|replaced|migrated|moved|deprecated)\b/i,
  /\b(?:if|whether|unless|in case)\b/i,
  /(?:추가|도입|신설|교체|전환|마이그레이션|제거|삭제|이전|업그레이드|대체)\s*(?:을|를)?\s*(?:할|하여|해서|해야|하면|하기|한다|함|하는|했|됨|됐|되었|된)/,
  /(?:추가|생성|도입|설치|구현|작성|변경|제거|삭제|적용)\s*(?:할|될)\s*것|만들\s*것/,
  /해야|어야|필요|예정|계획|검토|고려|추후|향후|나중에|앞으로|새로|신규|(?:^|\s)새\s|과거|예전|이전에/,
  /라면|이면|하면|경우|인지|는지|여부/,
];

const COMPARED_BEFORE = /\b(?:like|unlike|similar to|compatible with|as in|such as|e\.g\.|(?<!rather )than)\s+$/i;
const COMPARED_AFTER =
  /^(?:-(?:like|style|compatible)|\s+(?:compatible|equivalent|alternative)|(?:와|과)?\s*(?:유사|비슷|호환|같은|처럼|스타일)|\s+to\s+[\uE000-\uF8FF])/;
const NEW_BEFORE = /\bnew\s+(?:\w+\s+)?$/i;

const NEGATION =
  /\b(?:no|not|never|without|neither|nor|none|cannot|lacks?|avoids?|absent|missing|unused)\b|n['’]t\b|않|없|아니|아닌|미사용|말고|제외|안\s*(?:함|한|하|쓰|쓴|씀|됨|된|되)|못\s*(?:하|한|함)/i;

const OTHERS_NEGATION = new RegExp(
  String.raw`\b(?:instead of|rather than|not|no|without)\s+(?:(?:the|a|an|any)\s+)?${MARK}|${MARK}(?:은|는|이|가)?\s*(?:대신|말고|없이|(?:이|가)?\s*아니라|(?:이|가)?\s*아닌)`,
  'gi',
);

const ADVERBS = String.raw`(?:(?:currently|yet|actually|directly|really|any|longer|more|the|a|an|or|of|still)\s+)*`;
const KO_ADVERBS = String.raw`(?:(?:아직|현재|더\s*이상|더는|전혀|이제|별도로|따로|직접|실제로)\s*)*`;
const KO_NOUN = String.raw`(?:\s*[가-힣A-Za-z]{1,10}?)?(?:은|는|이|가|을|를|도)?(?<!에|에는|에서|에도|로|로는)\s*`;

interface Denied {
  readonly before: RegExp;
  readonly after: readonly RegExp[];
}

function denied(words: { verbs: string; states: string; koVerbs: string; koDirect: string }): Denied {
  const not = String.raw`(?:not|never|no longer|n['’]t)`;
  return {
    before: new RegExp(
      String.raw`(?:\b(?:no|without|neither|nor|lacks?|avoids?|instead of|rather than|never|not)|n['’]t)\s+${ADVERBS}(?:(?:${words.verbs})\s+)?${ADVERBS}$`,
      'i',
    ),
    after: [
      new RegExp(
        String.raw`^(?:\s+[a-z]+){0,2}?\s+(?:is|are|was|were|has|have|does|do)?\s*${not}\s+${ADVERBS}(?:be\s+|been\s+|being\s+|in\s+|set\s+)?(?:${words.states})\b`,
        'i',
      ),
      /^(?:\s+[a-z]+){0,2}?\s+(?:is|are)\s+(?:absent|missing|unused)\b|^-free\b/i,
      new RegExp(String.raw`^${KO_NOUN}${KO_ADVERBS}(?:${words.koVerbs})(?:[가-힣]*\s?)?[가-힣]*지\s*(?:는|도)?\s*않`),
      new RegExp(
        String.raw`^${KO_NOUN}${KO_ADVERBS}(?:(?:${words.koVerbs})[가-힣]*\s*)?안\s*(?:함|한|하|쓰|쓴|씀|씁|됨|된|되)`,
      ),
      new RegExp(String.raw`^${KO_NOUN}${KO_ADVERBS}(?:${words.koDirect})`),
    ],
  };
}

const TECHNOLOGY_DENIED = denied({
  verbs:
    'us(?:e|es|ed|ing)|depend(?:s|ing)? on|ha(?:ve|s|ving)|includ(?:e|es|ing)|rel(?:y|ies|ying) on|contains?|requires?|needs?|import(?:s|ing)?|written in|built with|based on|run(?:s|ning)? on',
  states:
    'used|use|present|there|installed|configured|included|required|needed|available|up|exist|part of|a dependency',
  koVerbs: '사용|이용|활용|도입|적용|포함|설치|설정|구성|존재|의존|쓰|있',
  koDirect: '없|미사용|아니|아닌|말고|대신',
});

const PATH_DENIED = denied({
  verbs: 'ha(?:ve|s|ving)|contains?|includ(?:e|es|ing)',
  states: 'present|there|available|exist',
  koVerbs: '존재|있',
  koDirect: '없',
});
