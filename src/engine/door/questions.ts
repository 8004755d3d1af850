import { catchFailure, type Failure, throwFailure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type {
  AnsweredQuestion,
  ItemDecision,
  OpenQuestion,
  QuestionItem,
} from '../../workflows/proof/question-items.ts';
import type { Project } from '../project.ts';
import { type DoorContext, within } from './context.ts';

export type { ItemDecision, OpenQuestion, QuestionItem };

export interface QuestionsApi {
  /** All that wait. Reads only. */
  questions(): Promise<Result<readonly OpenQuestion[], Failure>>;
  answer(id: string, decision: ItemDecision): Promise<Result<AnsweredQuestion, Failure>>;
}

/** @internal */
export function questionsApi({ project, operation }: DoorContext): QuestionsApi {
  const held = async (): Promise<OpenQuestion[]> =>
    (await import('../operations/auto/questions.ts')).heldQuestions({ project });
  const ofSessions = async () => (await import('../operations/sessions/questions.ts')).sessionQuestions(project);
  const answerInSession = async (id: string, place: Project, decision: ItemDecision) => {
    const { answerSession } = await import('../operations/sessions/questions.ts');
    const { openSession } = await import('../descriptors/session.ts');
    return within(
      async () => openSession({ ...(await operation(place)), references: [] }),
      async (opened) => ({ workflow: 'session' as const, id, ...(await answerSession(opened, id, decision)) }),
    );
  };
  return {
    questions: () => catchFailure(async () => [...(await ofSessions()), ...(await held())]),
    answer: async (id, decision) => {
      const asked = (await ofSessions()).find((question) => question.id === id);
      if (asked !== undefined) return answerInSession(id, asked.project, decision);
      const { answerHeldTask } = await import('../operations/auto/questions.ts');
      const { openAuto } = await import('../descriptors/auto.ts');
      return within(
        async () => {
          const isAsked = (await held()).some((question) => question.id === id);
          return isAsked ? openAuto(await operation()) : throwFailure('question.unknown', { id });
        },
        async (opened) => ({ workflow: 'auto' as const, id, ...(await answerHeldTask(opened, id, decision)) }),
      );
    },
  };
}
