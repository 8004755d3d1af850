import fs from 'node:fs';
import path from 'node:path';
import { ok } from '../../../base/result.ts';
import { ask, mayAsk } from '../../ask.ts';
import type { Run } from '../../context.ts';
import { exit } from '../../exit.ts';
import { projectOf } from '../../project.ts';
import { someOf } from '../../report/auto-report.ts';
import { nearPath } from '../../report/failure.ts';
import { jsonText, visible } from '../../terminal/visible.ts';

/** Task Master's list as a TASKS.md. What is there stays unless the person says otherwise. */
export const run: Run = async (context, { args: [named = ''], options }) => {
  const project = projectOf(context);
  if (!project.ok) return project;
  const { words, flags, cwd, answer, tell } = context;
  const to =
    options['tasks'] === undefined
      ? path.join(project.value.project.root, 'TASKS.md')
      : path.resolve(cwd, options['tasks']);
  const isThere = fs.lstatSync(to, { throwIfNoEntry: false }) !== undefined;
  const replaces =
    flags.yes ||
    (isThere && mayAsk(context) && (await ask(words.auto.replaceFile(visible(nearPath(to, cwd))), context)));
  const imported = await project.value.auto.import({ from: path.resolve(cwd, named), to, replaces });
  if (!imported.ok) return imported;
  const { tasks, leftOut, tag, otherTags } = imported.value;
  if (leftOut.length > 0) tell(visible(words.auto.leftOut(someOf(leftOut, words))));
  if (tag !== null && otherTags.length > 0) tell(visible(words.auto.otherTags(tag, someOf(otherTags, words))));
  if (flags.json) answer(jsonText({ file: to, tasks, left_out: leftOut, tag, other_tags: otherTags }));
  else if (!flags.quiet) answer(visible(words.auto.imported(tasks, nearPath(to, cwd))));
  return ok(exit.done);
};
