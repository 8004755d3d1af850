import type { OpenSession } from '../../descriptors/session.ts';
import { proofFindingText } from '../../run-documents/finding-text.ts';
import { notifyPerson } from '../notify-person.ts';
import { openQuestion } from './questions.ts';

/** Tells a person who is not looking that the session waits for their answer. */
export async function notifySession({ store, services }: OpenSession, bell: () => void): Promise<void> {
  const question = store.state.kind === 'session' ? openQuestion(store.state) : undefined;
  if (question === undefined) return;
  const [first] = question.findings;
  const said = first === undefined ? question.title : proofFindingText(first, services.words);
  await notifyPerson(services, { kind: 'waiting', subject: question.id, question: said }, bell);
}
