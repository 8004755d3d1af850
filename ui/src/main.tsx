import '@mantine/core/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import 'virtual:theme.css';
import './theme/base.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { eventStreamPath } from '../../src/schema/api/paths.ts';
import { App } from './app.tsx';
import { LiveProvider } from './live/live.tsx';
import { followChanges } from './live/follow-changes.ts';
import { openLiveStream } from './live/live-stream.ts';
import { SignedOut } from './pages/signed-out.tsx';
import { Refusal } from './server/refusal.ts';
import { signIn } from './server/sign-in.ts';
import { Problem } from './states/problem.tsx';
import { overrides } from './theme/theme.ts';
import { chooseLanguage, loadWords, WordsProvider } from './words/words.tsx';

const EVENTS = ['hello', 'reset', 'changed', 'tasks', 'output', 'conductor', 'projects', 'comments', 'beat'];

const colorSchemes = localStorageColorSchemeManager({ key: 'orchestral-scheme' });

await open();

async function open(): Promise<void> {
  const element = document.getElementById('root');
  if (element === null) return;
  const language = chooseLanguage();
  document.documentElement.lang = language;
  const words = await loadWords(language);
  const root = createRoot(element);
  const show = (page: ReactNode): void =>
    root.render(
      <MantineProvider
        theme={overrides}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <WordsProvider words={words}>{page}</WordsProvider>
      </MantineProvider>,
    );
  try {
    show((await signIn()) ? dashboard() : <SignedOut />);
  } catch (error) {
    show(<Problem error={error} retry={() => location.reload()} />);
  }
}

function dashboard(): ReactNode {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => !(error instanceof Refusal) && failures < 3,
        refetchOnWindowFocus: false,
      },
    },
  });
  const stream = openLiveStream({
    address: (after) => (after === null ? eventStreamPath : `${eventStreamPath}?after=${encodeURIComponent(after)}`),
    types: EVENTS,
  });
  followChanges(stream, queries);
  return (
    <QueryClientProvider client={queries}>
      <LiveProvider stream={stream}>
        <Notifications position="bottom-right" />
        <App />
      </LiveProvider>
    </QueryClientProvider>
  );
}
