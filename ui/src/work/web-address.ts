/** What a host said is no address unless it is one of the web. */
export function webAddress(text: string | null): string | null {
  return text !== null && /^https?:\/\//.test(text) ? text : null;
}
