import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { Catalogue } from '../i18n/catalogue.ts';
import { describeSchema } from '../i18n/describe-schema.ts';
import { locateProblem } from '../i18n/format-problem.ts';
import type { Shape } from '../schema/mcp/shape.ts';

/** What the SDK takes a schema for. */
export function standardSchema<T>(shape: Shape<T>, words: Catalogue): StandardSchemaWithJSON<T, T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'orchestral',
      validate: (value) => {
        const read = shape.read(value);
        if (read.ok) return { value: read.value };
        return { issues: read.error.map((problem) => ({ message: locateProblem(problem, words) })) };
      },
      jsonSchema: { input: () => describeSchema(shape.json(), words), output: () => shape.json() },
    },
  };
}
