import { fail, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';

export interface Template {
  /** As people know it: `run/refiner`. */
  readonly name: string;
  readonly text: string;
}

const PLACEHOLDER = /\{\{[ \t]*([A-Za-z_][\w.-]*)[ \t]*\}\}/g;

/**
 * Puts values in the place of `{{name}}`. A value is put in as it is: placeholders inside it mean nothing. A template may
 * leave out what it does not want to say, but may not name what nobody knows.
 */
export function fillTemplate(
  { name, text }: Template,
  values: Readonly<Record<string, string>>,
): Result<string, Failure> {
  const unknown = [...text.matchAll(PLACEHOLDER)].find(([, placeholder = '']) => !Object.hasOwn(values, placeholder));
  if (unknown !== undefined) {
    const [, placeholder = ''] = unknown;
    return fail('prompt.unknown_placeholder', { template: name, placeholder, known: Object.keys(values) });
  }
  return ok(text.replaceAll(PLACEHOLDER, (_, placeholder: string) => values[placeholder] ?? ''));
}
