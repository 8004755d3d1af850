import type { RunWanted } from '../../base/failure.ts';
import type { FailuresOf } from '../catalogue.ts';
import { sizeOf } from '../size.ts';

export const runFailures: FailuresOf<'work' | 'briefing' | 'run' | 'crp'> = {
  'work.cancelled': () => ({ message: 'stopped', hint: 'go on with: orchestral resume' }),
  'briefing.empty': () => ({
    message: 'the briefing is empty',
    hint: 'say what you want: orchestral start "Add a --json flag to the list command"',
  }),
  'briefing.too_large': ({ size, limit }) => ({
    message: `the briefing has ${sizeOf(size)}, and at most ${sizeOf(limit)} are read`,
    hint: 'put the details into files of the project and name them in the briefing',
  }),
  'run.unknown': ({ run, suggestion }) => ({
    message: `there is no run ${run} here`,
    hint: suggestion === null ? 'list them: orchestral runs' : `did you mean '${suggestion}'?`,
  }),
  'run.none': ({ wanted }) => ({
    message: wanted === 'any' ? 'there are no runs here' : `no run here ${WAITS[wanted]}`,
    hint: wanted === 'any' ? 'begin one: orchestral start "…"' : 'see where they stand: orchestral runs',
  }),
  'run.not_now': ({ run, phase, wanted }) => ({
    message: `${run} ${wanted === 'any' ? 'is elsewhere' : DOES_NOT[wanted]} (it is ${phase})`,
    hint: `see where it stands: orchestral runs`,
  }),
  'run.no_rounds_left': ({ run, iterations }) => ({
    message: `${run} has used its ${iterations} rounds`,
    hint: `allow more: raise max_iterations in .orchestral/runs/${run}/state.json, then orchestral resume ${run}`,
  }),
  'run.failed': ({ run, step, reason }) => ({
    message: `${run} failed at ${step}: ${reason}`,
    hint: `see what the agent did: orchestral logs ${run}; then try that step again: orchestral resume ${run}`,
  }),
  'run.not_accepted': ({ run, iterations }) => ({
    message: `${run} failed: its work was not accepted in ${iterations === 1 ? 'its only round' : `any of ${iterations} rounds`}`,
    hint: `read why in .orchestral/runs/${run}/gatekeeper/review.md; for more rounds raise max_iterations in .orchestral/runs/${run}/state.json, then orchestral resume ${run}`,
  }),
  'run.stopped': ({ run }) => ({ message: `${run} was stopped`, hint: `go on with: orchestral resume ${run}` }),
  'run.pack_changed': ({ run, seen, now }) => ({
    message: `the pack of ${run} shows ${now.slice(0, 12)} now, not ${seen.slice(0, 12)}: nothing was merged`,
    hint: `look again: orchestral review ${run}`,
  }),
  'run.conflict': ({ run, base, paths }) => ({
    message: `${base} has moved and conflicts with ${run} in ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ' …' : ''}: nothing was merged`,
    hint: `have it built again on what is there now: orchestral reject ${run} --reason "…", or merge orchestral/${run} by hand`,
  }),
  'run.red_when_merged': ({ run, base, names }) => ({
    message: `${base} has moved, and with it ${run} makes tests fail${names.length > 0 ? ` (${names.slice(0, 3).join(', ')})` : ''}: nothing was merged`,
    hint: `send it back: orchestral reject ${run} --reason "…"`,
  }),
  'run.wants_approval': ({ run, commit }) => ({
    message: `${run} waits for your approval of exactly what its pack shows`,
    hint: `orchestral approve ${run} --commit ${commit}`,
  }),
  'run.base_gone': ({ run, base }) => ({
    message: `the branch ${base}, which ${run} should be merged into, does not exist any more: nothing was merged`,
    hint: `make it again, then: orchestral approve ${run}; or merge orchestral/${run} by hand`,
  }),
  'run.base_moving': ({ run, base }) => ({
    message: `${base} kept moving while ${run} was being merged: nothing was merged`,
    hint: `once it is quiet: orchestral approve ${run}`,
  }),
  'run.undelivered': ({ run, base, why, detail }) => ({
    message: `${run} is merged, but not in your checkout of ${base}, which was left as it is: ${leftAlone(why, detail)}`,
    hint:
      why === 'refused'
        ? `move that out of the way (commit it, say), then: orchestral apply ${run}`
        : `when you want it there: orchestral apply ${run}`,
  }),
  'run.copy_gone': ({ run }) => ({
    message: `the copy of this folder that ${run} worked in was cleaned up`,
    hint: `what it made is in .orchestral/runs/${run}/mrp`,
  }),
  'run.wants_reason': ({ run }) => ({
    message: 'a rejection needs a reason: it is what the next round works from',
    hint: `orchestral reject ${run} --reason "…"`,
  }),
  'run.inside_agent': () => ({
    message: "this is an agent's call: orchestral started from inside it conducts nothing",
    hint: 'use it here to read: orchestral status',
  }),
  'crp.unknown': ({ crp }) => ({ message: `no question ${crp} waits here`, hint: 'list them: orchestral answer' }),
  'crp.ambiguous': ({ crp, runs }) => ({
    message: `${crp} waits in ${runs.length} runs: ${runs.join(', ')}`,
    hint: `say which: orchestral answer ${crp} --run ${runs[0] ?? 'RUN'}`,
  }),
  'crp.answered': ({ crp, decision, at }) => ({
    message: `${crp} was answered already: ${decision}, at ${at}`,
    hint: null,
  }),
  'crp.not_an_option': ({ crp, decision, options }) => ({
    message: `${crp} has no option ${decision}: ${options.join(', ')}`,
    hint: 'or answer in your own words: --decision other --notes "…"',
  }),
  'crp.needs_rationale': ({ crp, decision }) => ({
    message: 'an answer needs a reason: it is kept beside your decision',
    hint: `orchestral answer ${crp} --decision ${decision} --rationale "…"`,
  }),
  'crp.which': ({ crps }) => ({
    message: `${crps.length} questions wait: ${crps.join(', ')}`,
    hint: `say which: orchestral answer ${crps[0] ?? 'CRP'} --decision … --rationale "…"`,
  }),
  'crp.wants_answer': ({ crp }) => ({
    message: `${crp} waits for your answer`,
    hint: `orchestral answer ${crp} --decision A --rationale "…"`,
  }),
};

function leftAlone(why: string, detail: string): string {
  const about = detail === '' ? '' : ` (${detail})`;
  switch (why) {
    case 'changed_files':
      return 'it has changed files';
    case 'operation_in_progress':
      return `something is going on there${about}`;
    case 'index_locked':
      return `git has it locked${about}`;
    case 'folder_missing':
      return 'its folder is not there';
    default:
      return `something is in the way${about}`;
  }
}

const WAITS: Record<Exclude<RunWanted, 'any'>, string> = {
  answer: 'waits for an answer',
  review: 'has a pack to review',
  approve: 'waits for approval',
  reject: 'waits for approval',
  apply: 'has finished work that is not in your checkout yet',
  resume: 'can be resumed',
  stop: 'is under way',
  clean: 'has ended',
};

const DOES_NOT: Record<Exclude<RunWanted, 'any'>, string> = {
  answer: 'waits for no answer',
  review: 'has no pack to review',
  approve: 'does not wait for approval',
  reject: 'does not wait for approval',
  apply: 'has nothing to apply',
  resume: 'has ended and cannot be resumed',
  stop: 'is not under way',
  clean: 'has not ended, so it is not removed',
};
