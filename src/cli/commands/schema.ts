import { ok } from '../../base/result.ts';
import { documentNames } from '../../schema/documents.ts';
import type { Context, Run } from '../context.ts';
import { documentName } from '../document-name.ts';
import { exit } from '../exit.ts';
import { itemLines } from '../terminal/item.ts';
import { jsonText } from '../terminal/visible.ts';

export const run: Run = async (context, { args }) => {
  const name = documentName(args[0]);
  if (!name.ok) return name;
  if (name.value === undefined) {
    list(context);
    return ok(exit.done);
  }
  const { jsonSchemaOf } = await import('../../schema/json-schema.ts');
  context.answer(jsonText(jsonSchemaOf(name.value)));
  return ok(exit.done);
};

function list({ words, flags, columns, answer, tell }: Context): void {
  if (flags.json) {
    answer(jsonText(documentNames.map((name) => ({ name, description: words.documents[name] }))));
    return;
  }
  const termWidth = Math.max(...documentNames.map((name) => name.length));
  for (const name of documentNames)
    for (const line of itemLines({ term: name, termWidth, description: words.documents[name], columns, indent: 0 }))
      answer(line);
  tell(`\n${words.schema.hint}`);
}
