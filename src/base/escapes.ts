/** Characters that do not show but hide, reorder or break what does; for a regular expression with the flag `u`. */
export const hiddenCharacters = String.raw`\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Surrogate}`;

/** Text for people, out of what an agent wrote: no terminal sequences, of control characters only line ends and tabs. */
export function withoutEscapes(text: string): string {
  return text.replace(sequences, '').replace(/\r\n?/g, '\n').replace(unwanted, '');
}

// Each ends where the next begins, at the latest: unfinished ones cost no more than their own length.
const sequences = new RegExp(
  [
    String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]`,
    String.raw`(?:\u001b\]|\u009d)[^\n\u0007\u001b\u0080-\u009f]*(?:\u0007|\u001b\\|\u009c)`,
    String.raw`(?:\u001b[PX^_]|[\u0090\u0098\u009e\u009f])[^\n\u001b\u0080-\u009f]*(?:\u001b\\|\u009c)`,
    String.raw`\u001b[ -/]*[0-~]`,
  ].join('|'),
  'g',
);

const unwanted = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f${hiddenCharacters}]`, 'gu');
