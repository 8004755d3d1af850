import type { Checked, Verdict } from './assumptions.ts';
import type { Mention } from './mentions.ts';
import { asFolder, folderOf, nameOf, type Places, placesOf, plain } from './places.ts';
import type { Stance } from './stance.ts';
import { keywords } from '../../../base/keywords.ts';

/** `CI/CD` and `read/write` look like paths, and nothing in the tree begins so. */
export function meansNoPath(mention: Mention, places: Places): boolean {
  if (mention.kind !== 'path' || !mention.doubtful || placesOf(mention.text, places).length > 0) return false;
  return !places.topFolders.has(mention.text.slice(0, mention.text.indexOf('/')));
}

export function judgePath(text: string, stance: Stance, checked: Checked): Verdict {
  const { places } = checked;
  const found = placesOf(text, places);
  if (found.length > 0) {
    if (stance === 'there') return { verdict: 'matched' };
    return { verdict: 'mismatched', correction: `${text}: exists (${listed(found)})` };
  }
  const isIgnored = placesOf(text, { files: places.onlyExplored, folders: places.onlyExplored }).length > 0;
  if (isIgnored) return { verdict: 'unknown' };
  if (stance === 'absent') return { verdict: 'matched' };
  const near = nearTo(text, checked);
  const instead = near.length === 0 ? '' : `; found: ${listed(near)}`;
  return { verdict: 'mismatched', correction: `${text}: not found${instead}` };
}

/** The same name elsewhere or spelled otherwise, else explored files that are about the same thing. */
function nearTo(name: string, checked: Checked): string[] {
  const { files, folders } = checked.places;
  const isFolder = name.endsWith('/');
  const candidates = isFolder ? folders.map(asFolder) : files;
  const wanted = spelling(nameOf(name));
  const alike = candidates.filter((path) => spelling(nameOf(path)) === wanted);
  return alike.length > 0 ? alike : explained(isFolder, checked);
}

/** Letters only, without extension and plural: `Middlewares` and `middleware` are one. */
function spelling(name: string): string {
  return name
    .replace(/(?<=.)\.\w+$/, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '')
    .replace(/s$/, '');
}

function explained(isFolder: boolean, { assumption, explored, places }: Checked): string[] {
  const words = keywords(assumption);
  const real = new Set(places.files);
  const scored = explored.explored_files.flatMap(({ path, summary }) => {
    const shared = [...keywords(`${nameOf(path)} ${summary}`)].filter((word) => words.has(word)).length;
    return shared > 0 && real.has(plain(path)) ? [{ path: plain(path), shared }] : [];
  });
  const best = scored.sort((a, b) => b.shared - a.shared).filter(({ shared }) => shared === scored[0]?.shared);
  return [...new Set(best.map(({ path }) => (isFolder ? folderOf(path) : path)))].filter((path) => path !== '');
}

function listed(paths: readonly string[]): string {
  return paths.slice(0, 3).join(', ') + (paths.length > 3 ? ', …' : '');
}
