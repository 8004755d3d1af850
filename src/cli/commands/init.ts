import { unwrap } from '../../base/failure.ts';
import { clientNames } from '../../engine/door/clients.ts';
import type { InitStep } from '../../engine/door/open-project.ts';
import type { Context, Run } from '../context.ts';
import { projectOf } from '../project.ts';
import { nearPath } from '../report/failure.ts';
import { jsonText, visible } from '../terminal/visible.ts';

/** Prepares the project; with the name of a program, that program. */
export const run: Run = async (context, { flags }) => {
  const clients = clientNames.filter((client) => flags.has(client));
  if (clients.length > 0 || flags.has('remove'))
    return (await import('./init/clients.ts')).changeClients(context, { clients, removes: flags.has('remove') });
  const project = projectOf(context);
  const { root, hash } = project.project;
  const steps = unwrap(await project.init());
  if (context.flags.json) context.answer(jsonText({ project: { path: root, hash }, files: steps }));
  else report(steps, context);
  return undefined;
};

function report(steps: readonly InitStep[], { words, colours, cwd, answer, tell }: Context): void {
  for (const step of steps) {
    const file = visible(nearPath(step.path, cwd));
    switch (step.outcome) {
      case 'written':
        answer(`${colours.green('+')} ${file}  ${words.init.written}`);
        break;
      case 'kept':
        answer(colours.dim(`= ${file}  ${words.init.kept}`));
        break;
      case 'lacks':
        answer(`${colours.yellow('!')} ${file}  ${words.init.lacks(step.rules.join(' '))}`);
        break;
    }
  }
  tell(words.init.done);
}
