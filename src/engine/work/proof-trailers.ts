import { createHash } from 'node:crypto';
import { canonicalJson, parseJson } from '../../base/json.ts';
import type { Trailers } from '../../git/commit.ts';
import { type ChangeProof, type ProofCommands, proofCommands, type ProofRun } from '../../schema/change-proof.ts';

/** What a merge commit says of how it was proved: enough to prove it again. */
export interface RecordedProof {
  readonly baseline: string;
  /** The tree that was proved; that of the commit, unless somebody squashed or rebased it. */
  readonly tree: string;
  readonly commands: ProofCommands;
  readonly tools: Readonly<Record<string, string>>;
  readonly runs: readonly RecordedRun[];
  /** Tests that fail without the change. */
  readonly proven: number;
  /** What a review or a person let through. */
  readonly allowed: { readonly count: number; readonly digest: string };
}

type RecordedRun = Pick<ProofRun, 'kind' | 'passed' | 'failed' | 'skipped'>;

export interface ProofToRecord extends Pick<ProofCommands, 'acceptance' | 'tasks' | 'joined'> {
  readonly proof: ChangeProof;
  /** What was allowed of it, in whatever form the workflow keeps it. */
  readonly allowed: readonly unknown[];
}

/** Which tree the proof of a commit speaks of. */
export function evidenceOf(tree: string): Trailers {
  return { 'Orchestral-Evidence': `tree ${tree}` };
}

/** For the commit that brings a proved change in. Runs that need not come out so again are left out. */
export function proofTrailers({ proof, acceptance, tasks, joined, allowed }: ProofToRecord): Trailers {
  const { baseline, candidate, runs, proven, tools = {} } = proof;
  const tests = runs.find(({ kind }) => kind === 'baseline')?.command ?? null;
  const lines = runs
    .filter(({ kind, of_earlier_round }) => !/^(?:flaky|hollow|turned)$/.test(kind) && of_earlier_round === undefined)
    .map(({ kind, passed, failed, skipped }) => `${kind} ${passed} passed, ${failed} failed, ${skipped} skipped`);
  const versions = Object.entries(tools).map(([name, version]) => `${name} ${version}`);
  return {
    ...evidenceOf(candidate.tree),
    'Orchestral-Baseline': baseline.commit,
    'Orchestral-Commands': JSON.stringify({ tests, acceptance, tasks, joined }),
    'Orchestral-Checks': lines.join('\n'),
    ...(versions.length > 0 && { 'Orchestral-Tools': versions.join(', ') }),
    'Orchestral-Proven': String(proven.count),
    'Orchestral-Allowed': `${allowed.length} ${digestOf(allowed)}`,
  };
}

/** The same for the same things allowed, in whatever order. */
function digestOf(allowed: readonly unknown[]): string {
  const sorted = allowed.map((one) => canonicalJson(one)).sort();
  return createHash('sha256').update(sorted.join('\n')).digest('hex');
}

/** What the message of a commit says; null where it says nothing, or not enough. */
export function readProofTrailers(message: string): RecordedProof | null {
  const found = trailersIn(message);
  const tree = /^tree ([0-9a-f]{40,64})$/.exec(found.get('Orchestral-Evidence') ?? '')?.[1];
  const baseline = /^[0-9a-f]{40,64}$/.exec(found.get('Orchestral-Baseline') ?? '')?.[0];
  const commands = proofCommands.safeParse(parseJson(found.get('Orchestral-Commands') ?? ''));
  const allowed = /^(\d+) ([0-9a-f]{64})$/.exec(found.get('Orchestral-Allowed') ?? '');
  if (tree === undefined || baseline === undefined || !commands.success || allowed === null) return null;
  return {
    baseline,
    tree,
    commands: commands.data,
    tools: toolsIn(found.get('Orchestral-Tools') ?? ''),
    runs: (found.get('Orchestral-Checks') ?? '').split('\n').flatMap(runIn),
    proven: Number(found.get('Orchestral-Proven') ?? 0),
    allowed: { count: Number(allowed[1]), digest: allowed[2] ?? '' },
  };
}

/** The last paragraph; a line that begins with a space goes on with the one before. */
function trailersIn(message: string): Map<string, string> {
  const block = message.trim().split(/\n\n+/).at(-1) ?? '';
  const trailers = new Map<string, string>();
  let last: string | undefined;
  for (const line of block.split('\n')) {
    const [, key, value = ''] = /^([A-Za-z][A-Za-z0-9-]*): (.*)$/.exec(line) ?? [];
    if (key !== undefined) {
      trailers.set(key, value);
      last = key;
    } else if (last !== undefined && line.startsWith(' ')) {
      trailers.set(last, `${trailers.get(last) ?? ''}\n${line.trim()}`);
    }
  }
  return trailers;
}

function runIn(line: string): RecordedRun[] {
  const [, name = '', passed, failed, skipped] = /^(\w+) (\d+) passed, (\d+) failed, (\d+) skipped$/.exec(line) ?? [];
  const kind = KINDS.find((one) => one === name);
  return kind === undefined ? [] : [{ kind, passed: Number(passed), failed: Number(failed), skipped: Number(skipped) }];
}

const KINDS = ['baseline', 'candidate', 'old_tests', 'new_tests', 'regression', 'red'] as const;

function toolsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(', ')
      .map((part) => [part.split(' ')[0] ?? '', part.slice(part.indexOf(' ') + 1)] as const)
      .filter(([name]) => name !== ''),
  );
}
