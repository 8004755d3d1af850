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
  return performAgentStep<JudgementsAnswer, SessionEvent>(job, {
    role: 'qa-engineer',
    template: 'session/qa-invariants',
    worktree: { commit: work.commit, isBroken: true },
    prompt: (_, template) => qaInvariantsPrompt({ ...task, invariants: rules }, template),
    answer: wantedJudgements(rules.map(({ id }) => id)),
    save: async (done) => {
      const { judgements } = requireAnswer(done);
      const { toRepository, toProject } = projectPathsOf(job.services.project);
      const read = unwrap(await files.texts(judgements.map(({ file }) => toRepository(normalPath(file)))));
      const texts = new Map([...read].map(([file, text]) => [toProject(file), text]));
      const findings = ruleFindings(judgements, { texts, scope: scope.map(({ id }) => id) });
      return gateMeasured(job, { gate: 'GATE-4', findings, tree, calls: [done.call] });
    },
  });
}

async function changedPaths(
  { services }: SubtaskJob,
  range: { readonly from: string; readonly to: string },
): Promise<string[]> {
  return (await changedFiles(services.git, services.repository, range)).map(({ path }) => path);
}
