import type { Source } from './read-source.ts';

/** Whether a source declares a type, a function or a value of this name. */
export function declares({ bare }: Source, name: string): boolean {
  const kinds =
    'class|interface|object|struct|enum|trait|type|record|namespace|module|mod|protocol|impl|function|fun|fn|func|def|const|let|var|val|static|typealias';
  return matches(
    bare,
    String.raw`(?<![\p{L}\p{N}_$.])(?:${kinds})\s*\*?\s+(?:<[^>\n]{0,200}>\s*)?(?:\([^()\n]{0,200}\)\s*)?(?:[\p{L}\p{N}_]+\.)?${NAME}`,
    name,
  );
}

/** Whether it declares a method or a function of this name, rather than only calling it. */
export function declaresMember(source: Source, name: string): boolean {
  const { bare } = source;
  if (declares(source, name)) return true;
  return (
    // With a body: `getData(id) {`, `async getData<T>(id: T): Promise<T> {`.
    matches(
      bare,
      String.raw`(?<![\p{L}\p{N}_$.])(?<!\b(?:if|for|while|switch|catch|new|return|await)\s)${NAME}\s*(?:<[^>\n]{0,200}>)?\s*\([^;{}]{0,1000}?\)\s*(?::[^;{}=]{0,400}|throws[^;{}]{0,300}|[\p{L}\p{N}_.*[\]() ,]{0,200})?\{`,
      name,
    ) ||
    // Without one, and a type before or after: `Result getData(Id id);`, `getData(id: Id): Result;`.
    matches(
      bare,
      String.raw`(?<![\p{L}\p{N}_$.])(?!(?:return|await|new|throw|yield|else|case|in|of)\b)[\p{L}_][\p{L}\p{N}_.<>,?[\]]*\s+${NAME}\s*\([^;{}]{0,1000}?\)\s*(?:throws[^;{}]{0,300})?;`,
      name,
    ) ||
    matches(bare, String.raw`(?<![\p{L}\p{N}_$.])${NAME}\??\s*(?:<[^>\n]{0,200}>)?\s*\([^;{}]{0,1000}?\)\s*:`, name) ||
    // As a value: `getData = (id) => …`, `getData: function`, `readonly getData: (id: Id) => Result`.
    matches(
      bare,
      String.raw`(?<![\p{L}\p{N}_$])${NAME}\??\s*[:=]\s*(?:async\b\s*)?(?:\(|function\b|[\p{L}_$][\p{L}\p{N}_$]*\s*=>|<)`,
      name,
    ) ||
    // In an interface of Go: a line that begins with it.
    (source.language === 'go' && matches(bare, String.raw`^[ \t]+${NAME}\([^\n]*\)[^\n{=]*$`, name))
  );
}

const NAME = '@NAME@';

function matches(bare: string, pattern: string, name: string): boolean {
  const safe = name.replaceAll('$', String.raw`\$`);
  return new RegExp(
    pattern.replaceAll(NAME, () => String.raw`${safe}(?![\p{L}\p{N}_$])`),
    'mu',
  ).test(bare);
}
