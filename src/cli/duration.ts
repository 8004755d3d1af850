import { throwFailure } from '../base/failure.ts';

/** `90s`, `9m`, `2h`, `30d`, as milliseconds. */
export function readDuration(option: string, value: string): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(value) ?? [];
  const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit];
  if (number === undefined || factor === undefined) return throwFailure('usage.not_a_duration', { option, value });
  return Number(number) * factor;
}
