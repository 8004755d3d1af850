import type { SourceText } from './source.ts';

/** Whether a source declares a type, a function or a value of this name. */
export function declares(source: SourceText, name: string): boolean {
  return around(source, name).some(({ before }) => DECLARES.test(before));
}

/** Whether it declares a method or a function of this name, rather than only calling it. */
export function declaresMember(source: SourceText, name: string): boolean {
  return around(source, name).some(({ before, after }) => {
    if (DECLARES.test(before)) return true;
    if (/\.\s*$/.test(before)) return false;
    const isCalled = /\b(?:new|return|await|throw|yield|case|typeof|else)\s+$/.test(before);
    if (VALUE.test(after)) return true;
    if (isCalled) return false;
    const hasTypeBefore = /[\p{L}\p{N}_>\]?]\s+$/u.test(before);
    const isMember = source.reader.isMember?.(before, after) ?? false;
    return BODY.test(after) || TYPE_AFTER.test(after) || (hasTypeBefore && NO_BODY.test(after)) || isMember;
  });
}

export function mentions(source: SourceText, name: string): boolean {
  return around(source, name).length > 0;
}

/** Stands right before the name. */
const DECLARES =
  /(?<![\p{L}\p{N}_$.])(?:class|interface|object|struct|enum|trait|type|record|namespace|module|mod|protocol|impl|function|fun|fn|func|def|const|let|var|val|static|typealias)\s*\*?\s+(?:<[^<>\n]*>\s*)?(?:\([^()\n]*\)\s*)?(?:[\p{L}\p{N}_]+\.)?$/u;
/** `(id) {`, `<T>(id: T): Promise<T> {`, `(Id id) throws X {` */
const BODY = /^\s*(?:<[^>\n]{0,200}>)?\s*\([^;{}]{0,800}\)\s*(?::[^;{}=]{0,200}|throws[^;{}]{0,200})?\{/;
/** `Result getData(Id id);` */
const NO_BODY = /^\s*\([^;{}]{0,800}\)\s*(?:throws[^;{}]{0,200})?;/;
/** `getData(id: Id): Result;` */
const TYPE_AFTER = /^\??\s*(?:<[^>\n]{0,200}>)?\s*\([^;{}]{0,800}\)\s*:/;
/** `getData = (id) => …`, `getData: function`, `getData: (id: Id) => Result` */
const VALUE = /^\??\s*[:=]\s*(?:async\b\s*)?(?:\(|function\b|[\p{L}_$][\p{L}\p{N}_$]*\s*=>|<)/u;

interface Around {
  readonly before: string;
  readonly after: string;
}

/** Where the name stands: so much before and after it as a declaration takes. */
function around({ bare }: SourceText, name: string): Around[] {
  const found: Around[] = [];
  for (let at = bare.indexOf(name); at !== -1 && found.length < MAX_FOUND; at = bare.indexOf(name, at + name.length)) {
    const before = bare.slice(Math.max(0, at - BEFORE), at);
    const after = bare.slice(at + name.length, at + name.length + AFTER);
    if (!/[\p{L}\p{N}_$]$/u.test(before) && !/^[\p{L}\p{N}_$]/u.test(after)) found.push({ before, after });
  }
  return found;
}

const MAX_FOUND = 200;
const BEFORE = 200;
const AFTER = 1_200;
