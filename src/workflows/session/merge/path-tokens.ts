/** A word of a text that is written as a path. */
export interface PathToken {
  /** Without quotes, `./` and closing punctuation; a folder keeps its closing slash. */
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** `a/b` could also be two words: a path only where the tree has its beginning. */
  readonly doubtful: boolean;
}

/**
 * The path-like words of a text: with a closing slash, with a known extension, or with slashes inside. Addresses, routes,
 * package names, media types and glued words such as `read/write` are none, or doubtful.
 */
export function pathTokens(text: string): PathToken[] {
  return [...text.matchAll(WORD)].flatMap((match) => {
    const path = match[0].replace(/^\.\//, '').replace(/[.:,]+$/, '');
    const start = match.index;
    const end = start + match[0].replace(/[.:,]+$/, '').length;
    const kind = kindOf(path);
    return kind === undefined ? [] : [{ path, start, end, doubtful: kind === 'doubtful' }];
  });
}

/** Letters of paths: no Korean, so that a particle ends the word (`auth/에`). */
const WORD = /(?<![\w/@:.*~$[\]-])(?:\.{1,2}\/)*[\w.*[\]@~-]*[\w*\]](?:\/[\w.*[\]@+~-]*)*/g;

const EXTENSION = new RegExp(
  String.raw`\.(?:${[
    'java|kts?|scala|groovy|gradle|[cm]?[jt]sx?|vue|svelte|astro|pyi?|ipynb|go|rs|rb|php|cs|fs|swift|dart|exs?|c|h|cc|cpp|hpp',
    'json|jsonc|ya?ml|toml|xml|properties|ini|cfg|env|lock|sql|prisma|graphqls?|proto|tf|md|mdx|txt|csv|html?|css|scss|sass|less',
    'sh|bash|ps1|bat|sln|csproj|fsproj|mod|sum',
  ].join('|')})$`,
);

const KNOWN_NAME = /^(Dockerfile|Makefile|Jenkinsfile|Gemfile|Procfile|Pipfile|CODEOWNERS)$/;

const MEDIA_TYPE = /^(application|text|image|audio|video|multipart)\/[\w.+-]+$/;

function kindOf(path: string): 'path' | 'doubtful' | undefined {
  if (!/[A-Za-z_]/.test(path) || path.startsWith('@') || MEDIA_TYPE.test(path)) return undefined;
  if (path.endsWith('/') && !path.includes('//')) return 'path';
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (KNOWN_NAME.test(name)) return 'path';
  const hasSlash = path.includes('/');
  if (EXTENSION.test(name) && (hasSlash || !name.startsWith('.'))) {
    return LIBRARY_NAME.test(path) ? 'doubtful' : 'path';
  }
  if (!hasSlash) return undefined;
  return path.startsWith('.') ? 'path' : 'doubtful';
}

/** `Backbone.js` is what libraries call themselves. */
const LIBRARY_NAME = /^[A-Z]\w*\.js$/;
