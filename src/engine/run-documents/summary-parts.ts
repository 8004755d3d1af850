import { bullets, code, grouped, line } from './markdown.ts';
import type { ChangedFile } from '../../git/diff.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { type Spending, sumSpending } from '../../base/spending.ts';

/** More files than this are shown by folder. */
const MOST_FILES = 50;
const MOST_FOLDERS = 50;

/** The changed files as parts of a page. */
export function changesParts(files: readonly ChangedFile[], words: Catalogue): string[] {
  const { summary, none } = words.runDocuments;
  if (files.length === 0) return [none];
  const { added, deleted } = linesOf(files);
  const total = summary.files(files.length, added, deleted);
  if (files.length <= MOST_FILES) return [total, bullets(files.map((file) => fileText(file, words)))];
  return [total, summary.folded, bullets(foldedTexts(files, words))];
}

function fileText(file: ChangedFile, { runDocuments: { summary } }: Catalogue): string {
  const { path, kind, from, added, deleted } = file;
  const notes = [
    added === null || deleted === null ? summary.binary : `+${added} −${deleted}`,
    ...(summary.kinds[kind] === undefined ? [] : [summary.kinds[kind]]),
    ...(from === undefined ? [] : [summary.renamed(code(from))]),
  ];
  return `${code(path)} ${notes.join(', ')}`;
}

/** Folders as deep as can be shown; of more folders than that, those above them. */
function foldedTexts(files: readonly ChangedFile[], { runDocuments: { summary, more } }: Catalogue): string[] {
  const deepest = Math.max(...files.map(({ path }) => path.split('/').length - 1));
  let folders = byFolder(files, deepest);
  for (let depth = deepest - 1; depth > 0 && folders.size > MOST_FOLDERS; depth--) folders = byFolder(files, depth);
  const shown = [...folders].slice(0, MOST_FOLDERS).map(([folder, inside]) => {
    const { added, deleted, binaries } = linesOf(inside);
    const binary = binaries === 0 ? '' : `, ${summary.binary}: ${binaries}`;
    const name = folder === '' ? summary.root : code(`${folder}/`);
    return `${name}: ${summary.folder(inside.length)}, +${added} −${deleted}${binary}`;
  });
  return folders.size > shown.length ? [...shown, more(folders.size - shown.length)] : shown;
}

function byFolder(files: readonly ChangedFile[], depth: number): Map<string, ChangedFile[]> {
  const folders = new Map<string, ChangedFile[]>();
  for (const file of files) {
    const folder = file.path.split('/').slice(0, -1).slice(0, depth).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return new Map([...folders].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function linesOf(files: readonly ChangedFile[]): { added: number; deleted: number; binaries: number } {
  let [added, deleted, binaries] = [0, 0, 0];
  for (const file of files) {
    added += file.added ?? 0;
    deleted += file.deleted ?? 0;
    if (file.added === null) binaries += 1;
  }
  return { added, deleted, binaries };
}

/** What each agent took, and all together. */
export function spentTable(spent: Readonly<Record<string, Spending>>, words: Catalogue): string {
  const { columns, all } = words.runDocuments.summary;
  const entries = Object.entries(spent);
  return [
    row(columns),
    row(columns.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...entries.map(([role, each]) => row(cells(line(role), each, words))),
    ...(entries.length > 1 ? [row(cells(`**${all}**`, sumSpending(Object.values(spent)), words))] : []),
  ].join('\n');
}

function cells(name: string, spent: Spending, { runDocuments }: Catalogue): string[] {
  return [
    name,
    grouped(spent.calls),
    runDocuments.duration(spent.duration_ms),
    grouped(spent.input_tokens),
    grouped(spent.output_tokens),
    runDocuments.cost(spent.cost_usd),
  ];
}

function row(values: readonly string[]): string {
  return `| ${values.join(' | ')} |`;
}
