import { unwrap } from '../../../base/failure.ts';
import { normalPath } from '../../../base/normal-path.ts';
import { boundaryCrossings } from '../../../evidence/gates/boundaries.ts';
import { missingInterfaces } from '../../../evidence/gates/interfaces.ts';
import { type TreeFiles, treeFiles } from '../../../evidence/gates/tree-files.ts';
import { changedFiles } from '../../../git/diff.ts';
import { qaInvariantsPrompt, scopeRules } from '../../../prompts/session/qa.ts';
import type { JudgementsAnswer } from '../../../schema/contracts/answers.ts';
import type { DesignBrief, DesignContract } from '../../../schema/contracts/design.ts';
import { wantedJudgements } from '../../../schema/contracts/wanted-answers.ts';
import type { SubtaskBrief } from '../../../prompts/session/parts.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import type { GateFinding } from '../../../workflows/session/gate-findings.ts';
import { isLastOfTask } from '../../../workflows/session/gates.ts';
import { ruleFindings } from '../../../workflows/session/measured-findings.ts';
import type { Work } from '../../../workflows/session/session-state.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { performAgentStep, requireAnswer } from '../agent-step.ts';
import type { SubtaskJob } from './job.ts';
import { gateMeasured, requireDesign, subtaskBrief } from './subtask.ts';

/** GATE-4: whether the design holds: forbidden imports and interfaces by our own reading, the rest by an agent that quotes code. */
export async function judge(job: SubtaskJob): Promise<SessionEvent> {
  const { services, session, at } = job;
  const { asDesign, brief, design } = requireDesign(job);
  const work = at.subtask.work ?? session.tip;
  const files = unwrap(await treeFiles(services.git, services.repository, work.tree));
  const changed = await changedPaths(job, { from: session.tip.tree, to: work.tree });
  const { crossings } = unwrap(await boundaryCrossings(files, { design: asDesign, changed }));
  const missing = isLastOfTask(at.task, at.subtaskId)
    ? unwrap(await missingInterfaces(design.value, files)).missing
    : [];
  const findings: GateFinding[] = [
    ...(crossings.length > 0 ? [{ code: 'boundaries_crossed' as const, imports: [...crossings] }] : []),
    ...(missing.length > 0 ? [{ code: 'interfaces_missing' as const, names: [...missing] }] : []),
  ];
  // No agent need be asked about a design that is broken already.
  if (findings.length > 0) return gateMeasured(job, { gate: 'GATE-4', findings, tree: work.tree });
  return askAboutRules(job, { brief: brief.value, design: design.value, files, work });
}

interface Reading {
  readonly brief: DesignBrief;
  readonly design: DesignContract;
  readonly files: TreeFiles;
  readonly work: Work;
}

/** Invariants, and with them what GATE-3 could not tell: whether the scope that is said in prose was kept. */
async function askAboutRules(job: SubtaskJob, { brief, design, files, work }: Reading): Promise<SessionEvent> {
  const { session, at } = job;
  const { tree } = work;
  const changed = await changedPaths(job, { from: (at.subtask.tests ?? session.tip).tree, to: tree });
  const scope = scopeRules(brief, changed);
  const rules = [...design.invariants, ...scope];
  if (rules.length === 0) return gateMeasured(job, { gate: 'GATE-4', findings: [], tree });
  const task = subtaskBrief(job);
  return askJudge(job, rules, { findings: [], calls: [] });

  /** What it quotes and is not there counts as not judged: it is asked once more about that, and nobody else pays for it. */
  function askJudge(by: SubtaskJob, about: typeof rules, before: Judged): Promise<SessionEvent> {
    return performAgentStep<JudgementsAnswer, SessionEvent>(by, {
      role: 'qa-engineer',
      template: 'session/qa-invariants',
      worktree: { commit: work.commit, isBroken: true },
      prompt: (_, template) => qaInvariantsPrompt({ ...task, ...misquoted(task, before), invariants: about }, template),
      answer: wantedJudgements(about.map(({ id }) => id)),
      save: async (done) => {
        const { judgements } = requireAnswer(done);
        const { toRepository, toProject } = projectPathsOf(job.services.project);
        const read = unwrap(await files.texts(judgements.map(({ file }) => toRepository(normalPath(file)))));
        const texts = new Map([...read].map(([file, text]) => [toProject(file), text]));
        const found = ruleFindings(judgements, { texts, scope: scope.map(({ id }) => id) });
        const calls = [...before.calls, done.call];
        const unquoted = new Set(found.flatMap((one) => (one.code === 'rule_unquoted' ? [one.rule] : [])));
        if (unquoted.size === 0 || before.calls.length > 0)
          return gateMeasured(job, { gate: 'GATE-4', findings: [...before.findings, ...found], tree, calls });
        const findings = found.filter(({ code }) => code !== 'rule_unquoted');
        const again = rules.filter(({ id }) => unquoted.has(id));
        return askJudge(afterCall(job, done.call), again, { findings, calls });
      },
    });
  }
}

/** What the judge said of it before, and the calls that took. */
interface Judged {
  readonly findings: readonly GateFinding[];
  readonly calls: readonly CallRecord[];
}

/** A script goes on with its next step, though the call before is not recorded yet. */
function afterCall(job: SubtaskJob, { list }: CallRecord): SubtaskJob {
  if (list === null) return job;
  const { finished } = job.accounts;
  return { ...job, accounts: { ...job.accounts, finished: { ...finished, [list]: (finished[list] ?? 0) + 1 } } };
}

function misquoted({ feedback }: SubtaskBrief, { calls }: Judged): Pick<SubtaskBrief, 'feedback'> {
  if (calls.length === 0) return { feedback };
  const lines = ['What you quoted last time does not stand in the file that you named. Quote one line of it exactly.'];
  return { feedback: { from: 'GATE-4', lines } };
}

async function changedPaths(
  { services }: SubtaskJob,
  range: { readonly from: string; readonly to: string },
): Promise<string[]> {
  return (await changedFiles(services.git, services.repository, range)).map(({ path }) => path);
}
