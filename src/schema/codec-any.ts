import { Composer, Document, type ParsedNode, Scalar, visit } from 'yaml';
import { err, ok, type Result } from '../base/result.ts';
import { checkDocument, decodeJson } from './codec.ts';
import { encodeJson } from './own-layout.ts';
import { type DocumentName, type DocumentOf, kindOf } from './documents.ts';
import { type Fault, faultProblems, toProblems } from './finding.ts';
import type { PlaceIds } from './places.ts';
import type { Problem, SyntaxReason } from '../base/document-problem.ts';
import { textOf } from './text.ts';
import { locateYaml, syntaxFault, valueOfYaml, yamlTokens } from './yaml-value.ts';

/** Like `decode`, of any document. Loads the YAML parser. */
export function decodeAny<N extends DocumentName>(
  name: N,
  input: string | Uint8Array,
  place?: PlaceIds,
): Result<DocumentOf<N>, Problem[]> {
  const { format, maxBytes } = kindOf(name);
  const text = textOf(input, maxBytes);
  if (!text.ok) return text;
  return format === 'json' ? decodeJson(name, text.value, place) : decodeYaml(name, text.value, place);
}

export function encodeAny<N extends DocumentName>(name: N, value: DocumentOf<N>): string {
  return kindOf(name).format === 'json' ? encodeJson(value) : encodeYaml(value);
}

/**
 * YAML as people write it: one document, no tags, anchors, aliases or merge keys. What could hang or end the composer
 * is refused by `yamlTokens` before that.
 */
export function decodeYaml<N extends DocumentName>(
  name: N,
  text: string,
  place?: PlaceIds,
): Result<DocumentOf<N>, Problem[]> {
  // JSON is YAML, and read ten times as fast; what is wrong with it is told as of YAML.
  const json = text.startsWith('{') ? decodeJson(name, text, place) : undefined;
  if (json?.ok === true) return json;
  const placed = decodeYamlInPlace(name, text, place);
  return placed.ok ? ok(placed.value.document) : placed;
}

/** With where everything stands in the text, for whoever changes a part of it. */
export function decodeYamlInPlace<N extends DocumentName>(
  name: N,
  text: string,
  place?: PlaceIds,
): Result<{ document: DocumentOf<N>; contents: ParsedNode | null }, Problem[]> {
  const parsed = parse(text);
  if (!parsed.ok) return parsed;
  const { value, contents } = parsed.value;
  const checked = checkDocument(name, value, place);
  if (checked.ok) return ok({ document: checked.value, contents });
  return err(toProblems(checked.error, { text, locate: (paths) => locateYaml(contents, paths) }));
}

/** A value of any shape, out of text that may be anything at all. */
export function yamlValue(text: string): Result<unknown, Problem[]> {
  const parsed = parse(text);
  return parsed.ok ? ok(parsed.value.value) : parsed;
}

function parse(text: string): Result<{ value: unknown; contents: ParsedNode | null }, Problem[]> {
  const tokens = yamlTokens(text);
  if (!tokens.ok) return err(faultProblems(tokens.error, text));
  // Equal keys are found by `valueOfYaml`; the composer compares every key with every other.
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'error' });
  const [document] = composer.compose(tokens.value, true, text.length);
  const troubles = [...(document?.errors ?? []), ...(document?.warnings ?? [])];
  const [trouble] = troubles.sort((a, b) => a.pos[0] - b.pos[0]);
  if (trouble !== undefined) return err(faultProblems(parserFault(trouble.code, trouble.pos[0], text), text));
  const contents = document?.contents ?? null;
  const value = valueOfYaml(contents);
  return value.ok ? ok({ value: value.value, contents }) : err(faultProblems(value.error, text));
}

/** Block style; text is quoted, or a literal block where it has several lines, so that no reader takes it for anything else. */
export function encodeYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(key, node) {
      if (typeof node.value !== 'string' || key === 'key') return;
      node.type = node.value.includes('\n') ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString({ lineWidth: 0 });
}

const reasons: Record<string, SyntaxReason> = {
  BAD_INDENT: 'bad-indentation',
  TAB_AS_INDENT: 'bad-indentation',
  MULTILINE_IMPLICIT_KEY: 'bad-indentation',
  BLOCK_IN_FLOW: 'bad-indentation',
  BLOCK_AS_IMPLICIT_KEY: 'needs-quotes',
  BAD_SCALAR_START: 'needs-quotes',
  BAD_DQ_ESCAPE: 'bad-escape',
  MULTIPLE_DOCS: 'several-documents',
};

function parserFault(code: string, offset: number, text: string): Fault {
  const atEnd = text.slice(offset).trim() === '';
  return syntaxFault(atEnd ? 'unexpected-end' : (reasons[code] ?? 'unexpected-character'), offset, text);
}
