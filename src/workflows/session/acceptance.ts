import { isAllowable, type ProofFinding } from '../../schema/proof-finding.ts';
import type { Session, Subtask } from './session-state.ts';

type Trailers = Readonly<Record<string, string>>;

const MOST_NAMES = 5;

/** What was taken with a note, in a commit's own words. */
export function subtaskTrailers({ accepted }: Pick<Subtask, 'accepted'>): Trailers {
  if (accepted === undefined) return {};
  return { 'Orchestral-Proven': String(accepted.proven), ...listedTrailers(accepted.listed) };
}

/** Of all subtasks, and who allowed what. */
export function acceptanceTrailers({ tasks, allowed = [], let_pass = [] }: Session): Trailers {
  const accepted = Object.values(tasks)
    .flatMap(({ subtasks }) => Object.values(subtasks))
    .flatMap((subtask) => subtask.accepted ?? []);
  if (accepted.length === 0) return {};
  const who = [...new Set(allowed.map(({ by }) => by))];
  // What a superseded test no longer demands is allowed with it.
  const superseded = new Set(allowed.filter(({ code }) => code === 'superseded').map(({ key }) => key));
  const own = allowed.filter(({ code, key }) => code !== 'lost_demand' || !superseded.has(key));
  const keys = [...new Set([...own.map(({ code, key }) => `${code} ${key}`), ...let_pass])];
  return {
    ...listedTrailers(accepted.flatMap(({ listed }) => listed)),
    ...(keys.length > 0 && {
      'Orchestral-Allowed-Items': `${keys.length}${who.length === 0 ? '' : ` by ${who.join(', ')}`}: ${some(keys)}`,
    }),
  };
}

/** A line for each kind of finding that nobody may overlook. */
function listedTrailers(findings: readonly ProofFinding[]): Trailers {
  const names = new Map<string, string[]>();
  for (const finding of findings) {
    const name = TRAILERS[finding.code];
    if (name !== undefined) names.set(name, [...(names.get(name) ?? []), ...namesIn(finding)]);
  }
  return Object.fromEntries(
    [...names].map(([name, all]) => {
      const unique = [...new Set(all)];
      return [name, unique.length === 0 ? 'yes' : `${unique.length}: ${some(unique)}`];
    }),
  );
}

const TRAILERS: Readonly<Partial<Record<ProofFinding['code'], string>>> = {
  superseded: 'Orchestral-Superseded',
  lost_demand: 'Orchestral-Lost-Demands',
  configuration: 'Orchestral-Configuration',
  controls: 'Orchestral-Controls',
  tampering: 'Orchestral-Suspicious',
  test_detection: 'Orchestral-Suspicious',
  surface_modified: 'Orchestral-Test-Surface',
  flaky: 'Orchestral-Flaky',
  newly_flaky: 'Orchestral-Flaky',
  failed_before: 'Orchestral-Failed-Before',
  unproven: 'Orchestral-Unproven',
  weak_red: 'Orchestral-Weak-Red',
  proves_nothing: 'Orchestral-Proves-Nothing',
  not_testable: 'Orchestral-Not-Testable',
  no_test_command: 'Orchestral-No-Tests',
};

function namesIn(finding: ProofFinding): string[] {
  if (isAllowable(finding)) return finding.items.map(({ key }) => key);
  if (finding.code === 'new_failures') return finding.tests.map(({ id }) => id);
  if ('tests' in finding) return finding.tests;
  return 'files' in finding ? finding.files : [];
}

function some(names: readonly string[]): string {
  const first = names.slice(0, MOST_NAMES).map((name) => name.replaceAll(/\s+/g, ' ').slice(0, 200));
  return `${first.join('; ')}${names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''}`;
}
