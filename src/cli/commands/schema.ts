import { throwFailure } from '../../base/failure.ts';
import { type DocumentName, documentNames, isDocumentName } from '../../schema/documents.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Context, Run } from '../context.ts';
import { itemLines } from '../terminal/item.ts';
import { jsonText } from '../terminal/visible.ts';

export const run: Run = async (context, { args }) => {
  const name = documentName(args[0]);
  if (name === undefined) return list(context);
  const { jsonSchemaOf } = await import('../../schema/json-schema.ts');
  context.answer(jsonText(jsonSchemaOf(name)));
};

/** The name of a document as a person wrote it. */
export function documentName(name: string | undefined): DocumentName | undefined {
  if (name === undefined || isDocumentName(name)) return name;
  return throwFailure('usage.unknown_document', { name, suggestion: nearestOf(name, documentNames) ?? null });
}

function list({ words, flags, columns, answer, tell }: Context): void {
  if (flags.json) return answer(jsonText(documentNames.map((name) => ({ name, description: words.documents[name] }))));
  const termWidth = Math.max(...documentNames.map((name) => name.length));
  for (const name of documentNames)
    for (const line of itemLines({ term: name, termWidth, description: words.documents[name], columns, indent: 0 }))
      answer(line);
  tell(`\n${words.schema.hint}`);
}
