import { fileName, folderOf } from './tree-path.ts';

/**
 * Whether code that was there before may take data that a change adds, in place of what it took or beside it: it goes
 * through folders or asks which files there are, or the data has the name of other data with another ending, of which
 * it may be found first.
 */
export function mayTakeAdded(
  added: string,
  { path, text, paths }: { readonly path: string; readonly text: string; readonly paths: ReadonlySet<string> },
): boolean {
  const folder = folderOf(added);
  const isNear = folder === folderOf(path) || folder.split('/').some((one) => text.includes(one));
  if (!isNear) return false;
  if (LOOKS_AROUND.test(text)) return true;
  const stem = stemOf(added);
  return text.includes(stem) && [...paths].some((one) => folderOf(one) === folder && stemOf(one) === stem);
}

const LOOKS_AROUND =
  /\b(?:readdir\w*|opendir\w*|\w*[gG]lob(?:Sync)?|listdir|scandir|iterdir|walk(?:Sync)?|ReadDir|read_dir|exists(?:Sync)?|is_?file|access(?:Sync)?|l?stat(?:Sync)?)\s*\(|\brequire\.context\b|\bimport\.meta\.glob/;

/** `sub` of `sub.json`, `sub.linux.golden`. */
function stemOf(path: string): string {
  return fileName(path).replace(/(?<!^)\..*$/, '');
}
