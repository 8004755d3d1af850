/** The library: the documents that Orchestral reads and writes, for programs that want to do the same. */
export type { Result } from './base/result.ts';
export { decodeAny as decode, encodeAny as encode } from './schema/codec-any.ts';
export { documentNames, isDocumentName, type DocumentName, type DocumentOf } from './schema/documents.ts';
export { documentAt, type PlaceIds } from './schema/places.ts';
export type { Expectation, Problem, Rule, SyntaxReason, TypeName } from './schema/problem.ts';
