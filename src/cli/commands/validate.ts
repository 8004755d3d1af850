import { unwrap } from '../../base/failure.ts';
import type { Checked } from '../../engine/door/open-project.ts';
import type { Context, Run } from '../context.ts';
import { exit } from '../exit.ts';
import { projectOf } from '../project.ts';
import { ailmentJson, ailmentLines, nearPath } from '../report/failure.ts';
import { jsonText } from '../terminal/visible.ts';
import { documentName } from './schema.ts';

export const run: Run = async (context, { args, options }) => {
  const as = documentName(options['as']);
  const { cwd, io } = context;
  const checked = unwrap(await projectOf(context).validate({ cwd, paths: args, as, signal: io.signal }));
  const bad = checked.filter(({ ailment }) => ailment !== null);
  report(checked, bad, context);
  return bad.length === 0 ? exit.done : exit.document;
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
    return answer(jsonText({ valid: bad.length === 0, counts, documents }));
  }
  for (const { path, ailment } of bad) {
    if (ailment !== null) for (const line of ailmentLines(nearPath(path, cwd), ailment, words)) answer(line);
  }
  if (checked.length === 0) tell(words.validate.nothing);
  else if (bad.length === 0) tell(colours.green(words.validate.good(checked.length)));
  else tell(words.validate.bad(counts));
}
