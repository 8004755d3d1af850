import { type Ending, lineComment, quotedString, type Syntax } from '../lexer.ts';

export const pythonSyntax: Syntax = { openers: /#|"""|'''|"|'/, endOf };

function endOf(opener: string, text: string, at: number): Ending {
  if (opener === '#') return lineComment(text, at);
  return quotedString(text, at + opener.length, { quote: opener, escapes: true, manyLines: opener.length === 3 });
}
