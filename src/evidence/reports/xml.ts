import { SaxesParser } from 'saxes';

export interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

const MAX_DEPTH = 200;
const CHUNK = 64 * 1024;

/**
 * Whether the text is well-formed XML of reasonable depth; what was read before that is known is to be thrown away when
 * it is not. Entities are not looked up: one that XML itself does not know makes a document malformed.
 */
export function readXml(text: string, reader: XmlReader): boolean {
  const parser = new SaxesParser();
  let depth = 0;
  const seen = { isBad: false };
  parser.on('error', () => {
    seen.isBad = true;
  });
  parser.on('opentag', (tag) => {
    if (++depth > MAX_DEPTH) seen.isBad = true;
    if (!seen.isBad) reader.open(tag.name, tag.attributes);
  });
  parser.on('closetag', (tag) => {
    depth--;
    if (!seen.isBad) reader.close(tag.name);
  });
  parser.on('text', (piece) => {
    if (!seen.isBad) reader.text(piece);
  });
  parser.on('cdata', (piece) => {
    if (!seen.isBad) reader.text(piece);
  });
  const clean = withoutIllegal(text);
  for (let at = 0; at < clean.length && !seen.isBad; at += CHUNK) parser.write(clean.slice(at, at + CHUNK));
  if (!seen.isBad) parser.close();
  return !seen.isBad;
}

/** Runners put terminal colours and the like into their reports, which no XML may hold. */
function withoutIllegal(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replace(ILLEGAL, '')
    .replace(/&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi, '');
}

const ILLEGAL = new RegExp(String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]`, 'g');
