/** The text without what its language calls a comment, as far as file names tell. Strings are kept whole. */
export function withoutComments(path: string, text: string): string {
  const pattern = COMMENTS.find(([files]) => files.test(path))?.[1];
  if (pattern === undefined) return text;
  return text.replaceAll(pattern, (whole, string: string | undefined) => (string === undefined ? ' ' : whole));
}

const QUOTED = String.raw`("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`;
const SLASHES = new RegExp(String.raw`${QUOTED}|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*`, 'g');
const HASHES = new RegExp(String.raw`${QUOTED}|(?<!\S)#[^\n]*`, 'g');
const PYTHON = new RegExp(String.raw`"""[\s\S]*?"""|'''[\s\S]*?'''|${QUOTED}|#[^\n]*`, 'g');
const MARKUP = /(?!)()|<!--[\s\S]*?-->/g;

const COMMENTS: readonly (readonly [RegExp, RegExp])[] = [
  [/\.pyi?$/, PYTHON],
  [/\.(xml|html?|vue|svelte|\w+proj|props)$/, MARKUP],
  [/\.([cm]?[jt]sx?|java|kts?|groovy|gradle|scala|go|rs|cs|fs|swift|dart|php|prisma|mod|sbt)$/, SLASHES],
  [/\.(ya?ml|toml|properties|rb|txt|in|cfg|ini|exs?)$|(^|\/)(\w*Dockerfile[\w.-]*|Gemfile|Pipfile)$/, HASHES],
];
