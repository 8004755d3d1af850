import { isId } from '../base/ids.ts';

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/**
 * The arrows between tasks of a mermaid flowchart. A node is the task that its text begins with, else the one that it is
 * called; nodes that are no tasks, and lines without a head, say nothing about dependencies.
 */
export function* flowchartEdges(lines: readonly string[], firstLine: number): Generator<Edge> {
  if (!isFlowchart(lines)) return;
  const chains = lines.flatMap((line, offset) =>
    parseStatements(line).map((statement) => ({ line: firstLine + offset, groups: parseGroups(statement) })),
  );
  const tasks = new Map<string, string>();
  for (const { groups } of chains) {
    for (const node of groups.flatMap(({ nodes }) => nodes)) {
      const task = taskOfNode(node);
      if (task !== null && (node.text !== null || !tasks.has(node.name))) tasks.set(node.name, task);
    }
  }
  for (const { line, groups } of chains) {
    for (const { from, to } of parseArrows(groups)) {
      const [source, target] = [tasks.get(from.name), tasks.get(to.name)];
      if (source !== undefined && target !== undefined) yield { from: source, to: target, line };
    }
  }
}

interface Node {
  readonly name: string;
  readonly text: string | null;
}

/** Nodes joined by `&`, and whether an arrow leads to them from the ones before. */
interface Group {
  readonly nodes: readonly Node[];
  readonly isTarget: boolean;
}

/** Front matter may come before the word that says so. */
function isFlowchart(lines: readonly string[]): boolean {
  const first = lines.map((line) => line.trim()).find((line) => line !== '' && !/^(?:%%|---|\w+:)/.test(line));
  return first !== undefined && /^(?:graph|flowchart)\b/i.test(first);
}

function* parseArrows(groups: readonly Group[]): Generator<{ from: Node; to: Node }> {
  for (const [index, { nodes, isTarget }] of groups.entries()) {
    if (!isTarget) continue;
    for (const from of groups[index - 1]?.nodes ?? []) for (const to of nodes) yield { from, to };
  }
}

/** A `;` ends one, unless it stands in a node's text. */
function parseStatements(line: string): string[] {
  if (/^\s*%%/.test(line)) return [];
  return line.replaceAll(/"[^"]*"|\[[^\][]*\]/g, (text) => text.replaceAll(';', ',')).split(';');
}

/** Sticky, so that a statement is read once from its beginning to its end. */
const NAME = /\s*([^\s[\](){}<>|&"'=~;:,%-]+(?:-(?![-.>])[^\s[\](){}<>|&"'=~;:,%-]+)*)/y;
const SHAPE =
  /\s*(?:\[{1,2}[/\\(]?("[^"]*"|[^\]]*?)[/\\)]?\]{1,2}|\({1,3}\[?("[^"]*"|[^)]*?)\]?\){1,3}|\{{1,2}("[^"]*"|[^}]*?)\}{1,2}|>("[^"]*"|[^\]]*?)\])/y;
const REST_OF_NODE = /(?:@\{[^}]*\})?(?::::?[\w-]+)*\s*/y;
const AND = /&\s*/y;
const LINK = /([<xo]?)(?:-{2,}|={2,}|-\.+-?|~{3,})([->xo=]?)(?:\|([^|]*)\|)?\s*/y;
/** `-- text -->` and `-. text .->` and `== text ==>` */
const LINK_WITH_TEXT = /<?(?:--|==|-\.)(?![xo]\s)\s*[^\s\->=.~|][^|]{0,200}?(?:-{2,}|={2,}|\.+-)>\s*/y;

function parseGroups(statement: string): Group[] {
  const groups: Group[] = [];
  let isTarget = false;
  let at = 0;
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(statement);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  for (;;) {
    const nodes: Node[] = [];
    do {
      const name = read(NAME)?.[1];
      if (name === undefined) return groups;
      const shape = read(SHAPE);
      nodes.push({ name, text: shape === null ? null : (shape.slice(1).find((text) => text !== undefined) ?? '') });
      read(REST_OF_NODE);
    } while (read(AND) !== null);
    groups.push({ nodes, isTarget });
    const texted = read(LINK_WITH_TEXT);
    const link = texted ?? read(LINK);
    if (link === null) return groups;
    isTarget = texted !== null || (link[1] === '' && link[2] === '>');
  }
}

function taskOfNode({ name, text }: Node): string | null {
  const labelled = /^["'\s`*]*(T\d[\d.]*\d|T\d)(?![\w-])/.exec(text ?? '')?.[1];
  if (labelled !== undefined && isId('graph-task-id', labelled)) return labelled;
  return isId('graph-task-id', name) ? name : null;
}
