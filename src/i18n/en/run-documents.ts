import { dollars } from '../dollars.ts';

/** What stands in the documents of a run that people read: review.md, summary.md, log.md. */
export const runDocuments = {
  round: (iteration: number, most: number) => `round ${iteration} of ${most}`,
  none: 'None.',
  more: (count: number) => `and ${count} more`,
  duration: (ms: number) => {
    const seconds = Math.round(ms / 1000);
    if (ms < 1000) return `${Math.round(ms)} ms`;
    if (seconds < 60) return `${seconds} s`;
    const minutes = Math.floor(seconds / 60);
    if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
    return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  },
  cost: (usd: number | null) => (usd === null ? 'not reported' : dollars(usd)),
  severity: { critical: 'Critical', major: 'Major', minor: 'Minor' },
  evidence: {
    noTests: 'There is no command that runs tests in this project.',
    command: (command: string, ending: string) => `Tests: ${command}, ${ending}`,
    exitCode: (code: number | null) => (code === null ? 'no exit code' : `exit code ${code}`),
    build: (command: string, ending: string) => `Build: ${command}, ${ending}`,
    counts: (counts: { total: number; passed: number; failed: number; skipped: number }) =>
      `${counts.total} tests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`,
    sources: {
      junit: "the runner's JUnit report",
      tap: "the runner's TAP output",
      json: "the runner's JSON report",
      'closing-lines': 'the last lines the runner printed',
      'exit-code': 'the exit code alone',
    } as Readonly<Record<string, string>>,
    source: (source: string) => `Numbers from ${source}`,
    coverage: (percent: number, of: 'change' | 'total') =>
      `Coverage: ${percent} % of ${of === 'change' ? 'the changed lines' : 'all lines'}`,
    notMeasured: 'Coverage: not measured; its criterion is waived',
    tree: (tree: string) => `Measured on tree ${tree}, in a clean copy that no agent wrote to`,
    took: (duration: string) => `Took ${duration}`,
    failures: 'Failing tests',
    newlyRed: 'Green before, red now',
    gone: 'Tests of the base that no longer run',
    skipped: 'Tests of the base that are skipped now',
    changedTests: 'Tests of the base that this work changed: look at each',
  },
  review: {
    title: (run: string) => `Review of ${run}`,
    verdict: (verdict: string) => `Verdict: ${verdict}`,
    overruled: (said: string, verdict: string) =>
      `The Gatekeeper said ${said}. **Orchestral overruled it: ${verdict}**, because of what it found:`,
    notAsked: 'The Gatekeeper was not asked: there was nothing to judge.',
    said: (verdict: string) => `The Gatekeeper said ${verdict}`,
    nothingSaid: 'It gave no reason.',
    issues: 'Issues',
    found: 'What Orchestral found',
    foundNothing: 'Nothing against this work.',
    evidence: 'Evidence, measured by Orchestral',
    noEvidence: 'Nothing was measured: the work changes nothing.',
    changedTests: 'Changed tests of the base',
    dependencies: 'Added dependencies',
    triggers: 'Reasons to ask a person, by the Gatekeeper',
    next: 'What happens next',
    pass: (run: string) =>
      `The merge-readiness pack is put together. Then a person decides: \`orchestral review ${run}\``,
    again: (iteration: number, most: number) =>
      `All of this goes back to the Builder: round ${iteration} of ${most} begins.`,
    failed: (most: number) => `That was the last of ${most} rounds: the run has failed.`,
    asks: 'A person is asked: `orchestral answer`',
  },
  summary: {
    title: (run: string) => `Ready to merge: ${run}`,
    rehearsal: 'This is a rehearsal: the agents played a script. Files, git and tests are real.',
    facts: (iterations: number, finished: string) =>
      `${iterations === 1 ? '1 round' : `${iterations} rounds`}, finished ${finished}`,
    commit: (commit: string) => `Commit ${commit}`,
    branches: (branch: string, base: string) => `on branch ${branch}, to be merged into ${base}`,
    noGit:
      'There is no git here: approving copies the files of `code/` into the project, after showing what it overwrites.',
    decide: 'What you can do',
    review: 'look at it',
    approve: 'merge it',
    reject: 'send it back to the Builder, with what is wrong',
    why: 'what is wrong',
    intent: 'What was asked for',
    wholeBrief: (file: string) => `The whole brief: ${file}`,
    changes: 'Changes',
    files: (files: number, added: number, deleted: number) =>
      `${files === 1 ? '1 file' : `${files} files`}, +${added} −${deleted} lines`,
    binary: 'binary',
    renamed: (from: string) => `was ${from}`,
    kinds: { added: 'new', deleted: 'deleted', renamed: 'renamed', copied: 'copied' } as Readonly<
      Record<string, string>
    >,
    folded: 'Too many to list; by folder:',
    folder: (files: number) => (files === 1 ? '1 file' : `${files} files`),
    root: 'in the root',
    tests: 'Tests',
    dependencies: 'Added dependencies',
    decisions: 'Decisions',
    noDecisions: 'Nobody had to be asked.',
    asked: (who: string) => `asked by ${who}`,
    precedent: 'answered by a decision of an earlier run',
    because: (rationale: string) => `Why: ${rationale}`,
    notes: (notes: string) => `Notes: ${notes}`,
    passed: 'Why it passed',
    remaining: 'What the Gatekeeper would still improve',
    spent: 'Time and cost',
    columns: ['Agent', 'Calls', 'Time', 'Tokens in', 'Tokens out', 'Cost'],
    all: 'All',
  },
  log: {
    title: (role: string) => `Log of the ${role}`,
    model: (backend: string, model: string | null) => (model === null ? backend : `${backend}, ${model}`),
    tokens: (input: string, output: string) => `${input} tokens in, ${output} out`,
    tries: (tries: number) => `${tries} tries until its answer could be used`,
    noLog: 'It left no log. The last thing it said:',
    silent: 'It said nothing.',
  },
};
