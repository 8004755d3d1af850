import path from 'node:path';
import { parseSync } from 'rolldown/utils';

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly specifier: string;
  /** Path in the project, or undefined for packages and Node's own modules. */
  readonly target: string | undefined;
  readonly kind: 'value' | 'type' | 'dynamic';
  readonly line: number;
}

/** A use of something global or of a member of an imported module, such as `process.env` or `node:fs.writeFile`. */
interface Use {
  readonly name: string;
  readonly line: number;
}

export interface Facts {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  readonly uses: readonly Use[];
  readonly isBarrel: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Judged by how it is called, not by being named. */
const OPEN = /^node:fs(\/promises|\.promises)?\.open(Sync)?$/;

export function factsOf(file: SourceFile): Facts {
  const { program, errors } = parseSync(file.path, file.text);
  if (errors[0] !== undefined) throw new Error(`${file.path}: ${errors[0].message}`);
  const imports: Import[] = [];
  const uses: Use[] = [];
  const modules = new Map<string, string>();
  const body = program.body as unknown as Node[];
  const lineOf = (node: Node) => file.text.slice(0, node.start).split('\n').length;
  const use = (name: string, node: Node) => uses.push({ name, line: lineOf(node) });

  const imported = (source: unknown, kind: Import['kind'], node: Node) => {
    const specifier = text(source);
    if (specifier === undefined) return;
    const target = specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file.path), specifier) : undefined;
    imports.push({ specifier, target, kind, line: lineOf(node) });
  };

  walk(body, (node) => {
    switch (node.type) {
      case 'ImportDeclaration': {
        imported(node['source'], isTypeOnly(node) ? 'type' : 'value', node);
        for (const name of nodes(node['specifiers'])) {
          const from = text(node['source']) ?? '';
          const local = identifier(name['local']);
          const full = importedName(from, name);
          if (name.type === 'ImportSpecifier' && !OPEN.test(full)) use(full, node);
          if (local !== undefined) modules.set(local, full);
        }
        break;
      }
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        if (isNode(node['source'])) imported(node['source'], isTypeOnly(node) ? 'type' : 'value', node);
        break;
      case 'ImportExpression':
        imported(node['source'], 'dynamic', node);
        break;
      case 'TSImportType':
        imported(node['source'] ?? node['argument'], 'type', node);
        break;
      case 'MemberExpression': {
        const name = memberName(node, modules);
        if (name !== undefined && !OPEN.test(name)) use(name, node);
        break;
      }
      case 'VariableDeclarator':
        for (const key of destructured(node)) use(`${dotted(node['init'], modules) ?? ''}.${key}`, node);
        break;
      case 'NewExpression':
      case 'CallExpression': {
        const called = dotted(node['callee'], modules) ?? '';
        const given = nodes(node['arguments']);
        if (called === 'Date' && given.length === 0) use('Date.now', node);
        if (OPEN.test(called) && !opensToRead(given[1])) use(called, node);
        break;
      }
    }
  });
  return { path: file.path, text: file.text, imports, uses, isBarrel: body.length > 0 && body.every(isReexport) };
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit);
  if (!isNode(value)) return;
  visit(value);
  for (const child of Object.values(value)) if (typeof child === 'object') walk(child, visit);
}

function isTypeOnly(node: Node): boolean {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true;
  const names = nodes(node['specifiers']);
  return names.length > 0 && names.every((name) => name['importKind'] === 'type' || name['exportKind'] === 'type');
}

function isReexport(node: Node): boolean {
  return node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && isNode(node['source']));
}

/** What a local name stands for: `fs` from node:fs is the module, `promises` of it a member. */
function importedName(from: string, specifier: Node): string {
  return specifier.type === 'ImportSpecifier' ? `${from}.${identifier(specifier['imported']) ?? ''}` : from;
}

function memberName(node: Node, modules: ReadonlyMap<string, string>): string | undefined {
  const object = dotted(node['object'], modules);
  const property = node['computed'] === true ? text(node['property']) : identifier(node['property']);
  return object === undefined || property === undefined ? undefined : `${object}.${property}`;
}

function dotted(value: unknown, modules: ReadonlyMap<string, string>): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'MemberExpression') return memberName(value, modules)?.replace(/^globalThis\./, '');
  const name = identifier(value);
  return name === undefined ? undefined : (modules.get(name) ?? name);
}

function destructured(declarator: Node): string[] {
  if (!isNode(declarator['id']) || declarator['id'].type !== 'ObjectPattern') return [];
  return nodes(declarator['id']['properties']).flatMap((property) => identifier(property['key']) ?? []);
}

/** `open` reads or writes depending on its flags; only flags that say nothing but reading count as reading. */
function opensToRead(flags: Node | undefined): boolean {
  if (flags === undefined || text(flags) === 'r') return true;
  const names: string[] = [];
  walk(flags, (node) => names.push(identifier(node) ?? ''));
  return names.includes('O_RDONLY') && !names.some((name) => /^O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)$/.test(name));
}

function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function identifier(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Identifier' ? String(value['name']) : undefined;
}

function text(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'TSLiteralType') return text(value['literal']);
  return value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
