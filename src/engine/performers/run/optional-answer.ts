import type { WantedAnswer } from '../../../agents/port.ts';
import type { Wanted } from '../../../schema/wanted.ts';

/** An answer that need not be given: a block at the end with one of these fields is meant as one. */
export function optional<T>(wanted: Wanted<T>, fields: readonly string[]): Wanted<T> & Pick<WantedAnswer, 'isMeant'> {
  return {
    ...wanted,
    isMeant: (value) =>
      typeof value === 'object' && value !== null && fields.some((field) => Object.hasOwn(value, field)),
  };
}
