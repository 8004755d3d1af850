import { lazy, Suspense, useEffect, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { Frame } from './frame/frame.tsx';
import { NotFound } from './pages/not-found.tsx';
import { Home } from './pages/home/home.tsx';
import { listenForKeys } from './keyboard/key-bindings.ts';
import { KeyHelp } from './keyboard/key-help.tsx';
import { useBindings } from './keyboard/use-bindings.ts';
import { useWords } from './words/words.tsx';
import { useProjects } from './server/projects.ts';
import { Boundary } from './states/boundary.tsx';
import { Loading } from './states/loading.tsx';
import { Page } from './frame/page.tsx';
import { spotlight } from '@mantine/spotlight';

const Question = lazy(async () => ({ default: (await import('./pages/question/question-page.tsx')).QuestionPage }));
const Runs = lazy(async () => ({ default: (await import('./pages/run/runs.tsx')).Runs }));
const Run = lazy(async () => ({ default: (await import('./pages/run/run.tsx')).Run }));
const Review = lazy(async () => ({ default: (await import('./pages/review/review.tsx')).Review }));
const Auto = lazy(async () => ({ default: (await import('./pages/auto/auto.tsx')).Auto }));
const AutoChoice = lazy(async () => ({ default: (await import('./pages/auto/auto-choice.tsx')).AutoChoice }));
const Sessions = lazy(async () => ({ default: (await import('./pages/session/sessions.tsx')).Sessions }));
const Session = lazy(async () => ({ default: (await import('./pages/session/session.tsx')).Session }));
const Worktrees = lazy(async () => ({ default: (await import('./pages/worktrees/worktrees.tsx')).Worktrees }));
const Knowledge = lazy(async () => ({ default: (await import('./pages/knowledge/knowledge.tsx')).Knowledge }));
const Costs = lazy(async () => ({ default: (await import('./pages/costs/costs.tsx')).Costs }));
const Fleet = lazy(async () => ({ default: (await import('./pages/fleet/fleet.tsx')).Fleet }));
const Settings = lazy(async () => ({ default: (await import('./pages/settings/settings.tsx')).Settings }));
const New = lazy(async () => ({ default: (await import('./pages/new/new.tsx')).New }));

export function App() {
  const [helping, setHelping] = useState(false);
  const [place, navigate] = useLocation();
  const { keys } = useWords();
  const { chosen } = useProjects();
  useEffect(listenForKeys, []);
  useBindings(keys.everywhere, [
    { keys: 'Ctrl+k', label: keys.palette, run: () => spotlight.open(), always: true },
    { keys: '?', label: keys.help, run: () => setHelping(true) },
    { keys: 'g h', label: keys.goHome, run: () => navigate('/') },
    { keys: 'g r', label: keys.goRuns, run: () => navigate('/runs') },
    { keys: 'g a', label: keys.goAuto, run: () => navigate(chosen === null ? '/auto' : `/auto/${chosen}/graph`) },
    { keys: 'g s', label: keys.goSessions, run: () => navigate('/sessions') },
    { keys: 'g n', label: keys.goNew, run: () => navigate('/new') },
  ]);
  return (
    <Frame>
      <Boundary place={place}>
        <Suspense fallback={<Opening />}>
          <Switch>
            <Route path="/" component={Home} />
            <Route path="/questions/:project/:id">{({ project, id }) => <Question project={project} id={id} />}</Route>
            <Route path="/runs" component={Runs} />
            <Route path="/runs/:project/:run">{({ project, run }) => <Run project={project} run={run} />}</Route>
            <Route path="/runs/:project/:run/review">
              {({ project, run }) => <Review key={run} project={project} run={run} />}
            </Route>
            <Route path="/auto" component={AutoChoice} />
            <Route path="/auto/:project/tasks/:task">
              {({ project, task }) => <Auto project={project} view="table" task={task} />}
            </Route>
            <Route path="/auto/:project/:view">{({ project, view }) => <Auto project={project} view={view} />}</Route>
            <Route path="/sessions" component={Sessions} />
            <Route path="/sessions/:project/:session">
              {({ project, session }) => <Session project={project} session={session} />}
            </Route>
            <Route path="/worktrees" component={Worktrees} />
            <Route path="/knowledge" component={Knowledge} />
            <Route path="/costs" component={Costs} />
            <Route path="/fleet" component={Fleet} />
            <Route path="/settings" component={Settings} />
            <Route path="/new" component={New} />
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </Boundary>
      {helping && <KeyHelp onClose={() => setHelping(false)} />}
    </Frame>
  );
}

/** While the script of a page is loaded. */
function Opening() {
  return (
    <Page crumbs={[{ label: 'Orchestral' }]}>
      <Loading rows={8} />
    </Page>
  );
}
