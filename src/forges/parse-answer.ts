import type * as z from 'zod/mini';
import { throwFailure } from '../base/failure.ts';
import { isRecord, parseJson } from '../base/json.ts';
import type { ForgeAnswer } from './forge.ts';

/** What the host answered, as the schema has it; what it refused, or what makes no sense, is thrown. */
export function parseForgeAnswer<T>(
  { status, text }: ForgeAnswer,
  { host, what, schema }: { readonly host: string; readonly what: string; readonly schema: z.ZodMiniType<T> },
): T {
  const json = parseJson(text);
  const message = messageIn(json);
  if (status === 404) return throwFailure('forge.not_found', { host, what });
  if (status === 403) return throwFailure('forge.denied', { host, what, message });
  if (status >= 300) return throwFailure('forge.refused', { host, what, message: message || `HTTP ${status}` });
  const errors = graphqlErrors(json);
  if (errors.some(({ type }) => type === 'RATE_LIMITED')) return throwFailure('forge.limited', { host, seconds: null });
  if (errors.some(({ type }) => type === 'FORBIDDEN' || type === 'INSUFFICIENT_SCOPES'))
    return throwFailure('forge.denied', { host, what, message: errors[0]?.message ?? '' });
  if (errors.some(({ type }) => type === 'NOT_FOUND')) return throwFailure('forge.not_found', { host, what });
  if (errors.length > 0) return throwFailure('forge.refused', { host, what, message: errors[0]?.message ?? '' });
  const parsed = schema.safeParse(json);
  return parsed.success ? parsed.data : throwFailure('forge.garbage', { host, what });
}

/** What a job printed; empty where it is not kept any more. */
export function logText({ status, text }: ForgeAnswer): string {
  return status < 300 ? text : '';
}

const LONGEST_MESSAGE = 300;

function messageIn(json: unknown): string {
  if (!isRecord(json)) return '';
  const { message, error, errors } = json;
  const more = Array.isArray(errors) ? errors.flatMap((one) => (isRecord(one) ? [one['message']] : [one])) : [];
  const parts = [message, error, ...more].flatMap((part) =>
    typeof part === 'string' ? [part] : part === undefined || part === null ? [] : [JSON.stringify(part)],
  );
  return [...new Set(parts)].join(': ').slice(0, LONGEST_MESSAGE);
}

interface GraphqlError {
  readonly type: string;
  readonly message: string;
}

function graphqlErrors(json: unknown): GraphqlError[] {
  const errors = isRecord(json) && isRecord(json['data'] ?? {}) ? json['errors'] : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.map((one) => {
    const { type, message } = isRecord(one) ? one : {};
    return { type: typeof type === 'string' ? type : '', message: typeof message === 'string' ? message : '' };
  });
}
