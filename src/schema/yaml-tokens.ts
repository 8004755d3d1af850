import { CST, Lexer, Parser } from 'yaml';
import { err, ok, type Result } from '../base/result.ts';
import { pathFault, type Fault } from './finding.ts';
import { limits } from './limits.ts';
import type { SyntaxReason } from './problem.ts';

/**
 * The tokens of YAML text, ready to be composed; or the first thing that is not for the composer, which recurses until it
 * is out of stack, takes seconds over what is large, and knows anchors, tags and directives. One document and no more.
 */
export function yamlTokens(text: string): Result<CST.Token[], Fault> {
  // Line breaks and tabs are the only control characters of YAML.
  const control = text.search(/[^\P{Cc}\t\n\r\u0085]/u);
  if (control !== -1) return err(syntaxFault('control-character', control, text));
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let [lexemes, entries, isScalar] = [0, 0, false];
  for (const lexeme of new Lexer().lex(text)) {
    const at = parser.offset;
    const type = isScalar ? 'scalar' : CST.tokenType(lexeme);
    const reason = refused[type ?? ''];
    if (reason !== undefined) return err(syntaxFault(reason, at, text));
    lexemes += 1;
    if (type === 'comma' || type === 'seq-item-ind') entries += 1;
    if (lexemes > limits.yamlTokens || entries > limits.yamlNodes) {
      return err(pathFault([], { kind: 'too_many', limit: limits.yamlNodes }, at));
    }
    isScalar = lexeme === CST.SCALAR;
    tokens.push(...parser.next(lexeme));
    if (parser.stack.length > limits.depth * 2)
      return err(pathFault([], { kind: 'too_deep', limit: limits.depth }, at));
  }
  tokens.push(...parser.end());
  const [first, second] = tokens.filter(({ type }) => type === 'document');
  if (first === undefined) return err(syntaxFault('empty', 0, text));
  if (second !== undefined) return err(syntaxFault('several-documents', second.offset, text));
  // The first one is told; the composer would make an error of its own for each.
  const error = tokens.find(({ type }) => type === 'error');
  return ok(tokens.filter((token) => token.type !== 'error' || token === error));
}

const refused: Partial<Record<string, SyntaxReason>> = {
  anchor: 'anchor',
  alias: 'alias',
  tag: 'tag',
  'directive-line': 'directive',
  'flow-error-end': 'bad-indentation',
};

export function syntaxFault(reason: SyntaxReason, offset: number, text: string): Fault {
  return pathFault([], { kind: 'syntax', reason }, offset, text.slice(offset, offset + 20));
}
