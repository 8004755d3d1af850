import type { Verdict } from './assumptions.ts';
import type { Mention } from './mentions.ts';
import { insteadOf, presenceOf, type Signs } from './presence.ts';
import type { Claim } from './stance.ts';
import { checkVersion } from './versions.ts';

export function judgeTechnology(
  mention: Extract<Mention, { kind: 'technology' }>,
  { stance, after, mentions }: Claim,
  signs: Signs,
): Verdict {
  const { technology, version, text } = mention;
  const presence = presenceOf(technology, signs);
  if (presence.is === 'unsure' || stance === 'unclear') return { verdict: 'unknown' };
  if (presence.is === 'absent') {
    if (stance === 'absent') return { verdict: 'matched' };
    return { verdict: 'mismatched', correction: `${text}: not used${instead(insteadOf(technology, signs))}` };
  }
  // `React Hook Form` names more than React: that React is there does not show it.
  const isLonger = mention === mentions.at(-1) && /^ [A-Z][a-z]+/.test(after);
  if (isLonger) return { verdict: 'unknown' };
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

function instead(others: readonly { readonly name: string; readonly sign: string }[]): string {
  if (others.length === 0) return '';
  const named = others.slice(0, 3).map(({ name, sign }) => `${name} (${sign})`);
  return `; instead: ${named.join(', ')}`;
}
