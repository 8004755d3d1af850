/** The beginning of a text that may be of any length; messages of vendors are kept to the usual one. */
export function clip(text: string, longest = 500): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** At most so many texts of any length, of which there may be any number: the last one says how many were left out. */
export function clipAll(
  texts: readonly string[],
  { most, longest }: { readonly most: number; readonly longest?: number },
): string[] {
  const shown = texts.length <= most ? texts : texts.slice(0, most - 1);
  const left = texts.length - shown.length;
  return [...shown.map((text) => clip(text, longest)), ...(left > 0 ? [`… +${left}`] : [])];
}
