import { catchFailure } from '../../base/failure.ts';
import type { Notification } from '../../notify/format-notification.ts';
import { createNotifier } from '../../notify/notify.ts';
import { configDefaults } from '../../schema/config/defaults.ts';
import { unrecordedSpawner } from '../ask-program.ts';
import type { StepServices } from '../conductor/step.ts';
import { readRunSettings } from '../run-settings.ts';

/** Tells a person who is not looking, in the ways that are configured. Never rejects; nothing needs to wait for it. */
export async function notifyPerson(
  { project, env, words, onNotice }: Pick<StepServices, 'project' | 'env' | 'words' | 'onNotice'>,
  message: Notification,
  bell: () => void,
): Promise<void> {
  const settings = await catchFailure(() => readRunSettings(project, env));
  const { notifications: config } = settings.ok ? settings.value.global : configDefaults.global;
  const notifier = createNotifier({
    env,
    spawner: unrecordedSpawner(),
    config,
    words: words.notifications,
    bell,
    onNotice,
  });
  await notifier.tell(message);
}
