import { toTheSecond } from '../../../base/clock.ts';
import { changedFiles, patchBetween } from '../../../git/diff.ts';
import { en } from '../../../i18n/en/index.ts';
import { gatekeeperPrompt } from '../../../prompts/run/gatekeeper.ts';
import { type GatekeeperAnswer, questionsIn, wantedGatekeeperAnswer } from '../../../schema/run/answers.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { permissionsIn } from '../../../workflows/proof/permission.ts';
import { allowedIn } from '../../../workflows/run/allowed.ts';
import { settledBy } from '../../../workflows/run/consultation.ts';
import { criteriaFrom, maxIterations, minCoverage } from '../../../workflows/run/criteria.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import type { Evidence } from '../../../workflows/run/evidence.ts';
import { judge, type Opinion, questionAbout } from '../../../workflows/run/judge.ts';
import { type Judgement, shortened } from '../../../workflows/run/judgement.ts';
import type { Work } from '../../../workflows/run/run-state.ts';
import { findingText } from '../../run-documents/finding-text.ts';
import { proofLines } from '../../run-documents/proof-text.ts';
import { reviewText } from '../../run-documents/review.ts';
import { performAgentStep, requireAnswer } from '../agent-step.ts';
import { askPerson } from './ask-person.ts';
import { decisionOf, decisionsOf } from './brief.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { knownPrecedents } from '../../shared-decisions.ts';
import type { Job, JobAt } from './job.ts';
import { requestOf } from './request.ts';
import { readText, writeDocument, writeLog, writeText } from './run-folder.ts';
import { PATCH_LIMIT } from './verify.ts';

/** The Gatekeeper gives its opinion; the judgement also knows what was measured, which is stronger. */
export async function gate(job: JobAt<'gate'>): Promise<RunEvent> {
  const { work, evidence } = job.step;
  // Of nothing there is no opinion to have.
  const isSetUp = evidence?.proof?.findings.every(({ code }) => code !== 'setup_failed') ?? true;
  if (work === null || evidence === null || !isSetUp) return conclude(job, { opinion: null, calls: [] });
  return performAgentStep(job, {
    role: 'gatekeeper',
    template: 'run/gatekeeper',
    worktree: { commit: work.commit },
    prompt: async (_, template) => gatekeeperPrompt(await briefFor(job, { work, evidence }), template),
    answer: wantedGatekeeperAnswer(),
    save: (done) => {
      const opinion = requireAnswer(done);
      writeLog(job, 'gatekeeper/log.md', { call: done.call, log: opinion.reason, text: '' });
      return conclude(job, { opinion, calls: [done.call] });
    },
  });
}

interface Concluding {
  readonly opinion: (Opinion & Pick<GatekeeperAnswer, 'crp' | 'more_crps'>) | null;
  readonly calls: readonly CallRecord[];
}

function conclude(job: JobAt<'gate'>, { opinion, calls }: Concluding): RunEvent {
  const { services, settings, run, id } = job;
  const judgement = withQuotes(job, judgeNow(job, opinion));
  writeReview(job, judgement);
  services.onPoint('files.written');
  if (judgement.verdict !== 'NEEDS_HUMAN') {
    const data = {
      effect: id,
      calls: [...calls],
      judgement: shortened(judgement),
      max_iterations: maxIterations(settings),
    };
    return { type: 'gated', data };
  }
  const asks = judgement.findings.length === 0 ? questionsIn(opinion ?? {}) : [];
  if (asks.length > 0) return askPerson(job, { by: 'gatekeeper', crps: asks, calls });
  const words = questionWords(services.words);
  const { crp, about } = questionAbout(judgement, { iteration: run.iteration, words });
  return askPerson(job, { by: 'gatekeeper', crps: [crp], about, calls });
}

function judgeNow({ settings, run, step }: JobAt<'gate'>, opinion: Opinion | null): Judgement {
  return judge({
    opinion,
    evidence: step.evidence,
    criteria: criteriaFrom(settings),
    iteration: run.iteration,
    settled: settledBy(run.consultations, run.iteration),
    allowed: allowedIn(run, { tree: step.evidence?.tree ?? '', findings: step.evidence?.proof?.findings ?? [] }),
    rejected: run.rejected ?? [],
  });
}

/** What the person said of it when they asked for the work. */
function withQuotes(job: JobAt<'gate'>, judgement: Judgement): Judgement {
  const quotes = permissionsIn(requestOf(job).words, judgement.to_allow ?? []);
  return quotes.length === 0 ? judgement : { ...judgement, quotes };
}

function writeReview({ services, run, step }: JobAt<'gate'>, judgement: Judgement): void {
  const { run_id, iteration, max_iterations } = run;
  const allowed = { allowed: run.allowed ?? [], allowsSuperseded: run.allows_superseded === true };
  const facts = { run_id, iteration, max_iterations, judgement, evidence: step.evidence, ...allowed };
  writeText(services, 'gatekeeper/review.md', reviewText(facts, services.words));
  const { verdict, reason, issues, triggers, findings } = judgement;
  const told = findings.map((finding) => findingText(finding, services.words));
  const value = {
    verdict,
    reason: [...told, reason].filter((text) => text.trim() !== '').join('\n'),
    issues: [...issues],
    triggers: [...triggers],
    created_at: toTheSecond(services.clock.now().toISOString()),
  };
  writeDocument(services, 'gatekeeper/verdict.json', { name: 'verdict', value });
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

async function briefFor(
  job: JobAt<'gate'>,
  { work, evidence }: { readonly work: Work; readonly evidence: Evidence },
): Promise<Parameters<typeof gatekeeperPrompt>[0]> {
  const { services, settings, run } = job;
  const { git, repository } = services;
  const range = { from: run.base.commit, to: work.commit };
  const { iteration, max_iterations } = run;
  const paths = projectPathsOf(services.project);
  return {
    refined: readText(services, 'briefing/refined.md'),
    config: settings.gatekeeper,
    coverageNeeded: minCoverage(settings),
    decisions: decisionsOf(run),
    precedents: knownPrecedents(services).map(({ crp, vcr }) => decisionOf(crp, vcr)),
    changed: (await changedFiles(git, repository, range)).map((file) => ({
      ...file,
      path: paths.toProject(file.path),
    })),
    patch: paths.inPatch(await patchBetween(git, repository, { ...range, atMost: PATCH_LIMIT })),
    evidence,
    findings: judgeNow(job, null).findings.map((finding) => paths.inText(findingText(finding, en))),
    proof: evidence.proof === undefined ? [] : proofLines(evidence.proof, en).map(paths.inText),
    changedTests: { ...evidence.changed_tests, names: evidence.changed_tests.names.map(paths.toProject) },
    dependencies: evidence.dependencies,
    iteration,
    maxIterations: max_iterations,
  };
}
