import type { PersonQuestion } from './editor.ts';
import type { Turn } from './work.ts';

/**
 * Asks the person, for as long as it is theirs to decide: another face may have the decision first, and then the request
 * is withdrawn, which is said. `log`: what is recorded there may have settled it.
 */
export async function askWhileOpen<Decision extends string>(
  turn: Turn,
  question: PersonQuestion<Decision>,
  { log, isOpen }: { readonly log: string; readonly isOpen: () => Promise<boolean> },
): Promise<Decision | 'elsewhere' | undefined> {
  const { project, editor, words } = turn;
  const over = new AbortController();
  const signal = AbortSignal.any([turn.signal, over.signal]);
  let isElsewhere = false;
  const watch = async (): Promise<void> => {
    const { cursor } = await project.snapshot();
    for await (const event of project.events({ after: cursor, signal })) {
      if (event.type !== 'snapshot' && event.id !== log) continue;
      if (await isOpen()) continue;
      isElsewhere = true;
      over.abort();
    }
  };
  const watching = watch();
  const decision = await editor.ask(question, signal);
  over.abort();
  await watching;
  if (!isElsewhere || decision !== undefined) return decision;
  await editor.say(words.editor.settledElsewhere);
  return 'elsewhere';
}
