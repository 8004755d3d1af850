import { isFull } from '../support/tier.ts';
import { attemptGroups } from './attempts.ts';
import { movedSignInAttempts, vendorAttempts } from './vendor-attempts.ts';

const groups = {
  ...attemptGroups,
  'Settings that vendors’ programs and claude-mem read': vendorAttempts,
  'Sign-ins, where they were moved to': movedSignInAttempts,
};

const all = Object.values(groups).flat();

/** Of this tier. */
export const attempts = all.filter(({ tier }) => isFull || tier === undefined);

/** Those that the sandbox does not hold. */
export const openAttempts = all.filter(({ isOpen, network }) => isOpen === true || network === 'off');

/** `docs/reference/sandbox-escapes.md` */
export function describeWaysOut(): string {
  const rows = Object.entries(groups).map(([title, tried]) => {
    const lines = tried.map(({ name, works, network, isOpen }) => {
      const without = works === 'for root' ? 'open to root' : 'open';
      const inside = isOpen === true ? '**open**' : network === 'off' ? '**open**, held with `network: off`' : 'held';
      return `| ${name} | ${without} | ${inside} |`;
    });
    return [`## ${title}`, '', '| attempt | without a sandbox | in the sandbox |', '| --- | --- | --- |', ...lines, ''];
  });
  return ['# Ways out', '', INTRODUCTION, '', ...rows.flat()].join('\n');
}

const INTRODUCTION = `What \`test/escape/\` tries, as root and as an ordinary user, on Linux 6.18 with bubblewrap 0.8 and Perl. \`orchestral doctor\`
tries the most important ones on your machine. What is open, and why that does no harm, is in
[SECURITY.md](../../SECURITY.md).`;
