/* Times, sums and sizes as they are shown. */

export function clockTime(at: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hour12: false }).format(at);
}

/** `2026-11-16`, a day of UTC, as people write it. */
export function dayOf(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(iso));
}

/** `14:02` today, else with the day. */
export function whenTime(iso: string, language: string, now = new Date()): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  if (at.toDateString() === now.toDateString()) return clockTime(at, language);
  const year = at.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', ...year }).format(at);
  return `${day} ${clockTime(at, language)}`;
}

/** `42 s`, `12 min`, `3 h 20 min`, `2 d 4 h`, in the words of the language. */
export function duration(ms: number, units: { s: string; min: string; h: string; d: string }): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds}${units.s}`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes}${units.min}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours}${units.h}` : `${hours}${units.h} ${minutes % 60}${units.min}`;
  return hours % 24 === 0
    ? `${Math.floor(hours / 24)}${units.d}`
    : `${Math.floor(hours / 24)}${units.d} ${hours % 24}${units.h}`;
}

/** `$12.34`, `$0.0042`; a dash where nobody said what it cost. */
export function dollars(usd: number | null): string {
  if (usd === null) return '–';
  if (usd > 0 && usd < 0.0001) return '< $0.0001';
  return `$${usd.toFixed(usd !== 0 && usd < 0.01 ? 4 : 2)}`;
}

/** `950`, `12.3k`, `4.1M`. */
export function count(value: number): string {
  if (value < 1000) return String(value);
  if (value < 1_000_000) return `${(value / 1000).toFixed(value < 100_000 ? 1 : 0)}k`;
  return `${(value / 1_000_000).toFixed(1)}M`;
}

export function size(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** How a commit or a tree is named to people. */
export function short(hash: string): string {
  return hash.slice(0, 7);
}
