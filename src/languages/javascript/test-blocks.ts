import { blockEnd, type FindTestBlocks } from '../test-blocks.ts';
import { parseJavaScript } from './object-literal.ts';

/** `if (import.meta.vitest) {…}`, in which Vitest looks for tests in sources. */
export const javaScriptTestBlocks: FindTestBlocks = (text) => {
  if (!text.includes('import.meta.vitest')) return [];
  const source = parseJavaScript(text);
  if (source === undefined) return 'inseparable';
  const blocks = [
    ...source.bare.matchAll(/\bif\s*\(\s*import\.meta\.vitest\s*(?:!==?\s*(?:undefined|null)\s*)?\)\s*\{/g),
  ].map((match) => ({ begin: match.index, end: blockEnd(source.bare, match.index + match[0].length - 1) }));
  const outside = [...source.bare.matchAll(/import\.meta\.vitest/g)].filter(
    ({ index }) => !blocks.some(({ begin, end }) => index >= begin && index < end),
  );
  return outside.length > 0 ? 'inseparable' : blocks;
};
