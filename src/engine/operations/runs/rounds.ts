import type { Catalogue } from '../../../i18n/catalogue.ts';
import type { Issue } from '../../../workflows/run/judgement.ts';
import { run } from '../../../workflows/run/run.ts';
import { findingText } from '../../run-documents/finding-text.ts';
import { replayLog } from '../replay-log.ts';

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

/** Oldest first. */
export function readRounds(log: string, words: Catalogue): RunRound[] {
  const rounds: RunRound[] = [];
  let [now, before] = [1, 1];
  replayLog(log, run, ({ event, at, state }) => {
    before = now;
    now = state.kind === 'run' ? state.iteration : 1;
    // What ends a round has already begun the next one.
    const number = event.type === 'gated' || event.type === 'rejected' ? before : now;
    const round = rounds.find((one) => one.round === number) ?? newRound(number, at);
    const { type, data } = event;
    if (type === 'effect_started' && /\/build#\d+$/.test(data.effect) && !rounds.includes(round)) rounds.push(round);
    if (type === 'built' || type === 'tests_written') {
      round.commit = data.work.commit;
      round.tree = data.work.tree;
    }
    if (type === 'tested') {
      const { total, passed, failed, skipped } = data.evidence;
      round.tests = { total, passed, failed, skipped };
    }
    if (type === 'gated') {
      const { verdict, reason, issues, findings } = data.judgement;
      Object.assign(round, { verdict, reason, issues, ended_at: at });
      round.findings = findings.map((finding) => findingText(finding, words));
    }
    if (type === 'rejected') round.rejected = data.reason;
  });
  return rounds;
}

function newRound(round: number, started_at: string): RunRound {
  const open = { commit: null, tree: null, verdict: null, reason: null, tests: null, rejected: null, ended_at: null };
  return { round, started_at, issues: [], findings: [], ...open };
}
