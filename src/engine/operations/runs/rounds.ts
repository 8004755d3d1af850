import type { Catalogue } from '../../../i18n/catalogue.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import type { Issue, Judgement } from '../../../workflows/run/judgement.ts';
import type { RunState } from '../../../workflows/run/run-state.ts';
import { findingText } from '../../run-documents/finding-text.ts';
import type { Fold } from '../log-history.ts';

/** One round of build, verify, gate. */
export interface RunRound {
  readonly round: number;
  commit: string | null;
  tree: string | null;
  verdict: 'PASS' | 'FAIL' | 'NEEDS_HUMAN' | null;
  /** What the Gatekeeper said: an opinion. */
  reason: string | null;
  issues: Issue[];
  /** What was measured, a sentence each. */
  findings: string[];
  tests: { readonly total: number; readonly passed: number; readonly failed: number; readonly skipped: number } | null;
  /** What the person said when they sent it back. */
  rejected: string | null;
  readonly started_at: string;
  ended_at: string | null;
}

/** With what was measured as it is recorded, and what the Builder said to comments. */
export type RecordedRound = Omit<RunRound, 'findings'> & {
  findings: Judgement['findings'];
  replies: readonly { readonly comment: number; readonly text: string }[];
};

export function roundIn(recorded: RecordedRound, words: Catalogue): RunRound {
  const { round, commit, tree, verdict, reason, issues, tests, rejected, started_at, ended_at } = recorded;
  const findings = recorded.findings.map((finding) => findingText(finding, words));
  return { round, commit, tree, verdict, reason, issues, findings, tests, rejected, started_at, ended_at };
}

/** Oldest first. */
export function foldRounds(): Fold<RunState, RunEvent, readonly RecordedRound[]> {
  const rounds: RecordedRound[] = [];
  let [now, before] = [1, 1];
  return {
    view: rounds,
    hear: ({ event, at, state }) => {
      before = now;
      now = state.kind === 'run' ? state.iteration : 1;
      const { type, data } = event;
      // What ends a round has already begun the next one.
      const number = type === 'gated' || type === 'rejected' || type === 'left_rejected' ? before : now;
      const round = rounds.find((one) => one.round === number) ?? newRound(number, at);
      if (type === 'effect_started' && /\/build#\d+$/.test(data.effect) && !rounds.includes(round)) rounds.push(round);
      if (type === 'built' || type === 'tests_written') {
        round.commit = data.work.commit;
        round.tree = data.work.tree;
      }
      if (type === 'built' || type === 'left_rejected') round.replies = data.replies ?? [];
      if (type === 'tested') {
        const { total, passed, failed, skipped } = data.evidence;
        round.tests = { total, passed, failed, skipped };
      }
      if (type === 'left_rejected') round.ended_at = at;
      if (type === 'gated') {
        const { verdict, reason, issues, findings } = data.judgement;
        Object.assign(round, { verdict, reason, issues, findings, ended_at: at });
      }
      if (type === 'rejected') round.rejected = data.reason;
    },
  };
}

function newRound(round: number, started_at: string): RecordedRound {
  const open = { commit: null, tree: null, verdict: null, reason: null, tests: null, rejected: null, ended_at: null };
  return { round, started_at, issues: [], findings: [], replies: [], ...open };
}
