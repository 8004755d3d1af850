import { isRecord } from '../../base/json.ts';
import { parseJson } from '../../base/json.ts';
import { configuredValue, literalStrings, parseJavaScript } from '../javascript/object-literal.ts';
import type { StrippedText } from '../lexer.ts';
import type { ConfigurationFile } from '../runner.ts';

/** The exported settings of a file for a runner of JavaScript, or those below its key in `package.json`. */
export function exportedSettings(
  { name, text }: ConfigurationFile,
  of: { readonly file: RegExp; readonly key: string },
): StrippedText | undefined {
  if (name === 'package.json') {
    const manifest = parseJson(text);
    const own = isRecord(manifest) ? manifest[of.key] : undefined;
    return isRecord(own) ? parseJavaScript(`export default ${JSON.stringify(own)}`) : undefined;
  }
  if (!of.file.test(name)) return undefined;
  if (/\.(?:ya?ml)$/.test(name)) return parseJavaScript(`export default ${JSON.stringify(yamlLists(text))}`);
  const isJson = /\.json[c5]?$|^\.\w+rc$/.test(name);
  return parseJavaScript(isJson ? `export default ${text}` : text);
}

/** The strings of each of these settings, where they are written out. */
export function settingStrings(source: StrippedText, keys: readonly string[]): string[] {
  return keys.flatMap((key) => literalStrings(configuredValue(source, key.split('.'))) ?? []);
}

/** Strings anywhere in these settings: of lists in lists, of objects. */
export function stringsInside(source: StrippedText, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const value = configuredValue(source, key.split('.')) ?? '';
    return [...value.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map(([, one, other]) => one ?? other ?? '');
  });
}

/** `key: value` and lists below a key, of the flat YAML that settings of runners are. */
function yamlLists(text: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  let key: string | undefined;
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^([\w-]+):\s*(.*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const item = /^\s*-\s+(.*?)\s*$/.exec(line)?.[1];
    if (name !== undefined) {
      key = name;
      found[name] =
        value === ''
          ? []
          : value
              .replace(/^\[(.*)\]$/, '$1')
              .split(',')
              .map(unquote);
    } else if (item !== undefined && key !== undefined) found[key]?.push(unquote(item));
  }
  return found;
}

function unquote(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, '$2');
}
