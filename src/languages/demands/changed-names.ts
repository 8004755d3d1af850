import { isGroup, isSign, isWord, type Nodes } from './code-tree.ts';
import type { TestFile } from './test-items.ts';

/** Names whose value is not the one that they were given first. */
export function changedNames({ nodes, hasDeclarations }: TestFile): ReadonlySet<string> {
  const changed = new Set<string>();
  const visit = (list: Nodes, isInner: boolean): void => {
    for (const [at, node] of list.entries()) {
      if (node.kind === 'group') visit(node.nodes, true);
      // Without declarations, what looks like an assignment inside brackets names an argument.
      if (node.kind === 'word' && isChange(list, at) && (hasDeclarations || !isInner)) changed.add(node.text);
      if (node.kind === 'word' && hasDeclarations && isAssigned(list, at)) changed.add(node.text);
    }
  };
  visit(nodes, false);
  return changed;
}

function isChange(nodes: Nodes, at: number): boolean {
  const [before, next, name, call] = [nodes[at - 1], nodes[at + 1], nodes[at + 2], nodes[at + 3]];
  if (isSign(before, '.', '?.')) return false;
  if (isSign(next, '++', '--', '+=', '-=', '*=')) return true;
  if (isSign(next, '.') && name?.kind === 'word' && MUTATES.test(name.text) && isGroup(call, '(')) return true;
  return (isGroup(next, '[') && isSign(name, '=')) || (isSign(next, '.') && isSign(call, '='));
}

function isAssigned(nodes: Nodes, at: number): boolean {
  const [before, next] = [nodes[at - 1], nodes[at + 1]];
  return isSign(next, '=') && !isSign(before, '.', '?.', ':') && !isWord(before, 'const', 'let', 'var');
}

const MUTATES =
  /^(?:push|pop|shift|unshift|splice|sort|reverse|fill|set|add|delete|clear|append|extend|insert|remove|update|setdefault)$/;
