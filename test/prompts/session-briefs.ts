import type { ArchitectBrief } from '../../src/prompts/session/architect.ts';
import type { CodeExploreBrief } from '../../src/prompts/session/code-explore.ts';
import type { ImplementerBrief } from '../../src/prompts/session/implementer.ts';
import type { PlannerBrief } from '../../src/prompts/session/planner.ts';
import type { QaInvariantsBrief, QaTestFirstBrief, QaVerificationBrief } from '../../src/prompts/session/qa.ts';

/** What each role of a session gets, every text of it marked with `mark`. */
export function briefs(mark: string) {
  const request = {
    requestId: 'R7',
    feedback: { from: 'test-result', lines: [`${mark} feedback`] },
  } as const;
  const task = { ...request, taskId: 'T31' };
  const subtask = {
    ...task,
    subtask: { id: 'T31-S2', name: `${mark} subtask`, description: `${mark} description` },
  };
  const memContext = `${mark} mem`;
  const designContract = `task_name: ${mark} design`;
  const testContract = `subtask_name: ${mark} test contract`;
  const invariants = [{ id: 'INV-4', rule: `${mark} invariant` }];
  return {
    codeExplore: {
      ...request,
      projectPath: `/p/${mark}-path`,
      referenceProjects: [`/r/${mark} reference`],
    } satisfies CodeExploreBrief,
    planner: {
      ...request,
      projectPath: `/p/${mark}-path`,
      claudeMd: `${mark} claude`,
      originalRequest: `${mark} request`,
      again: { explored: `${mark} explored`, corrections: [`${mark} correction`] },
    } satisfies PlannerBrief,
    architect: {
      ...task,
      designBrief: `${mark} brief`,
      patterns: { errors: `${mark} pattern`, naming: { methods: `${mark} methods` } },
      decisions: [
        {
          id: 'D5',
          topic: 't',
          decision: `${mark} decision`,
          rationale: 'why so',
          refs: ['src/jwt.ts'],
          created_at: '2024-01-15',
        },
      ],
      corrections: [`${mark} correction`],
      memContext,
    } satisfies ArchitectBrief,
    qaTestFirst: { ...subtask, designContract, memContext } satisfies QaTestFirstBrief,
    implementer: {
      ...subtask,
      designContract,
      testContract,
      pitfalls: [{ id: 'P2', description: `${mark} pitfall`, reason: 'proxies', learned_from: 'T1' }],
      testCode: `${mark} code`,
      memContext,
    } satisfies ImplementerBrief,
    qaVerification: { ...subtask, testContract, invariants, memContext } satisfies QaVerificationBrief,
    qaInvariants: { ...subtask, invariants } satisfies QaInvariantsBrief,
  };
}
