import { throwFailure } from '../../base/failure.ts';
import { type DocumentName, documentNames, isDocumentName } from '../../schema/documents.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { Context, Run } from '../context.ts';
import { itemTable } from '../terminal/layout.ts';
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
  answer(
    itemTable(
      documentNames.map((name) => [name, words.documents[name]] as const),
      columns,
    ).join('\n'),
  );
  tell(`\n${words.schema.hint}`);
}
