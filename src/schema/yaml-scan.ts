import { CST, Lexer } from 'yaml';
import { pathFault, type Fault } from './finding.ts';
import { limits } from './limits.ts';
import type { SyntaxReason } from './problem.ts';

/**
 * Reads YAML token by token before it is parsed, and stops at what is not for a parser: the parser recurses until it is
 * out of stack, and takes seconds where it does not. Counting is rough here (a level may count up to three times), so
 * the bound is rough too; `valueOfYaml` holds the exact ones.
 */
export function scanYaml(text: string): Fault | undefined {
  // Line breaks and tabs are the only control characters of YAML.
  const control = text.search(/[^\P{Cc}\t\n\r\u0085]/u);
  if (control !== -1) return syntax('control-character', control, text);
  const scan: Scan = {
    offset: 0,
    lineStart: 0,
    columns: [],
    flow: 0,
    nodes: 0,
    dashes: 0,
    commas: 0,
    tokens: 0,
    documents: 0,
  };
  let scalarNext = false;
  for (const token of new Lexer().lex(text)) {
    const type = scalarNext ? 'scalar' : CST.tokenType(token);
    scalarNext = token === CST.SCALAR;
    if (scalarNext) continue;
    const refused = refuse(type, scan);
    if (refused !== undefined) return syntax(refused, scan.offset, text);
    if (token === CST.DOCUMENT) continue;
    measure(scan, type);
    if (scan.columns.length + scan.flow > limits.depth * 3) {
      return pathFault([], { kind: 'too_deep', limit: limits.depth }, scan.offset);
    }
    scan.tokens += 1;
    if (scan.tokens > limits.yamlTokens || Math.max(scan.nodes, scan.dashes, scan.commas) > limits.yamlNodes) {
      return pathFault([], { kind: 'too_many', limit: limits.yamlNodes }, scan.offset);
    }
    const lastBreak = token.lastIndexOf('\n');
    if (lastBreak !== -1) scan.lineStart = scan.offset + lastBreak + 1;
    scan.offset += token.length;
  }
  return scan.documents === 0 ? syntax('empty', 0, text) : undefined;
}

interface Scan {
  offset: number;
  lineStart: number;
  /** Columns of what is open in block style, outermost first. */
  readonly columns: number[];
  /** Brackets and braces that are open. */
  flow: number;
  nodes: number;
  dashes: number;
  commas: number;
  tokens: number;
  documents: number;
}

type TokenType = ReturnType<typeof CST.tokenType> | 'scalar';

const never: Partial<Record<string, SyntaxReason>> = {
  anchor: 'anchor',
  alias: 'alias',
  tag: 'tag',
  'directive-line': 'directive',
  'flow-error-end': 'bad-indentation',
};

function refuse(type: TokenType, scan: Scan): SyntaxReason | undefined {
  if (type === 'doc-mode') {
    scan.documents += 1;
    return scan.documents > 1 ? 'several-documents' : undefined;
  }
  // The first `---` belongs to the document that has just begun.
  if (type === 'doc-start') return scan.columns.length > 0 ? 'several-documents' : undefined;
  // The parser would go on, and make an error for each of these.
  if (isFlowEnd(type) && scan.flow === 0) return 'unexpected-character';
  return never[type ?? ''];
}

function measure(scan: Scan, type: TokenType): void {
  if (type === 'flow-map-start' || type === 'flow-seq-start') {
    open(scan);
    scan.nodes += 1;
    scan.flow += 1;
  } else if (isFlowEnd(type)) {
    scan.flow -= 1;
  } else if (type === 'comma') {
    scan.commas += 1;
  } else if (type === 'seq-item-ind') {
    scan.dashes += 1;
    open(scan);
  } else if (type === 'explicit-key-ind' || type === 'map-value-ind') {
    open(scan);
  } else if (type?.endsWith('scalar')) {
    scan.nodes += 1;
    open(scan);
  }
}

function isFlowEnd(type: TokenType): boolean {
  return type === 'flow-map-end' || type === 'flow-seq-end';
}

/** What begins further left than something before it ends that; what begins further right is inside it. */
function open(scan: Scan): void {
  if (scan.flow > 0) return;
  const column = scan.offset - scan.lineStart;
  while ((scan.columns.at(-1) ?? -1) > column) scan.columns.pop();
  if (scan.columns.at(-1) !== column) scan.columns.push(column);
}

function syntax(reason: SyntaxReason, offset: number, text: string): Fault {
  return pathFault([], { kind: 'syntax', reason }, offset, text.slice(offset, offset + 20));
}
