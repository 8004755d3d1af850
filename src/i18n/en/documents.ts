import type { DocumentName } from '../../schema/documents.ts';

/** What each document is, in a few words. */
export const documents: Record<DocumentName, string> = {
  session: 'a session: which project, how it stands',
  'session-state': 'where a session is: request, tasks, subtasks',
  explored: 'what Code Explore found in the project',
  'task-breakdown': "the planner's tasks and subtasks",
  'design-brief': 'scope and files of a task',
  'design-contract': "a task's design: interfaces, boundaries, invariants",
  'test-contract': 'the test cases of a subtask',
  'test-result': 'how the tests of a subtask went',
  knowledge: 'patterns, decisions and pitfalls of the project',
  'auto-state': 'the task graph of TASKS.md and how far it is',
  'run-state': 'where a run is',
  crp: 'a question only a person may answer',
  vcr: "a person's answer",
  clarifications: 'how the refiner read the briefing',
  results: "the verifier's test results, as measured",
  verdict: "the gatekeeper's judgement",
  evidence: 'the measured proof of a merge-readiness pack',
  'config-global': 'settings of all runs',
  'config-refiner': 'settings of the refiner',
  'config-builder': 'settings of the builder',
  'config-verifier': 'settings of the verifier',
  'config-gatekeeper': 'settings of the gatekeeper',
  'config-agents': 'which backend and model each role uses',
  'config-project': 'set-up, build and test commands of the project',
};
