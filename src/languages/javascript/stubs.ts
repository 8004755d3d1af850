import type { ExportAddition } from '../exports.ts';
import { type ExportedMember, type ExportedName, type Flow, isTypeOnly, type ModuleForm } from '../exported-name.ts';
import { folderOf } from '../tree-path.ts';

/** `hollow`: what is added returns nothing. `removed`: it has its old value or, where it is code, throws. */
export type StubPurpose = 'hollow' | 'removed';

interface StubStyle {
  readonly path: string;
  readonly form: ModuleForm;
  readonly purpose: StubPurpose;
}

/** Lines for the end of a module that give it these exports. */
export function javaScriptStubs(style: StubStyle, additions: readonly ExportAddition[]): string {
  // Others are properties of the value that replaces the module.
  const ordered = additions.toSorted((a, b) => Number(isWhole(b.added)) - Number(isWhole(a.added)));
  return ordered
    .map(({ added, to }) => (to === undefined ? newExport(style, added) : newMembers(style, added, to)))
    .join('');
}

function isWhole({ name }: ExportedName): boolean {
  return name === 'module.exports';
}

function newExport(style: StubStyle, one: ExportedName): string {
  const own = `${style.purpose}_${one.name.replaceAll(/[^\w$]/g, '_')}`;
  if (isTypeOnly(one))
    return isTypeScript(style) ? `${typeText(one, own)}\nexport type { ${own} as ${one.name} };\n` : '';
  if (style.form === 'commonjs') {
    if (isWhole(one)) return `module.exports = Object.assign(${valueText(style, one)}, module.exports);\n`;
    return `module.exports.${one.name} = ${valueText(style, one)};\n`;
  }
  if (isWhole(one)) return `export = ${valueText(style, one)};\n`;
  const type = isTypeScript(style) ? ': any' : '';
  if (one.kind === 'class' && isTypeScript(style)) {
    return `${classText(style, one, own)}\nexport { ${own} as ${one.name} };\n`;
  }
  const also = one.kind === 'enum' && isTypeScript(style) ? `type ${own} = any;\n` : '';
  return `${also}const ${own}${type} = ${valueText(style, one)};\nexport { ${own} as ${one.name} };\n`;
}

function valueText(style: StubStyle, one: ExportedName): string {
  const isComponent = style.path.endsWith('x') && /^(?:[A-Z]|default$)/.test(one.name);
  switch (one.kind) {
    case 'class':
      if (isComponent && one.members?.some(({ name }) => name === 'render') === true)
        return functionText(style, one, 'return null;');
      return classText(style, one, '');
    case 'function':
      return functionText(style, one, isComponent ? 'return null;' : '');
    case 'unknown':
      if (isComponent) return functionText(style, one, 'return null;');
      return /^(?:[A-Z]|default$)/.test(one.name) && style.purpose === 'hollow'
        ? anyClassText(style)
        : functionText(style, one, '');
    case 'object':
    case 'enum':
      return `{ ${(one.members ?? []).map((member) => objectMember(style, member)).join(', ')} }`;
    case 'constant':
      return style.purpose === 'removed' ? (one.literal ?? 'undefined') : 'undefined';
    case 'interface':
    case 'type':
      return 'undefined';
  }
}

function functionText(
  style: StubStyle,
  { name, flow = 'sync' }: Pick<ExportedName, 'name' | 'flow'>,
  body: string,
): string {
  const type = isTypeScript(style) && flow === 'sync' ? ': any' : '';
  return `${words(flow)} (${parameters(style)})${type} { ${bodyText(style, name, body)} }`;
}

function words(flow: Flow): string {
  return { sync: 'function', async: 'async function', generator: 'function*', 'async generator': 'async function*' }[
    flow
  ];
}

function bodyText({ purpose }: StubStyle, name: string, body: string): string {
  return purpose === 'removed' ? `throw new Error(${JSON.stringify(`${name} was removed`)});` : body;
}

function parameters(style: StubStyle): string {
  return isTypeScript(style) ? '..._: any[]' : '..._';
}

function classText(style: StubStyle, { name, members = [], base, typeParameters }: ExportedName, own: string): string {
  const above = base !== undefined && BUILT_IN.test(base) ? ` extends ${base}` : '';
  const index = isTypeScript(style) && above === '' ? '[key: string]: any; ' : '';
  const generic = isTypeScript(style) && typeParameters !== undefined ? anyParameters(typeParameters) : '';
  // Without a constructor an error keeps its message.
  const isWritten = above === '' || style.purpose === 'removed';
  const body = `${above === '' ? '' : 'super(); '}${bodyText(style, name, '')}`;
  const constructor = isWritten ? `constructor(${parameters(style)}) { ${body} } ` : '';
  return `class ${own}${generic}${above} { ${index}${constructor}${members.map((one) => classMember(style, one)).join(' ')} }`;
}

const BUILT_IN = /^(?:\w*Error|EventTarget|Event|Map|Set|Array|Promise|EventEmitter)$/;

/** A class of which nothing but its name is known. */
function anyClassText(style: StubStyle): string {
  const type = isTypeScript(style) ? ': any' : '';
  const get = `(own${type}, key${type}) => (key in own ? own[key] : key === 'then' ? undefined : () => undefined)`;
  const instance = `new Proxy({}, { get: ${get} })`;
  return `new Proxy(function () {}, { get: ${get}, construct: () => ${instance}, apply: () => undefined })`;
}

function classMember(style: StubStyle, { name, kind, owner, flow }: ExportedMember): string {
  const first = owner === 'static' ? 'static ' : '';
  const key = keyText(name);
  if (kind === 'value') return `${first}${key}${isTypeScript(style) ? ': any' : ''} = undefined;`;
  const type = isTypeScript(style) && flow === 'sync' ? ': any' : '';
  if (kind === 'getter') {
    const set = isTypeScript(style) ? '_: any' : '_';
    return `${first}get ${key}()${type} { ${bodyText(style, name, 'return undefined;')} } ${first}set ${key}(${set}) {}`;
  }
  const marks = { sync: '', async: 'async ', generator: '*', 'async generator': 'async *' }[flow];
  return `${first}${marks}${key}(${parameters(style)})${type} { ${bodyText(style, name, name === 'render' ? 'return null;' : '')} }`;
}

function objectMember(style: StubStyle, member: ExportedMember): string {
  const { name, kind, flow } = member;
  if (kind === 'value') return `${keyText(name)}: undefined`;
  if (kind === 'getter') return `get ${keyText(name)}() { ${bodyText(style, name, 'return undefined;')} }`;
  return `${keyText(name)}: ${functionText(style, { name, flow }, '')}`;
}

function keyText(name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name);
}

/** Nothing is put in the place of what an instance inherits. */
function newMembers(style: StubStyle, added: ExportedName, to: ExportedName): string {
  const members = added.members ?? [];
  const own = to.local ?? (style.form === 'commonjs' ? exportPlace(to.name) : undefined);
  if (own === undefined) return '';
  const target = isTypeScript(style) ? `(${own} as any)` : own;
  const lines = members.map((member) => {
    const place = to.kind === 'class' && member.owner === 'instance' ? `${target}.prototype` : target;
    const key = JSON.stringify(member.name);
    const value =
      member.kind === 'getter'
        ? `{ get() { ${bodyText(style, member.name, 'return undefined;')} }, configurable: true }`
        : `{ value: ${functionText(style, member, '')}, configurable: true, writable: true }`;
    return `if (!(${key} in ${place})) Object.defineProperty(${place}, ${key}, ${value});\n`;
  });
  return `${lines.join('')}${mergedInterface(style, to, members)}`;
}

function exportPlace(name: string): string {
  return name === 'module.exports' ? name : `module.exports.${name}`;
}

/** What the compiler has to know of the new members. */
function mergedInterface(
  style: StubStyle,
  { kind, name, local, typeParameters = '' }: ExportedName,
  members: readonly ExportedMember[],
): string {
  const fields = members.filter(({ owner }) => owner === 'instance').map((one) => `${keyText(one.name)}: any;`);
  if (!isTypeScript(style) || kind !== 'class' || local === undefined || fields.length === 0 || name === 'default')
    return '';
  return `${name === local ? 'export ' : ''}interface ${local}${typeParameters} { ${fields.join(' ')} }\n`;
}

function typeText({ kind, typeParameters }: ExportedName, own: string): string {
  const generic = typeParameters === undefined ? '' : anyParameters(typeParameters);
  return kind === 'interface' ? `interface ${own}${generic} { [key: string]: any }` : `type ${own}${generic} = any;`;
}

/** As many as there are, each of them optional. */
function anyParameters(parametersText: string): string {
  const plain = parametersText
    .slice(1, -1)
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/\{[^{}]*\}|\([^()]*\)|\[[^[\]]*\]/g, '');
  const count = plain.split(',').filter((one) => one.trim() !== '').length;
  return count === 0 ? '' : `<${Array.from({ length: count }, (_, n) => `_T${n} = any`).join(', ')}>`;
}

function isTypeScript({ path }: Pick<StubStyle, 'path'>): boolean {
  return /\.[cm]?tsx?$/.test(path);
}

/** How files of a project name each other's modules: `./a.js` may be written for `./a.ts`. */
export type SpecifierEnding = 'own' | 'compiled' | 'none';

/** A module at the old place that passes on everything of the one at the new place. */
export function javaScriptForwarder(
  {
    from,
    to,
    ending,
    only,
  }: {
    readonly from: string;
    readonly to: string;
    readonly ending: SpecifierEnding;
    readonly only?: readonly string[];
  },
  names: readonly ExportedName[],
): string {
  const specifier = JSON.stringify(relativeSpecifier(from, to, ending));
  const isCommonJs = /\.c[jt]s$/.test(from) || (names.length > 0 && names.every(({ form }) => form === 'commonjs'));
  if (only !== undefined) {
    if (isCommonJs) return only.map((name) => `module.exports.${name} = require(${specifier}).${name};\n`).join('');
    return `export { ${only.join(', ')} } from ${specifier};\n`;
  }
  if (isCommonJs) return `module.exports = require(${specifier});\n`;
  const own = names.some(({ name }) => name === 'default') ? `export { default } from ${specifier};\n` : '';
  return `export * from ${specifier};\n${own}`;
}

function relativeSpecifier(from: string, to: string, ending: SpecifierEnding): string {
  const [here, there] = [
    folderOf(from)
      .split('/')
      .filter((part) => part !== '.'),
    to.split('/'),
  ];
  let same = 0;
  while (same < here.length && here[same] === there[same]) same++;
  const up = here.slice(same).map(() => '..');
  const path = [...(up.length === 0 ? ['.'] : up), ...there.slice(same)].join('/');
  // JavaScript cannot name a file that is compiled by what it becomes.
  if (ending === 'own' || /\.[cm]?jsx?$/.test(from)) return path;
  if (ending === 'compiled') return path.replace(/\.([cm]?)tsx?$/, '.$1js');
  return path.replace(/\.[cm]?[jt]sx?$/, '').replace(/\/index$/, '');
}
