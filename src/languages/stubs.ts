import type { ExportedName, ModuleForm } from './exported-name.ts';
import { canBeStubbed, type ExportAddition, exportsOf } from './exports.ts';
import { javaScriptForwarder, javaScriptStubs, type SpecifierEnding, type StubPurpose } from './javascript/stubs.ts';
import { pythonForwarder, pythonImportFrom, pythonStubs } from './python/stubs.ts';

/** A module in which all of these exist, and return nothing. Empty where the language cannot have stubs. */
export function hollowStub(path: string, names: readonly ExportedName[]): string {
  const text = stubsFor({ path, text: '', purpose: 'hollow', additions: names.map((added) => ({ added })) });
  // TypeScript takes a file without an export for a script.
  return text === '' && /\.[cm]?tsx?$/.test(path) ? 'export {};\n' : text;
}

/** A module that gains these exports, each of which returns nothing. */
export function withHollowExports(path: string, text: string, additions: readonly ExportAddition[]): string {
  return appended(text, stubsFor({ path, text, purpose: 'hollow', additions }));
}

/** A module in which what was removed exists again: constants with their old value, code that throws. */
export function graft(path: string, text: string, removed: readonly ExportAddition[]): string {
  return appended(text, stubsFor({ path, text, purpose: 'removed', additions: removed }));
}

interface Wanted {
  readonly path: string;
  readonly text: string;
  readonly purpose: StubPurpose;
  readonly additions: readonly ExportAddition[];
}

function stubsFor({ path, text, purpose, additions }: Wanted): string {
  if (!canBeStubbed(path) || additions.length === 0) return '';
  if (path.endsWith('.py')) return pythonStubs(purpose, additions);
  return javaScriptStubs({ path, form: formOf(path, text, additions), purpose }, additions);
}

function formOf(path: string, text: string, additions: readonly ExportAddition[]): ModuleForm {
  if (/\.c[jt]s$/.test(path)) return 'commonjs';
  if (/\.m[jt]s$/.test(path)) return 'esm';
  const own = exportsOf(path, text)[0]?.form;
  if (own !== undefined) return own;
  if (/^\s*import\b(?!\s*\()/m.test(text)) return 'esm';
  if (/\brequire\s*\(/.test(text)) return 'commonjs';
  return additions[0]?.added.form ?? 'esm';
}

function appended(text: string, more: string): string {
  if (more === '') return text;
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${more}`;
}

export interface Move {
  readonly from: string;
  readonly to: string;
  /** How JavaScript of this project names its modules. */
  readonly ending?: SpecifierEnding;
}

/** A module at the old place that stands for the one at the new place; `names`: what that one exports. */
export function forwarder({ from, to, ending = 'own' }: Move, names: readonly ExportedName[]): string {
  if (!canBeStubbed(from) || !canBeStubbed(to)) return '';
  return from.endsWith('.py') ? pythonForwarder(from, to) : javaScriptForwarder({ from, to, ending }, names);
}

/** Whether two files of Python are imported by the same name: one of them is never asked for. */
export function isSameModule(one: string, other: string): boolean {
  const name = (path: string): string => path.replace(/(?:\/__init__)?\.py$/, '');
  return one.endsWith('.py') && other.endsWith('.py') && name(one) === name(other);
}

/** A module with these names of another one, where they have gone. */
export function withMovedExports(
  { from, to, ending = 'own' }: Move,
  text: string,
  names: readonly ExportedName[],
): string {
  if (!canBeStubbed(from) || !canBeStubbed(to) || names.length === 0) return text;
  const only = names.map(({ name }) => name);
  const more = from.endsWith('.py')
    ? pythonImportFrom(from, to, only)
    : javaScriptForwarder({ from, to, ending, only }, names);
  return appended(text, more);
}
