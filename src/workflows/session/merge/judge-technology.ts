import type { Verdict } from './assumptions.ts';
import type { Mention } from './mentions.ts';
import { insteadOf, presenceOf, type Signs } from './presence.ts';
import type { Claim } from './stance.ts';
import { checkVersion } from './versions.ts';

export function judgeTechnology(
  mention: Extract<Mention, { kind: 'technology' }>,
  claim: Claim,
  signs: Signs,
): Verdict {
  const { technology, version, text } = mention;
  const { stance } = claim;
  const presence = presenceOf(technology, signs);
  if (presence.is === 'unsure' || stance === 'unclear') return { verdict: 'unknown' };
  if (presence.is === 'absent') {
    if (stance === 'absent') return { verdict: 'matched' };
    return { verdict: 'mismatched', correction: `${text}: not used${instead(insteadOf(technology, signs))}` };
  }
  if (namesMore(claim)) return { verdict: 'unknown' };
  if (version !== undefined) return judgeVersion();
  if (stance === 'there') return { verdict: 'matched' };
  return { verdict: 'mismatched', correction: `${text}: is used (${presence.sign})` };

  function judgeVersion(): Verdict {
    if (version === undefined || stance !== 'there') return { verdict: 'unknown' };
    const checked = checkVersion(version, { technology, presence, signs });
    if (checked.is !== 'mismatched') return { verdict: checked.is };
    return { verdict: 'mismatched', correction: `${text}: the version is ${checked.declared}` };
  }
}

/** `React Hook Form`, `JUnit and WireMock`: that the known part is there does not show the other. */
function namesMore({ before, after }: Claim): boolean {
  return /^ [A-Z][a-z]+/.test(after) || JOINED_AFTER.test(after) || JOINED_BEFORE.test(before);
}

const JOINED_AFTER = /^\s*(?:,(?:\s*(?:and|or))?|and|or|&|\+|\/|와|과|및)\s*[A-Z][A-Za-z]+/;
const JOINED_BEFORE = /(?:^|[\s/])[A-Z][\w.]+\s*(?:,(?:\s*(?:and|or))?|\sand|\sor|&|\+|\/|와|과|\s및)\s*$/;

function instead(others: readonly { readonly name: string; readonly sign: string }[]): string {
  if (others.length === 0) return '';
  const named = others.slice(0, 3).map(({ name, sign }) => `${name} (${sign})`);
  return `; instead: ${named.join(', ')}`;
}
