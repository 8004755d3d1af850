import type { ExportAddition } from '../exports.ts';
import type { ExportedMember, ExportedName, Flow } from '../exported-name.ts';
import type { StubPurpose } from '../javascript/stubs.ts';

/** Lines for the end of a module that give it these names. */
export function pythonStubs(purpose: StubPurpose, wanted: readonly ExportAddition[]): string {
  const additions = wanted.filter(({ added }) => added.name !== '__all__');
  const names = additions.flatMap(({ added, to }) => (to === undefined ? [added] : []));
  const own = names.filter(({ from }) => from === undefined).map(({ name }) => JSON.stringify(name));
  const texts = additions.map(({ added, to }) =>
    to === undefined ? newName(purpose, added) : newMembers(purpose, added, to.local ?? to.name),
  );
  const listed = own.length === 0 ? '' : `if "__all__" in globals():\n    __all__ = [*__all__, ${own.join(', ')}]\n`;
  return `${texts.join('')}${listed}`;
}

function newName(purpose: StubPurpose, one: ExportedName): string {
  const { name, from } = one;
  if (from !== undefined) return from.specifier === '__future__' ? '' : importText(name, from);
  const text = valueText(purpose, one);
  return `if ${JSON.stringify(name)} not in globals():\n${indented(text)}`;
}

function valueText(purpose: StubPurpose, one: ExportedName): string {
  const { name, kind, flow, literal } = one;
  if (kind === 'class') return classText(purpose, one);
  if (kind === 'constant') return `${name} = ${purpose === 'removed' ? (literal ?? 'None') : 'None'}\n`;
  const isClass = kind === 'unknown' && purpose === 'hollow' && /^_*[A-Z][a-z]/.test(name);
  return isClass ? classText(purpose, { ...one, base: 'unknown' }) : functionText(purpose, name, flow);
}

/** What another package offers is nothing that the change made. */
function importText(
  name: string,
  { specifier, name: imported }: { readonly specifier: string; readonly name: string },
): string {
  const statement =
    imported === '*' ? `import ${specifier} as ${name}` : `from ${specifier} import ${imported} as ${name}`;
  return `try:\n    ${statement}\nexcept ImportError:\n    ${name} = None\n`;
}

function functionText(purpose: StubPurpose, name: string, flow: Flow = 'sync', known = name): string {
  const word = flow === 'async' || flow === 'async generator' ? 'async def' : 'def';
  return `${word} ${name}(*args, **kwargs):\n${indented(bodyText(purpose, known, flow))}`;
}

function bodyText(purpose: StubPurpose, name: string, flow: Flow): string {
  if (purpose === 'removed') return `raise NotImplementedError(${JSON.stringify(`${name} was removed`)})\n`;
  if (flow === 'generator' || flow === 'async generator') return 'return\nyield\n';
  return 'return None\n';
}

function classText(purpose: StubPurpose, { name, members = [], base }: ExportedName): string {
  const isError = base !== undefined && /(?:Error|Exception|Warning|Exit|Interrupt)$/.test(base);
  const isWhole = base === undefined || isError || KNOWN_BASE.test(base);
  const lines = [
    `def __init__(self, *args, **kwargs):\n${indented(purpose === 'removed' ? bodyText(purpose, name, 'sync') : isError ? 'super().__init__(*args)\n' : 'pass\n')}`,
    ...members.filter((one) => !OWN.has(one.name)).map((one) => memberText(purpose, one)),
    // What it would inherit is not known.
    ...(isWhole
      ? []
      : [
          'def __getattr__(self, name):\n    if name.startswith("__"):\n        raise AttributeError(name)\n    return lambda *args, **kwargs: None\n',
        ]),
  ];
  return `class ${name}${isError ? '(Exception)' : ''}:\n${indented(lines.join(''))}`;
}

const KNOWN_BASE =
  /^(?:object|(?:abc\.)?ABC|(?:enum\.)?(?:Enum|IntEnum|StrEnum|Flag)|(?:typing\.)?(?:Protocol|NamedTuple|TypedDict|Generic).*)$/;

/** Python calls them by itself, and wants more than nothing from them. */
const OWN = new Set(
  '__init__ __new__ __repr__ __str__ __hash__ __slots__ __getattr__ __getattribute__ __setattr__ __del__ __class_getitem__ __init_subclass__ __set_name__ __match_args__'.split(
    ' ',
  ),
);

function memberText(purpose: StubPurpose, { name, kind, owner, flow }: ExportedMember): string {
  if (kind === 'value') return `${name} = None\n`;
  const decorator =
    kind === 'getter' ? '@property\n' : { static: '@staticmethod\n', class: '@classmethod\n', instance: '' }[owner];
  return `${decorator}${functionText(purpose, name, flow)}`;
}

function newMembers(purpose: StubPurpose, { members = [] }: ExportedName, to: string): string {
  return members
    .filter(({ name, kind }) => kind !== 'value' && !OWN.has(name))
    .map((one) => {
      const wrapper =
        one.kind === 'getter' ? 'property' : { static: 'staticmethod', class: 'classmethod', instance: '' }[one.owner];
      const own = `_${purpose}_${to}_${one.name}`;
      const text = `${functionText(purpose, own, one.flow, one.name)}${to}.${one.name} = ${wrapper === '' ? own : `${wrapper}(${own})`}\n`;
      return `if not hasattr(${to}, ${JSON.stringify(one.name)}):\n${indented(text)}`;
    })
    .join('');
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ');
}

/**
 * A module at the old place that is the one at the new place. Where the folder that modules are imported from changed
 * (`pkg/a.py` is now `src/pkg/a.py`), the name stays and is looked for again from the new folder. A package that stays
 * where it was keeps its own path: its modules have forwarders of their own.
 */
export function pythonForwarder(from: string, to: string): string {
  const [old, now] = [moduleParts(from), moduleParts(to)].map((parts) => JSON.stringify(parts));
  const isPackage = from.endsWith('__init__.py');
  return `import importlib
import os
import sys
import types

_old, _new = ${old}, ${now}
_own = __name__.split(".")
_above = len(_old) - len(_own)
if _new[-len(_own):] == _own and _above >= 0:
    _root = os.path.abspath(__file__)
    for _ in range(len(_old) + ${isPackage ? 1 : 0}):
        _root = os.path.dirname(_root)
    sys.path.insert(0, os.path.join(_root, *_new[: len(_new) - len(_own)]))
    del sys.modules[__name__]
    importlib.invalidate_caches()
    importlib.import_module(__name__)
else:
    _target = importlib.import_module(".".join(_new[max(_above, 0):]))
${indented(isPackage ? PACKAGE : 'sys.modules[__name__] = _target\n')}`;
}

const PACKAGE = `for _name, _value in list(vars(_target).items()):
    if not (_name.startswith("__") and _name.endswith("__")) or _name == "__all__":
        globals()[_name] = _value
class _Forward(types.ModuleType):
    def __setattr__(self, name, value):
        setattr(_target, name, value)
        super().__setattr__(name, value)
sys.modules[__name__].__class__ = _Forward
`;

/** A module that takes only these names from another. */
export function pythonImportFrom(from: string, to: string, names: readonly string[]): string {
  const [old, now] = [moduleParts(from), moduleParts(to)].map((parts) => JSON.stringify(parts));
  return `def _moved():
    import importlib
    above = len(${old}) - len(__name__.split("."))
    module = importlib.import_module(".".join(${now}[max(above, 0):]))
    for name in ${JSON.stringify(names)}:
        globals()[name] = getattr(module, name)
_moved()
`;
}

function moduleParts(path: string): string[] {
  return path.replace(/(?:\/__init__)?\.py$/, '').split('/');
}
