import { idPatterns, type IdName } from './ids.ts';

/** Days that exist, leap years included. */
const day =
  '(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29' +
  '|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])))';

/** Forms of text besides ids. */
const formPatterns = {
  time: {
    regex: new RegExp(`^${day}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{3})?Z$`),
    example: '2024-01-15T10:00:00Z',
  },
  date: { regex: new RegExp(`^${day}$`), example: '2024-01-15' },
  'absolute-path': { regex: /^(?:\/|[A-Za-z]:[\\/]|\\\\)/, example: '/home/me/project' },
  'short-commit': { regex: /^[0-9a-f]{7}$/, example: 'abc1234' },
  progress: { regex: /^\d{1,9}\/\d{1,9}$/, example: '2/6' },
  'phase-key': { regex: /^phase_\d{1,9}$/, example: 'phase_1' },
  role: {
    regex:
      /^(?:refiner|builder|verifier|gatekeeper|code-explore|planner|architect|qa-engineer|implementer|task-executor|reviewer)$/,
    example: 'builder',
  },
  /** In addresses. */
  count: { regex: /^\d{1,15}$/, example: '25' },
  'comment-id': { regex: /^[a-z0-9][a-z0-9-]{0,63}$/, example: 'c-1' },
  'knowledge-id': { regex: /^[DP]\d{1,15}$/, example: 'P2' },
  variable: { regex: /^[A-Za-z_][A-Za-z0-9_]*$/, example: 'HTTPS_PROXY' },
  label: { regex: /^[A-Za-z0-9][A-Za-z0-9_.-]{0,30}$/, example: 'gpu' },
  'auto-version': { regex: /^[12]\.\d{1,9}$/, example: '2.0' },
} as const;

export type PatternName = IdName | keyof typeof formPatterns;

export const patterns: { readonly [N in PatternName]: { readonly regex: RegExp; readonly example: string } } = {
  ...idPatterns,
  ...formPatterns,
};

const namesByRegex = new Map(Object.entries(patterns).map(([name, { regex }]) => [String(regex), name]));

/** The name of the pattern that a regular expression, written as text, is. */
export function patternNamed(regex: string): PatternName | undefined {
  const name = namesByRegex.get(regex) ?? '';
  return isPatternName(name) ? name : undefined;
}

function isPatternName(name: string): name is PatternName {
  return Object.hasOwn(patterns, name);
}
