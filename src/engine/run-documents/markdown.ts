import { withoutEscapes } from '../../base/escapes.ts';

/*
 * Text that agents and files brought, as parts of our own Markdown: whatever it holds, it ends where we end it, loads
 * nothing and runs nothing.
 */

/** Words within a line. */
export function line(text: string, most = 2000): string {
  const flat = withoutEscapes(text).replaceAll(/\s+/g, ' ').trim();
  return clip(flat, most)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~#!]/g, String.raw`\$&`)
    .replace(/^(\d*)([-+>=.)])/, String.raw`$1\$2`);
}

/** A name, a command, a path: exactly as it is, within a line. */
export function code(text: string): string {
  const flat = clip(withoutEscapes(text).replaceAll(/\s+/g, ' ').trim(), 2000);
  const longest = Math.max(0, ...Array.from(flat.matchAll(/`+/g), ([run]) => run.length));
  if (longest === 0) return `\`${flat === '' ? ' ' : flat}\``;
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${flat} ${fence}`;
}

/** Markdown of others, set off as a quotation: lists, code and headings stay, inside it. */
export function quotation(text: string, most = 20_000): string {
  const harmless = clip(withoutEscapes(text).trim(), most)
    .replaceAll(/<(?=[A-Za-z/!?])/g, '&lt;')
    .replaceAll('![', '&#33;[')
    // Neither links nor definitions of links, which count in the whole document.
    .replaceAll(/\](?=[(:])/g, '] ');
  return harmless
    .split('\n')
    .map((each) => `> ${each}`.trimEnd())
    .join('\n');
}

export function bullets(entries: readonly string[]): string {
  return entries.map((entry) => `- ${entry}`).join('\n');
}

/** Paragraphs, sections: everything that stands apart. */
export function page(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')} …`;
}

/** `2024-01-15 14:30:22 UTC`, of an ISO time in UTC. */
export function dayAndTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}

/** `12,345` */
export function grouped(count: number): string {
  return String(Math.round(count)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
