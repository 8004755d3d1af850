import { readSource } from './known-languages.ts';
import { fileName } from './tree-path.ts';

export interface NamedTest {
  readonly file: string;
  readonly title: string;
}

/** Whether a runner's name for a test is made from this title, which may have places for values of a row. */
export function isTitleOf(title: string, name: string): boolean {
  if (name === title || name.endsWith(` > ${title}`) || name.endsWith(` ${title}`) || name.endsWith(`::${title}`))
    return true;
  const parts = title
    .split(/%[sdifjoOp#$c%]|\$\{?[\w.]+\}?|…/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`));
  const rest = parts.length > 1 ? parts.join('[\\s\\S]*') : `${parts[0] ?? ''}(?:\\[.*\\]|/.*)?`;
  return title !== '' && new RegExp(`(?:^|[\\s>/:.])${rest}$`).test(name);
}

/** The tests that a request or a task names: by title or by file. */
export function namedTests<T extends NamedTest>(text: string, tests: readonly T[]): T[] {
  const plain = spaced(text);
  return tests.filter(({ file, title }) => namesTitle(plain, spaced(title)) || namesFile(plain, file));
}

function spaced(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** A plain word names a test only in quotes, or where it is called one. */
function namesTitle(text: string, full: string): boolean {
  const own = full.split(' > ').at(-1) ?? full;
  return [full, own].some((title) => {
    if (title.length < 2) return false;
    const escaped = title.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
    const isPlain = /^\p{L}+$/u.test(title) && title === title.toLowerCase();
    const pattern = isPlain
      ? String.raw`["'\u0060“‘「]${escaped}["'\u0060”’」]|\btest ${escaped}(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_])${escaped} test\b`
      : String.raw`(?<![\p{L}\p{N}_])${escaped}(?![\p{L}\p{N}_])`;
    return new RegExp(pattern, 'iu').test(text);
  });
}

function namesFile(text: string, file: string): boolean {
  return [file, fileName(file)].some((name) => {
    const escaped = name.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
    return new RegExp(String.raw`(?<![\p{L}\p{N}_./-])(?:\./)?${escaped}(?![\p{L}\p{N}_/-])`, 'u').test(text);
  });
}

/** Whether a sentence speaks of something that a test deals with: a name in its code, or a telling word of its title. */
export function quoteSharesIdentifier(
  quote: string,
  { title, body, path }: { readonly title: string; readonly body: string; readonly path?: string },
): boolean {
  const code = readSource(path ?? 'a.test.ts', body)?.bare ?? body;
  const names = new Set([...identifiersIn(withoutImports(code)), ...identifiersIn(title)]);
  const inTitle = new Set(identifiersIn(title).map((word) => word.toLowerCase()));
  return identifiersIn(quote).some((word) => names.has(word) || inTitle.has(word.toLowerCase()));
}

function withoutImports(code: string): string {
  return code.replaceAll(/^\s*(?:import|from|use|using|require)\b.*$/gm, '');
}

function identifiersIn(text: string): string[] {
  return (text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []).filter(
    (word) => word.length > 1 && !COMMON.has(word.toLowerCase()),
  );
}

/** Words of languages, of test libraries and of every sentence. */
const COMMON = new Set(
  (
    'the and or not of in is it its be to an as at by for from on with that this these those was were are has have had do does did can may must should shall will would when then than if else so no yes all any each every one two both new old now ' +
    'test tests testing case cases suite describe expect expects expected actual assert asserts assertion equal equals same true false null undefined none nil self let const var def fn func function return returns returned returning async await import export class type void int string number ' +
    'tobe toequal tothrow ok add adds added change changes changed make makes made use uses used using fix fixes fixed update updates updated remove removes removed value values result results file files code work works error errors get gets set sets run runs'
  ).split(' '),
);
