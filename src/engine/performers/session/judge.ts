import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { boundaryCrossings } from '../../../evidence/gates/boundaries.ts';
import { missingInterfaces } from '../../../evidence/gates/interfaces.ts';
import { quotesHold } from '../../../evidence/gates/quotes.ts';
import { type TreeFiles, treeFiles } from '../../../evidence/gates/tree-files.ts';
import { changedFiles } from '../../../git/diff.ts';
import { qaInvariantsPrompt } from '../../../prompts/session/qa-invariants.ts';
import type { JudgementsAnswer } from '../../../schema/contracts/answers.ts';
import type { DesignContract } from '../../../schema/contracts/design-contract.ts';
import { wantedJudgements } from '../../../schema/contracts/wanted-answers.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { readTemplate } from '../../prompt-templates.ts';
import { agentRoom } from '../../work/checks.ts';
import { callSessionAgent } from './call.ts';
import { gated, note } from './gate-note.ts';
import { designFor, subtaskBrief } from './subtask.ts';
import type { SubtaskJob } from './workshop.ts';

/** GATE-4: the design holds: forbidden imports and interfaces by our own reading, the rest by an agent that quotes code. */
export async function judge(job: SubtaskJob): Promise<Result<SessionEvent, Failure>> {
  const { workshop, session, at } = job;
  const designed = designFor(job);
  if (!designed.ok) return ok(designed.missing);
  const { asDesign: design } = designed.value;
  const contract = designed.value.design.value;
  const work = at.subtask.work ?? session.tip;
  const files = await treeFiles(workshop.git, workshop.repository, work.tree);
  if (!files.ok) return files;
  const range = { from: session.tip.tree, to: work.tree };
  const changed = await changedFiles(workshop.git, workshop.repository, range);
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
  return judgeInvariants(job, { contract, files: files.value, tree: work.tree, commit: work.commit });
}

interface Judging {
  readonly contract: DesignContract;
  readonly files: TreeFiles;
  readonly tree: string;
  readonly commit: string;
}

async function judgeInvariants(
  job: SubtaskJob,
  { contract, files, tree, commit }: Judging,
): Promise<Result<SessionEvent, Failure>> {
  const { invariants } = contract;
  const passed = (strength: readonly string[], calls: readonly CallRecord[], seen: readonly string[] = []) =>
    ok(gated(job, { 'GATE-4': note(job, 'passed', { strength, lines: seen, tree }) }, { calls }));
  if (invariants.length === 0) return passed([], []);
  const brief = subtaskBrief(job);
  if (!brief.ok) return ok(brief.missing);
  const template = readTemplate(job.workshop.project, 'session/qa-invariants');
  if (!template.ok) return template;
  const prompt = qaInvariantsPrompt({ ...brief.value, invariants }, template.value);
  if (!prompt.ok) return prompt;
  const room = await agentRoom(job, { commit });
  if (!room.ok) return room;
  const called = await callSessionAgent<JudgementsAnswer>(job, {
    role: 'qa-engineer',
    prompt: prompt.value,
    folder: room.value.worktree.folder,
    answer: wantedJudgements(invariants.map((invariant) => invariant.id)),
  });
  if (!called.ok) return called;
  if (called.value.status === 'over') return ok(called.value.event);
  const { answer, call } = called.value;
  if (answer === undefined) throw new Error('answered without an answer');
  const judgements = answer.judgements.map(({ invariant, holds, file, quote, reason }) => ({
    invariant,
    holds,
    reason,
    quotes: [{ file, text: quote }],
  }));
  const quoted = await quotesHold(judgements, files);
  if (!quoted.ok) return quoted;
  const lines = [
    ...quoted.value.given.filter(({ holds }) => !holds).map(({ invariant, reason }) => `${invariant}: ${reason}`),
    ...quoted.value.notGiven.map(
      ({ invariant, why, file }) =>
        `${invariant}: the judgement quotes nothing that is there (${why}${file === null ? '' : `, ${file}`})`,
    ),
  ];
  const seen = answer.judgements.map(({ invariant, file, quote }) => `${invariant}: ${file}: ${quote}`);
  if (lines.length === 0) return passed(['judged'], [call], seen);
  const notes = { 'GATE-4': note(job, 'failed', { strength: ['judged'], lines, tree }) };
  return ok(gated(job, notes, { back_to: 'design', calls: [call] }));
}

/** Interfaces may come with a later subtask; with the last one they have to be there. */
function isLastOfTask({ at }: SubtaskJob): boolean {
  return at.task.subtask_order.at(-1) === at.subtaskId;
}
