import { withoutEscapes } from '../base/escapes.ts';

const MAX_LENGTH = 4096;
/** Of that, what stderr may take from stdout. */
const MAX_STDERR = 1536;
/** Read before it is cut down: escape sequences go, and a secret must not be cut in two before it is masked. */
const MAX_READ = 128 * 1024;

/** The last of what a command printed, for people and agents. */
export function outputTail(
  { stdout, stderr }: { readonly stdout: Uint8Array; readonly stderr: Uint8Array },
  redact: (text: string) => string,
): string {
  const fit = (bytes: Uint8Array): string =>
    redact(withoutEscapes(new TextDecoder().decode(bytes.subarray(-MAX_READ)))).trim();
  const [printed, complained] = [fit(stdout), fit(stderr)];
  const room = printed.length + complained.length <= MAX_LENGTH ? MAX_LENGTH : MAX_STDERR;
  const end = last(complained, printed === '' ? MAX_LENGTH : room);
  return [last(printed, MAX_LENGTH - end.length), end].filter((part) => part !== '').join('\n');
}

/** Much more of it, for those who look for the line that says what is wrong: some programs print pages after it. */
export function printedText(
  { stdout, stderr }: { readonly stdout: Uint8Array; readonly stderr: Uint8Array },
  redact: (text: string) => string,
): string {
  const texts = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes.subarray(-MAX_READ)));
  return redact(withoutEscapes(texts.join('\n')));
}

/** From the beginning of a line, where there is one. */
function last(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(-length);
  const line = cut.indexOf('\n') + 1;
  return `…\n${line > 0 && line < length / 2 ? cut.slice(line) : cut}`;
}
