import type { Dialect } from '../projects.ts';
import { ACCEPTED, type Files, type Honest, listed } from '../zoo-case.ts';

type More = Partial<Omit<Honest, 'name' | 'change'>> & { readonly title?: string };

export function honest(name: string, dialect: Dialect, change: Files, { title, ...more }: More = {}): Honest {
  const isOfTests = Object.keys(change).every((file) => /test/.test(file));
  const asked = title ?? (isOfTests ? `Tests: ${name}` : undefined);
  return {
    name: `${dialect.name}: ${name}`,
    project: dialect,
    change,
    ...(asked !== undefined && { request: { title: asked, acceptance: [] } }),
    expected: ACCEPTED,
    ...more,
  };
}

export const LISTED = listed('surface_modified');

export function text(dialect: Dialect, file: string): string {
  return dialect.files[file] ?? '';
}
