/** Time is passed in, so that tests and simulations decide what it is. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** ISO 8601 in UTC, to the second, as documents write it; from a log's time, which has milliseconds. */
export function toTheSecond(iso: string): string {
  return `${iso.slice(0, 19)}Z`;
}
