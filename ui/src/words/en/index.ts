import { auto } from './auto.ts';
import { frame, keys, palette, signedOut, states } from './frame.ts';
import { home, question, steps } from './home.ts';
import { costs, fleet, knowledge, sessions, settings, start, worktrees } from './project.ts';
import { diff, review } from './review.ts';
import { runs } from './runs.ts';
import { actions, published } from './work.ts';

/** English, which every other language is measured by. */
export const en = {
  language: 'en',
  frame,
  states,
  signedOut,
  keys,
  palette,
  home,
  steps,
  question,
  runs,
  diff,
  review,
  actions,
  published,
  auto,
  sessions,
  worktrees,
  knowledge,
  costs,
  fleet,
  settings,
  start,
};
