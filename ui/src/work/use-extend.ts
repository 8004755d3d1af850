import { notifications } from '@mantine/notifications';
import { useChange } from '../server/queries.ts';
import { useWords } from '../words/words.tsx';
import type { MenuGroup } from './more-menu.tsx';

const MINUTES = [15, 30, 60];

/** More time for the agents of a run, a session (by its request) or `auto`. */
export function useExtend({ project, named, can }: { project: string; named: string; can: boolean }): MenuGroup {
  const { actions: words } = useWords();
  const extend = useChange('project.extend');
  const give = (minutes: number): void =>
    extend.mutate(
      { params: { project }, body: { named, minutes } },
      { onSuccess: () => void notifications.show({ message: words.extended(minutes), withBorder: true }) },
    );
  return {
    label: words.extend,
    items: can ? MINUTES.map((minutes) => ({ label: words.minutes(minutes), run: () => give(minutes) })) : [],
  };
}
