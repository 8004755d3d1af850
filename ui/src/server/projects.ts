import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'wouter';
import { useAnswer } from './queries.ts';

const CHOSEN = 'orchestral-project';
const listeners = new Set<() => void>();

/** The projects of the user, and which of them the pages of one project show. */
export function useProjects() {
  const [search] = useSearchParams();
  const { data, error, refetch } = useAnswer('home', {});
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(CHOSEN));
  const projects = data?.projects ?? [];
  const wanted = search.get('project') ?? kept;
  const first = projects.find(({ is_there }) => is_there) ?? projects[0];
  const chosen = projects.find(({ id }) => id === wanted)?.id ?? first?.id ?? null;
  const name = projects.find(({ id }) => id === chosen)?.name ?? '';
  return { projects, chosen, name, choose, isKnown: data !== undefined, error, retry: () => void refetch() };
}

export function useProjectName(id: string): string {
  return useProjects().projects.find((project) => project.id === id)?.name ?? id;
}

function choose(id: string): void {
  localStorage.setItem(CHOSEN, id);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
