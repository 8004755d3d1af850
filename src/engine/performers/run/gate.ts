import { toTheSecond } from '../../../base/clock.ts';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { changedFiles, patchBetween } from '../../../git/diff.ts';
import { en } from '../../../i18n/en/index.ts';
import { gatekeeperPrompt } from '../../../prompts/run/gatekeeper.ts';
import { type GatekeeperAnswer, wantedGatekeeperAnswer } from '../../../schema/run/answers.ts';
import { readPrecedents } from '../../../store/precedents.ts';
import { settledBy } from '../../../workflows/run/consultation.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import type { Evidence } from '../../../workflows/run/evidence.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import type { Work } from '../../../workflows/run/facts.ts';
import { judge, type Opinion, questionAbout } from '../../../workflows/run/judge.ts';
import { type Judgement, shortened } from '../../../workflows/run/judgement.ts';
import { readTemplate } from '../../prompt-templates.ts';
import { findingText } from '../../run-documents/finding-text.ts';
import { reviewText } from '../../run-documents/review.ts';
import { coverageNeeded, criteriaOf, mostIterations } from '../../run-settings.ts';
import { askPerson } from './ask-person.ts';
import { callRole } from './call-role.ts';
import { prepareAgentWorktree } from '../../work/checks.ts';
import { decisionOf, decisionsOf } from './decisions.ts';
import { readText, writeDocument, writeLog, writeText } from './run-folder.ts';
import { PATCH_LIMIT } from './verify.ts';
import type { Job, JobAt } from './job.ts';

/** The Gatekeeper gives its opinion; the judgement also knows what was measured, which is stronger. */
export async function gate(job: JobAt<'gate'>): Promise<Result<RunEvent, Failure>> {
  const { work, evidence } = job.step;
  // Of nothing there is no opinion to have.
  if (work === null || evidence === null) return conclude(job, { opinion: null, calls: [] });
  const prompt = await promptFor(job, { work, evidence });
  if (!prompt.ok) return prompt;
  const room = await prepareAgentWorktree(job, { commit: work.commit });
  if (!room.ok) return room;
  const called = await callRole<GatekeeperAnswer>(job, {
    role: 'gatekeeper',
    prompt: prompt.value,
    folder: room.value.worktree.folder,
    answer: wantedGatekeeperAnswer(),
  });
  if (!called.ok) return called;
  if (called.value.status === 'over') return ok(called.value.event);
  const { call, answer } = called.value;
  if (answer === undefined) throw new Error('answered without an answer');
  const logged = writeLog(job, 'gatekeeper/log.md', { call, log: answer.reason, text: '' });
  return logged.ok ? conclude(job, { opinion: answer, calls: [call] }) : logged;
}

interface Concluding {
  readonly opinion: (Opinion & Pick<GatekeeperAnswer, 'crp'>) | null;
  readonly calls: readonly CallRecord[];
}

function conclude(job: JobAt<'gate'>, { opinion, calls }: Concluding): Result<RunEvent, Failure> {
  const { services, settings, run, id } = job;
  const judgement = judgeNow(job, opinion);
  const written = writeReview(job, judgement);
  if (!written.ok) return written;
  services.onPoint('files.written');
  if (judgement.verdict !== 'NEEDS_HUMAN') {
    const data = {
      effect: id,
      calls: [...calls],
      judgement: shortened(judgement),
      max_iterations: mostIterations(settings),
    };
    return ok({ type: 'gated', data });
  }
  const asks = judgement.findings.length === 0 ? opinion?.crp : undefined;
  const { crp, about } =
    asks === undefined
      ? questionAbout(judgement, { iteration: run.iteration, words: questionWords(services.words) })
      : { crp: asks, about: [] };
  return askPerson(job, { by: 'gatekeeper', crp, about, calls });
}

function judgeNow({ settings, run, step }: JobAt<'gate'>, opinion: Opinion | null): Judgement {
  return judge({
    opinion,
    evidence: step.evidence,
    base: { failed: run.base_tests?.failed ?? 0 },
    criteria: criteriaOf(settings),
    iteration: run.iteration,
    settled: settledBy(run.consultations, run.iteration),
  });
}

function writeReview({ services, run, step }: JobAt<'gate'>, judgement: Judgement): Result<void, Failure> {
  const { run_id, iteration, max_iterations } = run;
  const facts = { run_id, iteration, max_iterations, judgement, evidence: step.evidence };
  const review = writeText(services, 'gatekeeper/review.md', reviewText(facts, services.words));
  if (!review.ok) return review;
  const { verdict, reason, issues, triggers, findings } = judgement;
  const told = findings.map((finding) => findingText(finding, services.words));
  return writeDocument(services, 'gatekeeper/verdict.json', {
    name: 'verdict',
    value: {
      verdict,
      reason: [...told, reason].filter((text) => text.trim() !== '').join('\n'),
      issues: [...issues],
      triggers: [...triggers],
      created_at: toTheSecond(services.clock.now().toISOString()),
    },
  });
}

function questionWords({ run, ...words }: Job['services']['words']) {
  const sentences = (findings: Judgement['findings']) =>
    findings.map((finding) => findingText(finding, { run, ...words }));
  return {
    question: (findings: Judgement['findings']) => run.question(sentences(findings)),
    context: (findings: Judgement['findings'], reason: string) => run.context(sentences(findings), reason),
    accept: run.accept,
    sendBack: run.sendBack,
  };
}

async function promptFor(
  job: JobAt<'gate'>,
  { work, evidence }: { readonly work: Work; readonly evidence: Evidence },
): Promise<Result<string, Failure>> {
  const { services, settings, run } = job;
  const { git, repository } = services;
  const refined = readText(services, 'briefing/refined.md');
  if (!refined.ok) return refined;
  const template = readTemplate(services.project, 'run/gatekeeper');
  if (!template.ok) return template;
  const precedents = readPrecedents(services.own);
  if (!precedents.ok) return precedents;
  const range = { from: run.base.commit, to: work.commit };
  const changed = await changedFiles(git, repository, range);
  if (!changed.ok) return changed;
  const patch = await patchBetween(git, repository, { ...range, atMost: PATCH_LIMIT });
  if (!patch.ok) return patch;
  const { iteration, max_iterations, consultations } = run;
  return gatekeeperPrompt(
    {
      refined: refined.value,
      config: settings.gatekeeper,
      coverageNeeded: coverageNeeded(settings),
      decisions: decisionsOf(consultations),
      precedents: precedents.value.map(({ crp, vcr }) => decisionOf(crp, vcr)),
      changed: changed.value,
      patch: patch.value,
      evidence,
      findings: judgeNow(job, null).findings.map((finding) => findingText(finding, en)),
      changedTests: evidence.changed_tests,
      dependencies: evidence.dependencies,
      iteration,
      maxIterations: max_iterations,
    },
    template.value,
  );
}
