import type { AnswerWords } from '../../agents/ask.ts';
import { en } from '../../i18n/en/index.ts';
import { formatProblem } from '../../i18n/catalogue.ts';
import { answerWanted, answerWelcome, badAnswer } from '../../prompts/answer.ts';

/** Agents are told in English, whatever the person speaks. */
export const answerWords: AnswerWords = {
  wanted: answerWanted,
  welcome: answerWelcome,
  bad: (problems) => badAnswer(problems.map((problem) => ({ path: problem.path, text: formatProblem(problem, en) }))),
};
