import type { CallRecord } from '../../workflows/policy/calls.ts';
import { rebasePrompt } from '../../prompts/rebase.ts';
import type { Role } from '../call-agent/choose-agent.ts';
import { commitStep } from '../work/commit-step.ts';
import { pathsStillMarked, readMessages, readSides } from '../work/conflict.ts';
import type { JoinedWork } from '../work/rebase-work.ts';
import { projectPathsOf } from '../project-paths.ts';
import { type AgentJob, performAgentStep } from './agent-step.ts';

interface Work {
  readonly commit: string;
  readonly tree: string;
}

export interface BaseConflict<Event> {
  readonly role: Role;
  readonly base: { readonly branch: string; readonly commit: string };
  readonly work: Work;
  /** Both sides in one tree; without a conflict, of one that has problems. */
  readonly joined: Pick<Extract<JoinedWork, { kind: 'conflict' }>, 'marked' | 'paths'>;
  readonly trailers: Record<string, string>;
  /** What the work is for, and what whoever did it said of it. */
  readonly purpose: string;
  readonly reasons: string;
  /** What was wrong with it before: paths that are in conflict still, tests that fail. */
  readonly problems: readonly string[];
  /** A file that is not the agent's to change. */
  readonly leaveOut?: string | null;
  readonly resolved: (done: {
    readonly call: CallRecord;
    readonly text: string;
    readonly tree: string;
  }) => Promise<Event>;
  readonly left: (call: CallRecord, paths: readonly string[]) => Event;
}

/** An agent is given the base as it is now and the work, and brings them together. Nothing that it says is believed. */
export function resolveBaseConflict<Event>(job: AgentJob<Event>, conflict: BaseConflict<Event>): Promise<Event> {
  const { services } = job;
  const { role, base, work, joined, trailers } = conflict;
  const { marked, paths } = joined;
  const sides = { ours: base.commit, theirs: work.commit, paths };
  return performAgentStep<never, Event>(job, {
    role,
    template: 'rebase',
    worktree: { commit: marked.commit, isBroken: true },
    prompt: async ({ commands }, template) => {
      const { from, otherSide, ownSide } = await readSides(services, sides);
      const messages = await readMessages(services, { from, to: base.commit, paths });
      const { purpose, reasons, problems } = conflict;
      const testCommand = commands.tests?.detected.line ?? null;
      const { inPatch, toProject, inText } = projectPathsOf(services.project);
      const brief = {
        purpose,
        reasons,
        base: base.branch,
        messages,
        otherSide: inPatch({ text: otherSide }).text,
        ownSide: inPatch({ text: ownSide }).text,
        paths: paths.map(toProject),
        testCommand,
        problems: problems.map(inText),
      };
      return rebasePrompt(brief, template);
    },
    save: async ({ call, text, worktree }) => {
      const message = `Take up ${base.branch} for ${job.owner}`;
      const { leaveOut = null } = conflict;
      const committed = await commitStep(job, worktree, { onto: marked.commit, message, trailers, leaveOut });
      // An agent that left all as it was has not chosen: of some conflicts the tree shows one side only.
      if (committed === null) return conflict.left(call, paths.length > 0 ? paths : conflict.problems);
      const { tree } = committed;
      const left = await pathsStillMarked(services, { ...sides, tree });
      if (left.length > 0) return conflict.left(call, left);
      return conflict.resolved({ call, text, tree });
    },
  });
}
