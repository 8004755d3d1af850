import { changedFiles } from '../../../git/diff.ts';
import { type FindingItem, isAllowable, type ProofFinding } from '../../../schema/proof-finding.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import { judgePhase } from '../../../workflows/auto/judge-task.ts';
import { proveChange } from '../../work/prove-change.ts';
import type { AutoJob } from './job.ts';
import { ends, type Joined } from './merge-phase.ts';

interface Repair {
  /** What the repair began with: red, and so nothing that tests could be compared with. */
  readonly joined: Joined;
  readonly repaired: Work;
}

/**
 * What was found about a repair, held against both sides that the phase brings together. What one side changed and the
 * repair left alone was judged when it was merged, or is the person's own.
 */
export async function findRepairFindings(job: AutoJob, { joined, repaired }: Repair): Promise<ProofFinding[]> {
  const { git, repository, plan } = job.services;
  const { trunk, tip } = ends(job.graph);
  const files = await changedFiles(git, repository, { from: joined.tree, to: repaired.tree });
  const touched = new Set(files.flatMap((file) => [file.path, file.from ?? file.path]));
  const found: ProofFinding[] = [];
  for (const [n, baseline] of [joined.base ?? trunk.commit, tip.commit].entries()) {
    const { findings } = await proveChange(job, {
      baseline,
      candidate: repaired.commit,
      taskList: plan.path,
      candidateRun: 'together',
      coverage: false,
      scope: 'old_tests',
      request: { words: '', deliverables: [], needsNoChange: true, asksForCode: false },
    });
    // Which tests fail is told by the first: those that fail for the person fail without the repair, too.
    const own = findings.filter((one) => n === 0 || isAllowable(one)).flatMap((one) => within(one, touched));
    for (const finding of own) add(found, finding);
    if (judgePhase(job.graph, found).verdict === 'reject') return found;
  }
  return found;
}

/** With nothing in it but what is about these files. */
function within(finding: ProofFinding, files: ReadonlySet<string>): ProofFinding[] {
  if (!isAllowable(finding)) return [finding];
  const items = finding.items.filter(({ file }) => files.has(file));
  return items.length === 0 ? [] : [{ ...finding, items }];
}

/** The same item is one, against whichever side it is found. */
function add(all: ProofFinding[], finding: ProofFinding): void {
  const index = all.findIndex(({ code }) => code === finding.code);
  const there = all[index];
  if (there === undefined || !isAllowable(there) || !isAllowable(finding)) {
    all.push(finding);
    return;
  }
  const isThere = ({ key, before, after }: FindingItem): boolean =>
    there.items.some((one) => one.key === key && one.before === before && one.after === after);
  all[index] = { ...there, items: [...there.items, ...finding.items.filter((one) => !isThere(one))] };
}
