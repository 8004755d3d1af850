import type { BrokenDocument, ProjectStatus } from '../../engine/door/open-project.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Glance, GlanceContext } from '../context.ts';
import { exit } from '../exit.ts';
import { projectToLookAt } from '../open-named.ts';
import { ailmentJson, ailmentLines, nearPath } from '../report/failure.ts';
import { statusLines } from '../report/status.ts';
import { jsonText } from '../terminal/visible.ts';

/** Shows all there is; a broken document is said, hides nothing else, and makes it exit 4. */
export const glance: Glance = async (context) => {
  const status = await projectToLookAt(context).status();
  const isSound = status.broken.length === 0;
  if (context.flags.json) context.answer(jsonText(isSound ? status : statusJson(status, await context.allWords())));
  else {
    context.answer(statusLines(status, context).join('\n'));
    if (!isSound) tellBroken(status.broken, context, await context.allWords());
  }
  return isSound ? exit.done : exit.document;
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
function tellBroken(broken: readonly BrokenDocument[], { cwd, tell, colours }: GlanceContext, words: Catalogue): void {
  tell(`\n${colours.red(words.status.broken(broken.length))}`);
  for (const { path, ailment } of broken) {
    const [line = ''] = ailmentLines(nearPath(path, cwd), ailment, words);
    tell(`  ${line}`);
  }
  tell(`  ${words.status.brokenHint}`);
}
