import { ok } from '../../base/result.ts';
import type { Checked } from '../../engine/door/open-project.ts';
import type { Context, Run } from '../context.ts';
import { documentName } from '../document-name.ts';
import { exit } from '../exit.ts';
import { projectOf } from '../project.ts';
import { nearPath } from '../report/failure.ts';
import { ailmentJson, ailmentLines } from '../report/problems.ts';
import { jsonText } from '../terminal/visible.ts';

export const run: Run = async (context, { args, options }) => {
  const as = documentName(options['as']);
  if (!as.ok) return as;
  const project = projectOf(context);
  if (!project.ok) return project;
  const { signal } = context.io;
  const cwd = context.cwd;
  const checked = await project.value.validate({ cwd, paths: args, as: as.value, signal });
  if (!checked.ok) return checked;
  const bad = checked.value.filter(({ ailment }) => ailment !== null);
  report(checked.value, bad, context);
  return ok(bad.length === 0 ? exit.done : exit.document);
};

function report(checked: readonly Checked[], bad: readonly Checked[], context: Context): void {
  const { words, cwd, flags, answer, tell, colours } = context;
  const problems = bad.reduce(
    (sum, { ailment }) => sum + (ailment?.kind === 'invalid' ? ailment.problems.length : 1),
    0,
  );
  const counts = { documents: checked.length, bad: bad.length, problems };
  if (flags.json) {
    const documents = checked.map(({ path, document, ailment }) => ({
      path,
      document,
      valid: ailment === null,
      problems: ailmentJson(ailment, words),
    }));
    answer(jsonText({ valid: bad.length === 0, counts, documents }));
    return;
  }
  for (const { path, ailment } of bad) {
    if (ailment !== null) for (const line of ailmentLines(nearPath(path, cwd), ailment, words)) answer(line);
  }
  if (checked.length === 0) tell(words.validate.nothing);
  else if (bad.length === 0) tell(colours.green(words.validate.good(checked.length)));
  else tell(words.validate.bad(counts));
}
