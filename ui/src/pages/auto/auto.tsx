import { Select, Tabs, TextInput } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { Page } from '../../frame/page.tsx';
import { usePutSearch } from '../../frame/use-put-search.ts';
import { leaveField } from '../../keyboard/keys.ts';
import { useBindings } from '../../keyboard/use-bindings.ts';
import { useProjectName } from '../../server/projects.ts';
import { useAnswer } from '../../server/queries.ts';
import { Refusal } from '../../server/refusal.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { dollars, duration } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import styles from './auto.module.css';
import { AutoActions } from './auto-actions.tsx';
import { AutoNotices } from './auto-notices.tsx';
import { Board } from './board.tsx';
import { Graph } from './graph.tsx';
import { PhaseBars } from './phase-bars.tsx';
import { TaskInspector } from './task-inspector.tsx';
import { TaskTable } from './task-table.tsx';
import { tasksInOrder } from './task-state.ts';
import { Timeline } from './timeline.tsx';

const VIEWS = ['graph', 'timeline', 'board', 'table'] as const;
const STATUS = ['pending', 'ready', 'in_progress', 'completed', 'failed', 'blocked'] as const;

/** A list of tasks, in four views with one header. */
export function Auto({ project, view, task = null }: { project: string; view: string; task?: string | null }) {
  const { auto: words, home, keys } = useWords();
  const box = useRef<HTMLInputElement>(null);
  const name = useProjectName(project);
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const { data, error, refetch } = useAnswer('auto.read', { params: { project } });
  const filter = search.get('filter') ?? '';
  const status = search.get('state');
  const chosen = task ?? search.get('task');
  const put = usePutSearch();
  const show = (wanted: string): void => navigate(`/auto/${project}/${wanted}${location.search}`);
  const choose = (id: string | null): void =>
    task === null ? put('task', id) : navigate(`/auto/${project}/table${id === null ? '' : `?task=${id}`}`);
  const tasks = useMemo(
    () =>
      data === undefined
        ? []
        : tasksInOrder(data).filter(
            (each) =>
              (status === null || each.status === status) &&
              `${each.id} ${each.title}`.toLowerCase().includes(filter.toLowerCase()),
          ),
    [data, status, filter],
  );
  const move = (by: number): void => {
    const at = tasks.findIndex(({ id }) => id === chosen);
    const next = tasks[Math.min(tasks.length - 1, Math.max(0, at + by))];
    if (next !== undefined) choose(next.id);
  };
  useBindings(words.title, [
    ...VIEWS.map((each, index) => ({ keys: String(index + 1), label: words.views[each], run: () => show(each) })),
    { keys: 'j', label: keys.next, run: () => move(1) },
    { keys: 'k', label: keys.previous, run: () => move(-1) },
    { keys: '/', label: keys.filter, run: () => box.current?.focus() },
  ]);
  const matching = useMemo(() => new Set(tasks.map(({ id }) => id)), [tasks]);
  const isNone = error instanceof Refusal && error.status === 404;
  return (
    <Page
      wide
      crumbs={[{ label: name }, { label: words.title }]}
      beside={
        data !== undefined && (
          <span className={styles.meta}>
            {[
              data.seconds_left === null ? null : words.left(duration(data.seconds_left * 1000, home.units)),
              `${dollars(data.cost_usd)}${data.budget_usd === null ? '' : ` / ${dollars(data.budget_usd)}`}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )
      }
      action={data !== undefined && <AutoActions project={project} graph={data} />}
    >
      {data === undefined && (
        <div className={styles.padded}>
          {isNone ? (
            <Empty command="orchestral auto" starts>
              {words.none}
            </Empty>
          ) : error === null ? (
            <Loading rows={10} />
          ) : (
            <Problem error={error} retry={() => void refetch()} />
          )}
        </div>
      )}
      {data !== undefined && (
        <div className={styles.page}>
          <AutoNotices project={project} graph={data} />
          <PhaseBars phases={data.phases} />
          <div className={styles.tools}>
            <Tabs value={view} onChange={(value) => show(value ?? 'graph')}>
              <Tabs.List>
                {VIEWS.map((each) => (
                  <Tabs.Tab key={each} value={each}>
                    {words.views[each]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
            </Tabs>
            <TextInput
              ref={box}
              onKeyDown={leaveField}
              size="xs"
              aria-label={words.filter}
              placeholder={words.filter}
              value={filter}
              onChange={(event) => put('filter', event.currentTarget.value)}
            />
            <Select
              size="xs"
              aria-label={words.allStates}
              placeholder={words.allStates}
              clearable
              value={status}
              onChange={(value) => put('state', value)}
              data={STATUS.map((each) => ({ value: each, label: words.status[each] }))}
            />
          </div>
          <div className={styles.body}>
            <div className={styles.view}>
              {view === 'timeline' ? (
                <Timeline project={project} graph={data} matching={matching} chosen={chosen} onChoose={choose} />
              ) : view === 'board' ? (
                <Board graph={data} tasks={tasks} chosen={chosen} onChoose={choose} />
              ) : view === 'table' ? (
                <TaskTable graph={data} tasks={tasks} chosen={chosen} onChoose={choose} />
              ) : (
                <Graph graph={data} matching={matching} chosen={chosen} onChoose={choose} />
              )}
            </div>
            {chosen !== null && (
              <TaskInspector key={chosen} project={project} task={chosen} onClose={() => choose(null)} />
            )}
          </div>
        </div>
      )}
    </Page>
  );
}
