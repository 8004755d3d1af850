import type { Catalogue } from '../../i18n/catalogue.ts';
import type { ChangeProof } from '../../schema/change-proof.ts';
import type { CheckedHunk, HunkCheck } from '../../schema/hunk-check.ts';
import { isAllowable, type ProofFinding } from '../../schema/proof-finding.ts';
import { type QuestionItem, questionItems } from '../../workflows/proof/question-items.ts';
import type { Judgement } from '../../workflows/run/judgement.ts';
import { proofFindingText } from './finding-text.ts';
import { bullets, code, line } from './markdown.ts';
import { shownRuns } from './shown-runs.ts';

export interface ProofFacts {
  /** Undefined in logs from before there were proofs. */
  readonly proof: ChangeProof | undefined;
  readonly judgement: Pick<Judgement, 'to_allow' | 'quotes'>;
  /** What was allowed before this approval. */
  readonly allowed: readonly { readonly code: string; readonly key: string }[];
  readonly allowsSuperseded: boolean;
  /** Null: nobody knows, so far; undefined: nothing to say of them. */
  readonly hunks?: HunkCheck | null | undefined;
}

/** What was proven and what was not, as parts of a page: what tests no longer demand first. */
export function proofParts(
  { proof, judgement, allowed, allowsSuperseded, hunks }: ProofFacts,
  words: Catalogue,
): string[] {
  if (proof === undefined) return [];
  const said = words.runDocuments.proof;
  const { findings } = proof;
  const toAllow = judgement.to_allow ?? [];
  const isShown = ({ code: own }: ProofFinding): boolean =>
    own === 'lost_demand' || toAllow.some((one) => one.code === own);
  const lost = questionItems(findings.filter((one) => one.code === 'lost_demand'));
  return [
    `## ${said.title}`,
    ...titled(
      said.lost,
      lost.map((item) => itemText(item, words)),
    ),
    ...allowParts(judgement, words),
    ...titled(said.allowed, allowedTexts({ findings, allowed, allowsSuperseded }, words)),
    bullets([
      ...testLines(proof, words),
      ...findings.filter((one) => !isShown(one)).map((one) => line(proofFindingText(one, words))),
      runsLine(proof, words),
    ]),
    ...hunkParts(hunks, words),
  ];
}

/** What tests do not notice comes first. */
function hunkParts(hunks: ProofFacts['hunks'], { runDocuments: { proof: said }, prove }: Catalogue): string[] {
  if (hunks === undefined) return [];
  if (hunks === null) return [`**${said.hunks}**`, said.hunksUnknown];
  const { hunks: checked, skipped, stopped, percent } = hunks;
  const of = (outcome: CheckedHunk['outcome']): CheckedHunk[] => checked.filter((one) => one.outcome === outcome);
  const some = (places: readonly Pick<CheckedHunk, 'path' | 'line' | 'lines'>[], fate: string): string[] =>
    places.map(({ path, line: at, lines }) => `${code(`${path}:${at}`)} (${prove.lines(lines)}): ${fate}`);
  return [
    `**${said.hunks}**`,
    bullets([
      ...(percent === null ? [] : [said.noticed(of('noticed').length, checked.length, percent)]),
      ...(percent === null && stopped === null ? [prove.nothing] : []),
      ...some(of('unnoticed'), prove.outcomes.unnoticed),
      ...some(of('load'), prove.outcomes.load),
      ...(stopped === null ? [] : [prove.stopped[stopped](skipped.length)]),
    ]),
  ];
}

/** For an agent that judges the work: the same, line by line. */
export function proofLines({ findings, proven, added }: ChangeProof, words: Catalogue): string[] {
  const lost = findings.filter((one) => one.code === 'lost_demand');
  const others = findings.filter((one) => one.code !== 'lost_demand');
  const items = (some: readonly ProofFinding[]): string[] =>
    questionItems(some.filter(isAllowable)).map((item) => itemText(item, words));
  return [
    ...items(lost),
    ...items(others),
    ...others.filter((one) => !isAllowable(one)).map((one) => proofFindingText(one, words)),
    ...(added === undefined ? [] : testLines({ added, proven }, words)),
  ];
}

/** What whoever approves the work allows with it, by the numbers that `approve` takes. */
function allowTexts(findings: readonly ProofFinding[], words: Catalogue): string[] {
  return questionItems(findings).map((item) => `${item.number}. ${itemText(item, words)}`);
}

function allowParts({ to_allow = [], quotes = [] }: ProofFacts['judgement'], words: Catalogue): string[] {
  if (to_allow.length === 0) return [];
  const { toAllow, youWrote } = words.runDocuments.proof;
  return [
    `**${toAllow}**`,
    allowTexts(to_allow, words).join('\n'),
    ...(quotes.length === 0 ? [] : [youWrote, bullets(quotes.map((quote) => `“${line(quote)}”`))]),
  ];
}

/** `test/a.test.js > adds` (superseded): `equal(1, 2)` → `equal(1, 3)` */
function itemText({ code: own, key, keys, was, now }: QuestionItem, { runDocuments: { proof } }: Catalogue): string {
  const kind = proof.kinds[own] ?? own;
  if (key === null) return kind;
  if (keys.length > 1) return `${code(key)} (${kind}): ${proof.onlyNames(keys.length)}`;
  const change =
    was === null && now === null ? '' : `: ${sideText(was, proof.nothing)} → ${sideText(now, proof.nothing)}`;
  return `${code(key)} (${kind})${change}`;
}

function sideText(text: string | null, nothing: string): string {
  return text === null ? nothing : code(text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);
}

const LONGEST = 300;

function allowedTexts(
  {
    findings,
    allowed,
    allowsSuperseded,
  }: Pick<ProofFacts, 'allowed' | 'allowsSuperseded'> & Pick<ChangeProof, 'findings'>,
  { runDocuments: { proof } }: Catalogue,
): string[] {
  const items = findings.filter(isAllowable).flatMap((one) => one.items.map(({ key }) => ({ code: one.code, key })));
  const isSame = (one: ProofFacts['allowed'][number]): boolean =>
    items.some(({ code: own, key }) => own === one.code && key === one.key);
  const atStart = allowsSuperseded ? items.filter((one) => one.code === 'superseded') : [];
  return [
    ...allowed
      .filter(isSame)
      .map(({ code: own, key }) => `${code(key)} (${proof.kinds[own] ?? own}): ${proof.byPerson}`),
    ...atStart.map(({ key }) => `${code(key)} (${proof.kinds['superseded']}): ${proof.atStart}`),
  ];
}

function testLines(
  { added, changed, proven }: Pick<ChangeProof, 'added' | 'changed' | 'proven'>,
  words: Catalogue,
): string[] {
  const said = words.runDocuments.proof;
  const some = ({ tests, count }: ChangeProof['proven']): string => {
    const more = count - tests.length;
    return [...tests.map(code), ...(more > 0 ? [words.runDocuments.more(more)] : [])].join(', ');
  };
  return [
    ...(added !== undefined && added.count > 0 ? [said.added(added.count, some(added))] : []),
    ...(changed !== undefined && changed.count > 0 ? [said.changed(changed.count, some(changed))] : []),
    ...(proven.count > 0 ? [said.proven(proven.count, some(proven))] : []),
  ];
}

function runsLine({ runs }: ChangeProof, { runDocuments: { proof } }: Catalogue): string {
  const texts = shownRuns(runs).map(({ kind, passed, failed, seconds, reused }) =>
    proof.run({ kind: proof.runs[kind] ?? kind, passed, failed, seconds, reused }),
  );
  return `${proof.ran}: ${texts.join(' · ')}`;
}

function titled(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`**${title}**`, bullets(entries)];
}
