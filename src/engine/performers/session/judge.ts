import { type Failure, unwrap } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { boundaryCrossings } from '../../../evidence/gates/boundaries.ts';
import { missingInterfaces } from '../../../evidence/gates/interfaces.ts';
import { quotesHold } from '../../../evidence/gates/quotes.ts';
import { type TreeFiles, treeFiles } from '../../../evidence/gates/tree-files.ts';
import { changedFiles } from '../../../git/diff.ts';
import { type Invariants, qaInvariantsPrompt, scopeRules } from '../../../prompts/session/qa.ts';
import type { JudgementsAnswer } from '../../../schema/contracts/answers.ts';
import type { DesignBrief } from '../../../schema/contracts/design-brief.ts';
import type { DesignContract } from '../../../schema/contracts/design-contract.ts';
import { wantedJudgements } from '../../../schema/contracts/wanted-answers.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import type { GateNote, Work } from '../../../workflows/session/session-state.ts';
import { performAgentStep, requireAnswer } from '../agent-step.ts';
import { requireContract } from './contracts.ts';
import { gated, note } from './gate-note.ts';
import { scopeRetryTarget } from './scope.ts';
import { designFor, subtaskBrief } from './subtask.ts';
import type { SubtaskJob } from './job.ts';

/** GATE-4: the design holds: forbidden imports and interfaces by our own reading, the rest by an agent that quotes code. */
export async function judge(job: SubtaskJob): Promise<Result<SessionEvent, Failure>> {
  const { services, session, at } = job;
  const designed = designFor(job);
  if (!designed.ok) return ok(designed.missing);
  const { asDesign: design } = designed.value;
  const contract = designed.value.design.value;
  const work = at.subtask.work ?? session.tip;
  const files = await treeFiles(services.git, services.repository, work.tree);
  if (!files.ok) return files;
  const range = { from: session.tip.tree, to: work.tree };
  const changed = await changedFiles(services.git, services.repository, range);
  if (!changed.ok) return changed;
  const crossed = await boundaryCrossings(files.value, { design, changed: changed.value.map((file) => file.path) });
  if (!crossed.ok) return crossed;
  const interfaces = isLastOfTask(job)
    ? await missingInterfaces(contract, files.value)
    : ok({ missing: [], unknown: [] });
  if (!interfaces.ok) return interfaces;
  const lines = [
    ...crossed.value.crossings.map(
      ({ from, to, file, line, import: name }) => `${file}:${line} imports ${name}: ${from} may not depend on ${to}`,
    ),
    ...interfaces.value.missing.map((name) => `${name} is nowhere`),
  ];
  if (lines.length > 0)
    return ok(gated(job, { 'GATE-4': note(job, 'failed', { lines, tree: work.tree }) }, { back_to: 'design' }));
  return judgeByReading(job, { brief: designed.value.brief.value, contract, files: files.value, work });
}

interface Judging {
  readonly brief: DesignBrief;
  readonly contract: DesignContract;
  readonly files: TreeFiles;
  readonly work: Work;
}

/** Invariants, and with them what GATE-3 could not tell: whether the scope that is said in prose was kept. */
async function judgeByReading(
  job: SubtaskJob,
  { brief, contract, files, work }: Judging,
): Promise<Result<SessionEvent, Failure>> {
  const { services, session, at } = job;
  const { invariants } = contract;
  const range = { from: (at.subtask.tests ?? session.tip).tree, to: work.tree };
  const changed = await changedFiles(services.git, services.repository, range);
  if (!changed.ok) return changed;
  const scope = scopeRules(
    brief,
    changed.value.map((file) => file.path),
  );
  const rules = [...invariants, ...scope];
  if (rules.length === 0) return ok(gated(job, { 'GATE-4': note(job, 'passed', { tree: work.tree }) }));
  const task = requireContract(subtaskBrief(job));
  const event = await performAgentStep<JudgementsAnswer, SessionEvent>(job, {
    role: 'qa-engineer',
    template: 'session/qa-invariants',
    worktree: { commit: work.commit },
    prompt: (_, template) => qaInvariantsPrompt({ ...task, invariants: rules }, template),
    answer: wantedJudgements(rules.map(({ id }) => id)),
    save: async (done) => {
      const answer = requireAnswer(done);
      const broken = unwrap(await brokenBy(answer, files));
      return judged(job, { answer, broken, invariants, scope, tree: work.tree, call: done.call });
    },
  });
  return ok(event);
}

interface Answered {
  readonly answer: JudgementsAnswer;
  readonly broken: readonly { readonly id: string; readonly line: string }[];
  readonly invariants: Invariants;
  readonly scope: Invariants;
  readonly tree: string;
  readonly call: CallRecord;
}

function judged(job: SubtaskJob, { answer, broken, invariants, scope, tree, call }: Answered): SessionEvent {
  const { subtask } = job.at;
  const noteOf = (ids: readonly string[], before: readonly string[] = []): GateNote => {
    const strength = ids.length === 0 ? [] : ['judged'];
    const wrong = broken.filter(({ id }) => ids.includes(id)).map(({ line }) => line);
    const seen = answer.judgements
      .filter(({ invariant }) => ids.includes(invariant))
      .map(({ invariant, file, quote }) => `${invariant}: ${file}: ${quote}`);
    return wrong.length > 0
      ? note(job, 'failed', { strength, lines: wrong, tree })
      : note(job, 'passed', { strength, lines: [...before, ...seen], tree });
  };
  const held = noteOf(invariants.map(({ id }) => id));
  const kept = noteOf(
    scope.map(({ id }) => id),
    subtask.notes['GATE-3']?.lines,
  );
  // A design that does not hold is mended first: the scope may be another one then.
  const notes = { 'GATE-4': held, ...(scope.length === 0 ? {} : { 'GATE-3': kept }) };
  const back_to = held.state === 'failed' ? 'design' : kept.state === 'failed' ? scopeRetryTarget(subtask) : null;
  return gated(job, notes, { back_to, calls: [call] });
}

/** Rules that do not hold; one whose judgement quotes nothing that is there does not, either. */
async function brokenBy(
  { judgements }: JudgementsAnswer,
  files: TreeFiles,
): Promise<Result<{ readonly id: string; readonly line: string }[], Failure>> {
  const quoted = await quotesHold(
    judgements.map(({ file, quote, ...judgement }) => ({ ...judgement, quotes: [{ file, text: quote }] })),
    files,
  );
  if (!quoted.ok) return quoted;
  return ok([
    ...quoted.value.given
      .filter(({ holds }) => !holds)
      .map(({ invariant, reason }) => ({ id: invariant, line: `${invariant}: ${reason}` })),
    ...quoted.value.notGiven.map(({ invariant, why, file }) => ({
      id: invariant,
      line: `${invariant}: the judgement quotes nothing that is there (${why}${file === null ? '' : `, ${file}`})`,
    })),
  ]);
}

/** Interfaces may come with a later subtask; with the last one they have to be there. */
function isLastOfTask({ at }: SubtaskJob): boolean {
  return at.task.subtask_order.at(-1) === at.subtaskId;
}
