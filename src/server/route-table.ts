import { apiPaths, type RouteName } from '../schema/api/paths.ts';

export interface FoundRoute {
  readonly name: RouteName;
  readonly params: Readonly<Record<string, string>>;
}

interface Entry {
  readonly name: RouteName;
  readonly method: string;
  readonly parts: readonly string[];
}

const entries: readonly Entry[] = Object.keys(apiPaths)
  .filter(isRouteName)
  .map((name) => {
    const [method = '', path = ''] = apiPaths[name].split(' ');
    return { name, method, parts: path.split('/') };
  });

/** The route of a path; `other_method` where only another method has one. Parameters are decoded, and checked by nobody yet. */
export function findRoute(method: string, path: string): FoundRoute | 'other_method' | undefined {
  const parts = path.split('/');
  const fitting = entries.filter((entry) => fits(entry, parts));
  // Words come before parameters: `tasks/mark` is no task.
  const found = fitting.filter((entry) => entry.method === method).toSorted((a, b) => slots(a) - slots(b))[0];
  if (found === undefined) return fitting.length > 0 ? 'other_method' : undefined;
  const params: Record<string, string> = {};
  for (const [n, part] of found.parts.entries()) {
    if (!part.startsWith(':')) continue;
    const value = decoded(parts[n] ?? '');
    if (value === undefined) return undefined;
    params[part.slice(1)] = value;
  }
  return { name: found.name, params };
}

function fits({ parts: own }: Entry, parts: readonly string[]): boolean {
  return (
    own.length === parts.length && own.every((part, n) => (part.startsWith(':') ? parts[n] !== '' : part === parts[n]))
  );
}

function slots({ parts }: Entry): number {
  return parts.filter((part) => part.startsWith(':')).length;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(apiPaths, name);
}
