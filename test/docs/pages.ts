import fs from 'node:fs';
import path from 'node:path';

export interface Page {
  readonly path: string;
  readonly text: string;
}

/** What people read: README, docs and what the repository says about itself. */
export function pages(): Page[] {
  const below = fs.readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`);
  const files = ['README.md', 'README.ko.md', 'CONTRIBUTING.md', 'SECURITY.md', ...below];
  return files
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => ({ path: file, text: fs.readFileSync(file, 'utf8') }));
}

/** Without what is no sentence: code blocks, comments, markup. */
export function prose(text: string): string {
  return text
    .replaceAll(/^ *(```+)[\s\S]*?^ *\1$/gm, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<\/?\w[^>]*>/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ']');
}

/** Cells of tables and items of lists are sentences of their own. */
export function sentences(text: string): string[] {
  const blocks = prose(text)
    .replaceAll(/^\|[ :|-]+\|$/gm, '\n')
    .replaceAll(/(?<!\\)\|/g, '\n\n')
    .split(/\n\s*\n|\n(?= *(?:[-*]|\d+\.) )|\n(?=#)/);
  return blocks
    .flatMap((block) => block.replaceAll(/\s+/g, ' ').split(/(?<=[.!?:]["”)*`]*) /))
    .map((one) => one.trim());
}

export function countWords(text: string): number {
  return (text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length;
}

/** How GitHub names the headings of a page. */
export function anchors(text: string): Set<string> {
  const seen = new Map<string, number>();
  const names = [...text.replaceAll(/^(```+)[\s\S]*?^\1$/gm, '').matchAll(/^#{1,6} (.*)$/gm)].map(([, title = '']) => {
    const name = title
      .replaceAll(/\]\([^)]*\)/g, ']')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    return nth === 0 ? name : `${name}-${nth}`;
  });
  return new Set(names);
}

/** Links that lead nowhere, as `page: link`. */
export function brokenLinks(all: readonly Page[]): string[] {
  const anchorsOf = new Map(all.map((page) => [page.path, anchors(page.text)]));
  return all.flatMap((page) => {
    const text = page.text.replaceAll(/^ *(```+)[\s\S]*?^ *\1$/gm, '').replaceAll(/`[^`\n]*`/g, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, image]) => link ?? image ?? '',
    );
    return links.filter((link) => !isAlive(page.path, link, anchorsOf)).map((link) => `${page.path}: ${link}`);
  });
}

function isAlive(from: string, link: string, anchorsOf: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (/^[a-z]+:/.test(link)) return true;
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? from : path.posix.join(path.posix.dirname(from), file);
  if (!fs.existsSync(target)) return false;
  return anchor === undefined || (anchorsOf.get(target)?.has(decodeURIComponent(anchor)) ?? false);
}
