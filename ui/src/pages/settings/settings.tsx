import { Button, Select, SegmentedControl, Tabs, useMantineColorScheme } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { setNotify, useNotifyState } from '../../live/desktop-notifications.ts';
import { NoProject } from '../../frame/of-project.tsx';
import { Page } from '../../frame/page.tsx';
import { usePutSearch } from '../../frame/use-put-search.ts';
import { useProjects } from '../../server/projects.ts';
import { useAnswer } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { keepLanguage, useWords } from '../../words/words.tsx';
import table from '../table.module.css';
import { SettingForm } from './setting-form.tsx';

/** How the dashboard looks here, and the configuration of the project. */
export function Settings() {
  const { settings: words, language } = useWords();
  const { chosen, name } = useProjects();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const notify = useNotifyState();
  const isScheme = (value: string): value is 'light' | 'dark' | 'auto' => ['light', 'dark', 'auto'].includes(value);
  return (
    <Page crumbs={[...(name === '' ? [] : [{ label: name }]), { label: words.title }]}>
      <section className={table.section}>
        <h2>{words.here}</h2>
        <div className={table.side}>
          <SegmentedControl
            aria-label={words.scheme}
            value={colorScheme}
            onChange={(value) => isScheme(value) && setColorScheme(value)}
            data={[
              { value: 'auto', label: words.schemes.auto },
              { value: 'light', label: words.schemes.light },
              { value: 'dark', label: words.schemes.dark },
            ]}
            transitionDuration={0}
          />
          <Select
            aria-label={words.language}
            value={language}
            allowDeselect={false}
            data={[
              { value: 'en', label: 'English' },
              { value: 'ko', label: '한국어' },
            ]}
            onChange={(value) => {
              keepLanguage(value === 'ko' ? 'ko' : 'en');
              location.reload();
            }}
          />
          {notify === 'unable' || notify === 'denied' ? (
            <p>{words.notifyNot[notify]}</p>
          ) : (
            <Button variant="default" onClick={() => void setNotify(notify === 'off')}>
              {notify === 'off' ? words.notify : words.notifyOff}
            </Button>
          )}
        </div>
      </section>
      {chosen === null ? <NoProject /> : <ProjectSettings project={chosen} />}
    </Page>
  );
}

/** The files of the configuration, each as a form. */
function ProjectSettings({ project }: { project: string }) {
  const { settings: words } = useWords();
  const [search] = useSearchParams();
  const put = usePutSearch();
  const { data, error, refetch } = useAnswer('settings.read', { params: { project } });
  if (data === undefined) return error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />;
  const shown = data.find(({ setting }) => setting === search.get('file')) ?? data[0];
  if (shown === undefined) return <Empty>{words.noFiles}</Empty>;
  return (
    <>
      <Tabs value={shown.setting} onChange={(value) => put('file', value)}>
        <Tabs.List>
          {data.map(({ setting }) => (
            <Tabs.Tab key={setting} value={setting}>
              {setting}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <SettingForm key={`${shown.setting} ${shown.sha256}`} project={project} file={shown} />
    </>
  );
}
