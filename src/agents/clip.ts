/** The beginning of a text that may be of any length; messages of vendors are kept to the usual one. */
export function clip(text: string, longest = 500): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
