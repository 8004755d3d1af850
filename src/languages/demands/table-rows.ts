import { flatten, isGroup, isSign, isWord, makeGroup, makeSign, type Nodes, splitAt } from './code-tree.ts';
import { bindingOf, bindPattern, elementsOf, type Scope } from './scope.ts';
import type { Table } from './test-items.ts';

const MAX_ROWS = 500;

/** The rows of a table that is written out; undefined: they are made while the tests run. */
export function rowsOf(rows: Nodes, scope: Scope, depth = 0): Nodes[] | undefined {
  const [first] = rows;
  if (depth > 4 || first === undefined) return undefined;
  if (rows.length === 1 && first.kind === 'word') {
    const value = bindingOf(scope, first.text)?.value;
    return value === undefined ? undefined : rowsOf(value, scope, depth + 1);
  }
  if (isWord(rows[1], 'as', 'satisfies')) return rowsOf(rows.slice(0, 1), scope, depth);
  if (isWord(first, 'Object') && isWord(rows[2], 'entries') && rows.length === 4)
    return entriesOf(rows.slice(3), scope);
  if (rows.length === 4 && isSign(rows[1], '.') && isWord(rows[2], 'items')) return entriesOf(rows.slice(0, 1), scope);
  const elements = isGroup(first, '[') || isGroup(first, '(') ? elementsOf(rows) : undefined;
  if (elements === undefined) return undefined;
  const found: Nodes[] = [];
  for (const element of elements) {
    const more = isSign(element[0], '...', '*') ? rowsOf(element.slice(1), scope, depth + 1) : [element];
    if (more === undefined) return undefined;
    found.push(...more);
  }
  return found.length > MAX_ROWS ? undefined : found;
}

function entriesOf([given]: Nodes, scope: Scope): Nodes[] | undefined {
  let value = isGroup(given, '(') ? given.nodes : given === undefined ? [] : [given];
  const [name] = value;
  if (value.length === 1 && name?.kind === 'word') value = bindingOf(scope, name.text)?.value ?? [];
  const [object] = value;
  if (value.length !== 1 || !isGroup(object, '{')) return undefined;
  return splitAt(object.nodes, ',').map(([key, , ...rest]) => {
    const shown: Nodes = key?.kind === 'word' ? [{ ...key, kind: 'string' }] : key === undefined ? [] : [key];
    return [makeGroup('[', [...shown, makeSign(','), ...rest])];
  });
}

/** Binds the parameters of a table to one of its rows; false: the row says that it is skipped. */
export function bindRow(scope: Scope, { parameters, isSpread }: Table, given: Nodes): boolean {
  const row = withoutId(given);
  if (row === undefined) return false;
  const [only] = row;
  const elements = isSpread && (isGroup(only, '[') || isGroup(only, '(')) ? elementsOf(row) : undefined;
  for (const [index, parameter] of parameters.entries()) {
    const value = elements === undefined ? (index === 0 ? row : undefined) : elements[index];
    bindPattern(scope, parameter, value, value !== undefined);
  }
  return true;
}

/** `pytest.param(1, 2, id='…')` is the row `(1, 2)`. */
function withoutId(row: Nodes): Nodes | undefined {
  const call = row[3];
  if (!isWord(row[0], 'pytest') || !isGroup(call, '(')) return row;
  const isMarked = flatten(call.nodes).some(
    ({ kind, text }) => kind === 'word' && /^(?:skip|skipif|xfail)$/.test(text),
  );
  if (isMarked) return undefined;
  const values = splitAt(call.nodes, ',').filter(([name, sign]) => !(isWord(name, 'id', 'marks') && isSign(sign, '=')));
  const [single] = values;
  if (values.length === 1 && single !== undefined) return single;
  return [
    makeGroup(
      '(',
      values.flatMap((value) => [...value, makeSign(',')]),
    ),
  ];
}
