import embedded from '../../../templates/run/refiner.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { ConfigRefiner } from '../../schema/config/settings.ts';
import { inline, quoted } from '../quoted.ts';
import { fillTemplate } from '../template.ts';
import { type AnsweredQuestion, decisionsText } from './parts.ts';

export interface RefinerBrief {
  /** As the person wrote it. */
  readonly briefing: string;
  readonly config: ConfigRefiner;
  /** Which refinement this is, counted from 1, and how many there may be. */
  readonly refinement: number;
  readonly refinements: number;
  readonly decisions: readonly AnsweredQuestion[];
  /** Decisions of other runs that apply to the future. */
  readonly precedents: readonly AnsweredQuestion[];
}

export function refinerPrompt(brief: RefinerBrief, template = embedded): Result<string, Failure> {
  return fillTemplate(
    { name: 'run/refiner', text: template },
    {
      fill_rules: fillRules(brief),
      precedents: decisionsText(brief.precedents),
      briefing: quoted(brief.briefing),
      decisions: decisionsText(brief.decisions),
      position: position(brief),
    },
  );
}

/** The words of the briefing that leave everything not forbidden to the Refiner. */
export function delegationIn(briefing: string, keywords: readonly string[]): string[] {
  const text = plain(briefing);
  return keywords.filter((keyword) => plain(keyword).trim() !== '' && text.includes(plain(keyword)));
}

function plain(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function fillRules({ briefing, config }: RefinerBrief): string {
  const { allowed, forbidden } = config.auto_fill;
  const delegation = delegationIn(briefing, config.delegation_keywords);
  const lines = [`- Never, whatever the briefing says: ${names(forbidden)}.`];
  if (delegation.length === 0) lines.push(`- You may: ${names(allowed)}.`, '- Everything else: ask.');
  else
    lines.push(
      `- The briefing leaves the rest to you (it says ${names(delegation)}): you may fill every gap that is not of a forbidden category. Usual categories: ${names(allowed)}; name others alike.`,
    );
  return lines.join('\n');
}

function names(list: readonly string[]): string {
  return list.length === 0 ? 'nothing' : list.map(inline).join(', ');
}

function position({ refinement, refinements }: RefinerBrief): string {
  const place = `This is refinement ${refinement} of at most ${refinements}.`;
  return refinement < refinements ? place : `${place} It is the last one.`;
}
