import type { Result } from '../base/result.ts';
import { decodeJson, encodeJson } from './codec.ts';
import { decodeYaml, encodeYaml } from './codec-yaml.ts';
import { kindOf, type DocumentName, type DocumentOf } from './documents.ts';
import type { PlaceIds } from './places.ts';
import type { Problem } from './problem.ts';
import { textOf } from './text.ts';

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
