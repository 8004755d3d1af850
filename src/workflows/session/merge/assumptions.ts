import type { Explored } from '../../../schema/contracts/explored.ts';
import { judgePath, meansNoPath } from './judge-path.ts';
import { judgeTechnology } from './judge-technology.ts';
import { mentionsIn, type Mention } from './mentions.ts';
import { misplacedIn } from './misplaced.ts';
import { readPlaces, type Places } from './places.ts';
import { readSigns, type Signs } from './presence.ts';
import type { ProjectTree } from './project-tree.ts';
import { claimsIn, type Claim } from './stance.ts';

export type AssumptionVerdict = { readonly assumption: string } & Verdict;

/** The correction is a line for the Planner: what was named, and what is there instead. */
export type Verdict =
  | { readonly verdict: 'matched' }
  | { readonly verdict: 'mismatched'; readonly correction: string }
  | { readonly verdict: 'unknown' };

export interface Checked {
  readonly assumption: string;
  readonly explored: Explored;
  readonly signs: Signs;
  readonly places: Places;
}

/** Judges each assumption by the paths and known technologies it names, and by nothing else. */
export function checkAssumptions({
  assumptions,
  explored,
  tree,
}: {
  readonly assumptions: readonly string[];
  readonly explored: Explored;
  readonly tree: ProjectTree;
}): AssumptionVerdict[] {
  const signs = readSigns(tree);
  const places = readPlaces(tree.paths, explored);
  return assumptions.map((assumption) => ({
    assumption,
    ...judge({ assumption: assumption.normalize('NFC'), explored, signs, places }),
  }));
}

/** Half of what could be judged, or more, is wrong: the plan stands on sand. */
export function needsReplanning(verdicts: readonly AssumptionVerdict[]): boolean {
  const judged = verdicts.filter(({ verdict }) => verdict !== 'unknown');
  const mismatched = judged.filter(({ verdict }) => verdict === 'mismatched');
  return judged.length > 0 && mismatched.length * 2 >= judged.length;
}

/** An assumption is a sentence; reading a book for negations would take minutes. */
const LONGEST_ASSUMPTION = 2000;

/** One wrong thing makes the assumption wrong; it is right only when everything it names was found right. */
function judge(checked: Checked): Verdict {
  if (checked.assumption.length > LONGEST_ASSUMPTION) return { verdict: 'unknown' };
  const mentions = mentionsIn(checked.assumption).filter((mention) => !meansNoPath(mention, checked.places));
  const claims = claimsIn(checked.assumption, mentions);
  const verdicts = claims.map((claim) => judgeClaim(claim, checked));
  const misplaced = misplacedIn(claims, checked.places);
  if (misplaced !== undefined) verdicts.push({ verdict: 'mismatched', correction: misplaced });
  return all(verdicts);
}

function judgeClaim(claim: Claim, checked: Checked): Verdict {
  if (claim.stance === 'unclear') return { verdict: 'unknown' };
  const verdicts = claim.mentions.map((mention) => judgeMention(mention, claim, checked));
  return claim.anyOf && claim.stance === 'there' ? any(verdicts) : all(verdicts);
}

function judgeMention(mention: Mention, claim: Claim, checked: Checked): Verdict {
  return mention.kind === 'path'
    ? judgePath(mention.text, claim.stance, checked)
    : judgeTechnology(mention, claim, checked.signs);
}

function all(verdicts: readonly Verdict[]): Verdict {
  const corrections = correctionsOf(verdicts);
  if (corrections.length > 0) return { verdict: 'mismatched', correction: [...new Set(corrections)].join('; ') };
  const areMatched = verdicts.length > 0 && verdicts.every(({ verdict }) => verdict === 'matched');
  return { verdict: areMatched ? 'matched' : 'unknown' };
}

function any(verdicts: readonly Verdict[]): Verdict {
  const right = verdicts.find(({ verdict }) => verdict === 'matched');
  if (right !== undefined) return right;
  const corrections = correctionsOf(verdicts);
  const areWrong = corrections.length === verdicts.length;
  return areWrong ? { verdict: 'mismatched', correction: corrections.join('; ') } : { verdict: 'unknown' };
}

function correctionsOf(verdicts: readonly Verdict[]): string[] {
  return verdicts.flatMap((one) => (one.verdict === 'mismatched' ? [one.correction] : []));
}
