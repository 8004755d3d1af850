import type { BrokenDocument, ProjectStatus } from '../../engine/door/open-project.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Context, Run } from '../context.ts';
import { exit } from '../exit.ts';
import { projectOf } from '../project.ts';
import { ailmentJson, ailmentLines, nearPath } from '../report/failure.ts';
import { statusLines } from '../report/status.ts';
import { jsonText } from '../terminal/visible.ts';

/** Shows all there is; a broken document is said, hides nothing else, and makes it exit 4. */
export const run: Run = async (context) => {
  const status = await projectOf(context).status();
  const { words } = context;
  if (context.flags.json) context.answer(jsonText(statusJson(status, words)));
  else {
    context.answer(statusLines(status, context).join('\n'));
    tellBroken(status.broken, context);
  }
  return status.broken.length === 0 ? exit.done : exit.document;
};

export function statusJson(status: ProjectStatus, words: Catalogue): object {
  const broken = status.broken.map(({ path, document, ailment }) => ({
    path,
    document,
    problems: ailmentJson(ailment, words),
  }));
  return { ...status, broken };
}

/** One line each; `validate` tells the rest. */
function tellBroken(broken: readonly BrokenDocument[], { words, cwd, tell, colours }: Context): void {
  if (broken.length === 0) return;
  tell(`\n${colours.red(words.status.broken(broken.length))}`);
  for (const { path, ailment } of broken) {
    const [line = ''] = ailmentLines(nearPath(path, cwd), ailment, words);
    tell(`  ${line}`);
  }
  tell(`  ${words.status.brokenHint}`);
}
