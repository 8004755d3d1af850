/*
 * What the documentation once said and nobody would say. English: participles without a subject, "shall", and words
 * that stand for others ("goes on with" for "continues"). Korean: 당신, honorifics of another level, words that have
 * another name here.
 */

export const BANNED_ENGLISH: readonly RegExp[] = [
  /\bis told\b/gi,
  /\bis said\b/gi,
  /\bsaid so\b/gi,
  /\bare told of\b/gi,
  /\btold by\b/gi,
  /\bof (?:its|their|his|her|our) own\b(?! (?:accord))/gi,
  /\bgo(?:es)? on with\b/gi,
  /\bwhoever\b/gi,
  /\bshall\b/gi,
  /\bheld against\b/gi,
  /\breckoned\b/gi,
  /\bspoilt\b/gi,
  /\bslip of the hand\b/gi,
  /\bwhat is red\b/gi,
  /\bdearest\b/gi,
  /\bmay be said\b/gi,
  /\blet go\b/gi,
  /\bcan be gone on\b/gi,
  /\bwhatever is killed\b/gi,
  /\boutlives?\b/gi,
  /\bcomes? to rest\b/gi,
  /\bwhere all of it lies\b/gi,
  /\bputs? right\b/gi,
  /\banew\b/gi,
  /\bof late\b/gi,
  /\bnowhere else\b/gi,
  // Not the event, the method and the files of this name.
  /(?<![`/])\bconduct(?:s|ed|ing)?\b(?![`(.-])/gi,
  /\b(?:are|was|were|be) told\b/gi,
  /\b(?:is|are|was|were|been) begun\b/gi,
  /\bleft alone\b/gi,
  /\bleaves? (?:it|them) alone\b/gi,
  /\blies? (?:in|on|below|where)\b/gi,
  /\bt(?:akes?|aken|ook) up\b/gi,
  /\bbrings? (?:it |them )?home\b/gi,
  /\bwhatever\b/gi,
  /\bat work\b/gi,
  /\bmended\b/gi,
  /\bstands? twice\b/gi,
];

export const BANNED_KOREAN: readonly RegExp[] = [
  /당신/g,
  /하십시오/g,
  /꾸러미/g,
  /반복 [0-9]+회/g,
  /지휘/g,
  /[이가을를은는]\([이가을를은는]\)/g,
  /\(으\)로/g,
  /뜻하셨나요/g,
  /증명되어야 완료로 침/g,
  /놓지 않았습니다/g,
  /미입증|입증(?!하)/g,
  /스냅숏/g,
  /빈틈/g,
  /허락/g,
];
