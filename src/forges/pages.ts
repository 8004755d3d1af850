import { throwFailure } from '../base/failure.ts';

/** More than anybody writes about one thing: a host whose pages do not end is broken. */
export const MOST_PAGES = 100;
const PAGE_SIZE = 100;

/** All of a list that is read in pages of 100, until one is not full. */
export async function allPages<T>(
  host: string,
  read: (page: string) => Promise<{ readonly what: string; readonly some: readonly T[] }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const { what, some } = await read(`per_page=${PAGE_SIZE}&page=${page}`);
    all.push(...some);
    if (some.length < PAGE_SIZE) return all;
    if (page === MOST_PAGES) throwFailure('forge.garbage', { host, what });
  }
}
