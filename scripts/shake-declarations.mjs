import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';

/**
 * Keeps of the declarations below `folder` what those of `index.d.ts` need. tsc declares every module that the library
 * runs, with all that it exports; most of that is nobody's business, and much of the package's size.
 */
export function shakeDeclarations(folder) {
  const modules = new Map();
  const open = (file) => {
    if (!modules.has(file)) modules.set(file, readModule(file));
    return modules.get(file);
  };
  const need = (file, name) => {
    const module = open(file);
    const listed = module.lists.get(name);
    if (listed !== undefined && !module.listed.has(name)) {
      module.listed.add(name);
      need(file, listed);
    }
    const from = module.imports.get(name) ?? module.reexports.get(name);
    if (from !== undefined) {
      if (module.used.has(name)) return;
      module.used.add(name);
      if (from.file !== undefined) needImported(from);
      return;
    }
    for (const statement of module.statements.filter(({ names }) => names.includes(name))) {
      if (module.kept.has(statement)) continue;
      module.kept.add(statement);
      const words = new Set(statement.text.match(/[\w$]+/g));
      for (const word of words) if (module.known.has(word)) need(file, word);
      for (const [, target, imported] of statement.text.matchAll(/import\(["'](\.[^"']*)\.ts["']\)\.([\w$]+)/g))
        need(declarationAt(file, target), imported);
    }
  };
  const needImported = ({ file, name }) => {
    if (name === '*') for (const known of open(file).known) need(file, known);
    else need(file, name);
  };
  const index = path.join(folder, 'index.d.ts');
  for (const name of open(index).known) need(index, name);
  for (const file of filesBelow(folder)) {
    const module = modules.get(file);
    if (module === undefined || (module.kept.size === 0 && module.used.size === 0)) fs.rmSync(file);
    else fs.writeFileSync(file, textOf(module));
  }
}

function readModule(file) {
  const text = fs.readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const module = {
    imports: new Map(),
    reexports: new Map(),
    /** `export { a }`: of what is imported or declared here. */
    lists: new Map(),
    statements: [],
    kept: new Set(),
    used: new Set(),
    listed: new Set(),
  };
  let end = 0;
  for (const node of program.body) {
    // With the comment before it.
    const statement = { text: text.slice(end, node.end), names: namesIn(node) };
    end = node.end;
    if (node.type === 'ImportDeclaration') {
      for (const one of node.specifiers)
        module.imports.set(one.local.name, {
          ...sourceOf(node, file),
          name: one.imported?.name ?? '*',
          type: one.type,
        });
    } else if (node.type === 'ExportNamedDeclaration' && node.source) {
      for (const { exported, local } of node.specifiers)
        module.reexports.set(exported.name, { ...sourceOf(node, file), name: local.name });
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null) {
      for (const { exported, local } of node.specifiers) module.lists.set(exported.name, local.name);
    } else module.statements.push(statement);
  }
  const own = module.statements.flatMap(({ names }) => names);
  return {
    ...module,
    known: new Set([...own, ...module.imports.keys(), ...module.reexports.keys(), ...module.lists.keys()]),
  };
}

function namesIn(node) {
  const declaration = node.declaration ?? node;
  if (declaration.declarations) return declaration.declarations.map(({ id }) => id.name);
  return declaration.id ? [declaration.id.name] : [];
}

function sourceOf({ source: { value } }, file) {
  return value.startsWith('.')
    ? { specifier: value, file: declarationAt(file, value.replace(/\.ts$/, '')) }
    : { specifier: value };
}

function declarationAt(file, target) {
  return path.join(path.dirname(file), `${target}.d.ts`);
}

function textOf({ imports, reexports, lists, statements, kept, used, listed }) {
  const lines = [];
  for (const [local, { specifier, name, type }] of imports) {
    if (!used.has(local)) continue;
    const named = name === local ? local : `${name} as ${local}`;
    lines.push(
      type === 'ImportNamespaceSpecifier'
        ? `import type * as ${local} from '${specifier}';`
        : `import type { ${named} } from '${specifier}';`,
    );
  }
  for (const [exported, { specifier, name }] of reexports)
    if (used.has(exported))
      lines.push(`export { ${name === exported ? name : `${name} as ${exported}`} } from '${specifier}';`);
  for (const [exported, local] of lists)
    if (listed.has(exported)) lines.push(`export type { ${local === exported ? local : `${local} as ${exported}`} };`);
  return `${lines.join('\n')}\n${statements
    .filter((one) => kept.has(one))
    .map(({ text }) => text.trimStart())
    .join('\n')}\nexport {};\n`;
}

export function filesBelow(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
