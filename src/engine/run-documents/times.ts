/** `2024-01-15 14:30:22 UTC`, of an ISO time in UTC. */
export function dayAndTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** `12,345` */
export function grouped(count: number): string {
  return String(Math.round(count)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
