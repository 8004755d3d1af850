/** What we write on a host carries a mark that nobody sees: so we know it again, and write it once. */
const OWN = '<!-- orchestral:';

export function withMark(text: string, mark: string): string {
  return `${text}\n\n${OWN}${mark} -->`;
}

export function hasMark(text: string, mark: string): boolean {
  return text.includes(`${OWN}${mark} -->`);
}

export function isOwnText(text: string): boolean {
  return text.includes(OWN);
}
