import type { ShellCommand } from './shell-commands.ts';

/** What a command executes, by its words alone. A path that is merely an argument of a tool is none of it. */
export type Executed =
  /** `isTried`: with arguments or input, or for what it prints; `isSourced`: into the shell itself. */
  | { readonly kind: 'file'; readonly path: string; readonly isTried?: boolean; readonly isSourced?: true }
  /** `python -m NAME` */
  | { readonly kind: 'module'; readonly name: string }
  /** A script of the nearest `package.json`, of that in a folder, or of all below. */
  | { readonly kind: 'script'; readonly name: string; readonly folder?: string; readonly isEverywhere?: true }
  /** Targets of a makefile; none: its first one. */
  | { readonly kind: 'target'; readonly names: readonly string[]; readonly folder?: string; readonly file?: string }
  /** A file that tells a test runner what to do. */
  | { readonly kind: 'configuration'; readonly path: string }
  | { readonly kind: 'line'; readonly line: string }
  | { readonly kind: 'cd'; readonly folder: string };

export function executedBy({ words, environment, isRead }: ShellCommand): Executed[] {
  const options = (environment.get('NODE_OPTIONS') ?? '').split(/\s+/).filter((one) => one !== '');
  const plugins = (environment.get('PYTEST_PLUGINS') ?? '').split(',').filter((one) => one !== '');
  return [
    ...optionFiles(options, RUNS_FILE),
    ...plugins.map((name): Executed => ({ kind: 'module', name })),
    ...executedWords(words, MAX_NESTED).map((one) =>
      one.kind === 'file' ? { ...one, isTried: isRead || hasArguments(words, one.path) } : one,
    ),
  ];
}

/** Options are none. */
function hasArguments(words: readonly string[], path: string): boolean {
  return words.slice(words.indexOf(path) + 1).some((word) => !word.startsWith('-'));
}

const MAX_NESTED = 6;

function executedWords(words: readonly string[], left: number): Executed[] {
  const [first = '', ...rest] = words;
  if (left === 0 || first === '') return [];
  const program = first.replace(/^(?:.*\/)?node_modules\/\.bin\//, '');
  const inner = (from: readonly string[]): Executed[] => executedWords(from, left - 1);
  const known =
    PROGRAMS[program.replace(/^\/(?:usr\/(?:local\/)?)?bin\//, '').replace(/^(python|pypy|ruby|php)[\d.]+$/, '$1')];
  if (known !== undefined) return known(rest, inner);
  const configured = optionFiles(words, CONFIGURES).map(({ path }): Executed => ({ kind: 'configuration', path }));
  const isRunner = TEST_PROGRAMS.has(program);
  const runs = isRunner ? optionFiles(rest, RUNS_FILE) : [];
  const modules = program === 'pytest' || program === 'py.test' ? pluginModules(rest) : [];
  const own: Executed[] =
    program.includes('/') || /\.(?:sh|bash|py|[cm]?[jt]s)$/.test(program) ? [{ kind: 'file', path: program }] : [];
  return [...own, ...runs, ...modules, ...(isRunner ? configured : [])];
}

type Program = (rest: readonly string[], inner: (words: readonly string[]) => Executed[]) => Executed[];

const TEST_PROGRAMS = new Set([
  'vitest',
  'jest',
  'mocha',
  'ava',
  'tap',
  'tape',
  'uvu',
  'pytest',
  'py.test',
  'jasmine',
  'karma',
  'cypress',
  'playwright',
  'wtr',
  'c8',
  'nyc',
  'tox',
  'nox',
  'phpunit',
  'rspec',
  'electron-mocha',
  '_mocha',
  'ts-mocha',
  'borp',
]);

/** Options whose value is executed before anything else. */
const RUNS_FILE =
  /^(?:--import|--require|-r|--loader|--experimental-loader|--test-reporter|--test-global-setup|--file|--setup|--globalSetup|--setupFiles|--setupFilesAfterEnv|--setup-files|--testEnvironment|--resolver|--runner|--preload|--reporter)$/;
const CONFIGURES = /^(?:--config|-c|--configuration|--workspace|--project|--rcfile|--package|--opts)$/;

/** Values of options, as `--option value` or `--option=value`, that are paths. */
function optionFiles(words: readonly string[], option: RegExp): { readonly kind: 'file'; readonly path: string }[] {
  return words.flatMap((word, at) => {
    const [, name = word, joined] = /^(--?[\w-]+)=(.*)$/.exec(word) ?? [];
    if (!option.test(name)) return [];
    const path = joined ?? words[at + 1] ?? '';
    return isPath(path) ? [{ kind: 'file', path }] : [];
  });
}

/** What can be looked for in the tree: no package with a scope, no address. */
function isPath(word: string): boolean {
  return /[./$]/.test(word) && !/^[-@]|:\/\/|^data:/.test(word);
}

function pluginModules(words: readonly string[]): Executed[] {
  return words.flatMap((word, at): Executed[] => {
    const name = word === '-p' ? words[at + 1] : /^-p([\w.]+)$/.exec(word)?.[1];
    return name === undefined || name.startsWith('no:') ? [] : [{ kind: 'module', name }];
  });
}

/** An interpreter executes its first argument that is no option; `takesValue`: options with a value of their own. */
function interpreter(takesValue: RegExp, readsOnly?: RegExp): Program {
  return (rest) => {
    const before = optionFiles(rest, RUNS_FILE);
    for (let at = 0; at < rest.length; at++) {
      const word = rest[at] ?? '';
      if (word === '--test') return before;
      if (readsOnly?.test(word) === true) return before;
      if (takesValue.test(word)) at++;
      else if (!word.startsWith('-'))
        return rest.includes('--test') ? before : [...before, { kind: 'file', path: word }];
    }
    return before;
  };
}

const node: Program = (rest, inner) => {
  const run = rest.find((word) => /^--run(?:=|$)/.test(word));
  if (run !== undefined)
    return [{ kind: 'script', name: run.includes('=') ? run.slice(6) : (rest[rest.indexOf(run) + 1] ?? '') }];
  // `node node_modules/.bin/jest`, `node node_modules/vitest/vitest.mjs`
  const at = rest.findIndex((word) => !word.startsWith('-') && /(?:^|\/)node_modules\//.test(word));
  const program = rest[at] === undefined ? undefined : /node_modules\/(?:\.bin\/)?([\w-]+)/.exec(rest[at])?.[1];
  if (program !== undefined)
    return [...optionFiles(rest.slice(0, at), RUNS_FILE), ...inner([program, ...rest.slice(at + 1)])];
  return interpreter(
    /^(?:--import|--require|-r|--loader|--experimental-loader|-C|--conditions|--env-file|--test-[\w-]+|--max-old-space-size|--input-type)$/,
    /^(?:--check|-c|-e|--eval|-p|--print|--test)$/,
  )(rest, inner);
};

const python: Program = (rest, inner) => {
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? '';
    if (word === '-m') {
      const [name = '', ...after] = rest.slice(at + 1);
      if (name === 'pytest' || name === 'tox' || name === 'nox') return inner([name, ...after]);
      if (name === 'coverage') return inner(['coverage', ...after]);
      return STANDARD_MODULES.has(name) ? [] : [{ kind: 'module', name }];
    }
    if (word === '-c') return [];
    if (word === '-W' || word === '-X') at++;
    else if (!word.startsWith('-')) return [{ kind: 'file', path: word }];
  }
  return [];
};

const STANDARD_MODULES = new Set([
  'unittest',
  'doctest',
  'pip',
  'venv',
  'compileall',
  'py_compile',
  'http.server',
  'trial',
  'nose',
  'nose2',
  'mypy',
  'ruff',
  'flake8',
  'black',
  'build',
]);

const shell: Program = (rest) => {
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? '';
    if (/^-\w*c$/.test(word)) return [{ kind: 'line', line: rest[at + 1] ?? '' }];
    if (word === '-o') at++;
    else if (!/^[-+]/.test(word)) return [{ kind: 'file', path: word }];
  }
  return [];
};

/** The words after options, each of which may take a value. */
function afterOptions(rest: readonly string[], takesValue: RegExp): readonly string[] {
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? '';
    if (word === '--') return rest.slice(at + 1);
    if (takesValue.test(word)) at++;
    else if (!word.startsWith('-') && !/^\w+=/.test(word)) return rest.slice(at);
  }
  return [];
}

/** Runs another command after options of its own. */
function launcher(takesValue: RegExp): Program {
  return (rest, inner) => inner(afterOptions(rest, takesValue));
}

const packageManager: Program = (rest, inner) => {
  const folder = optionValue(rest, /^(?:--prefix|-C|--cwd|--dir)$/);
  const isEverywhere = rest.some((word) =>
    /^(?:-ws?|--workspaces?|-r|--recursive|--filter|-F|workspaces|foreach)(?:=|$)/.test(word),
  );
  const words = rest.filter(
    (word, at) =>
      !word.startsWith('-') && !/^(?:--prefix|-C|--cwd|--dir|-w|--workspace|--filter|-F)$/.test(rest[at - 1] ?? ''),
  );
  const [verb = '', ...after] =
    words[0] === 'workspaces' || words[0] === 'workspace'
      ? words.filter((one) => !/^(?:workspaces?|foreach)$/.test(one))
      : words;
  if (['exec', 'x', 'dlx'].includes(verb))
    return inner(afterOptions(rest.slice(rest.indexOf(verb) + 1), /^-(?:p|-package)$/));
  const place = { ...(folder !== undefined && { folder }), ...(isEverywhere && { isEverywhere: true as const }) };
  if (['run', 'run-script', 'rum', 'urn'].includes(verb))
    return after.slice(0, 1).map((name) => ({ kind: 'script', name, ...place }));
  if (['test', 't', 'tst'].includes(verb)) return [{ kind: 'script', name: 'test', ...place }];
  if (['install', 'ci', 'i', 'add'].includes(verb)) return [];
  const name = verb;
  if (name === '') return [];
  const own = rest.slice(rest.indexOf(name));
  return [{ kind: 'script', name, ...place }, ...inner(own).filter((one) => one.kind !== 'script')];
};

function optionValue(words: readonly string[], option: RegExp): string | undefined {
  for (const [at, word] of words.entries()) {
    const [, name = word, joined] = /^(--?[\w-]+)=(.*)$/.exec(word) ?? [];
    if (option.test(name)) return joined ?? words[at + 1];
  }
  return undefined;
}

const make: Program = (rest) => {
  const folder = optionValue(rest, /^(?:-C|--directory)$/);
  const file = optionValue(rest, /^(?:-f|--file|--makefile)$/);
  const names = rest.filter(
    (word, at) =>
      !word.startsWith('-') &&
      !word.includes('=') &&
      !/^(?:-C|-f|-j|--directory|--file|--makefile)$/.test(rest[at - 1] ?? ''),
  );
  return [{ kind: 'target', names, ...(folder !== undefined && { folder }), ...(file !== undefined && { file }) }];
};

/** Names of scripts: `npm-run-all lint test:*`. */
const scriptList: Program = (rest) =>
  rest.filter((word) => !word.startsWith('-')).map((name) => ({ kind: 'script', name: name.replace(/\s.*$/, '') }));

/** Whole commands as words, or names of scripts: `concurrently "npm:a" "node b"`. */
const lines: Program = (rest) =>
  rest
    .filter((word) => !word.startsWith('-'))
    .map((line) =>
      /^(?:npm|pnpm|yarn|bun|node):/.test(line)
        ? { kind: 'script', name: line.slice(line.indexOf(':') + 1) }
        : { kind: 'line', line },
    );

/** `turbo run test`, `lerna run test`, `nx test app`: the scripts of all packages. */
const workspaceTool: Program = (rest) => {
  const words = rest.filter((word) => !word.startsWith('-'));
  const at = words.findIndex((word) => word === 'run' || word === 'run-many');
  const target = optionValue(rest, /^(?:-t|--targets?)$/);
  const names = target === undefined ? words.slice(at + 1, words.length) : target.split(',');
  return names.map((name) => ({ kind: 'script', name: name.replace(/^.*:/, ''), isEverywhere: true }));
};

const PROGRAMS: Readonly<Partial<Record<string, Program>>> = {
  node,
  nodejs: node,
  tsx: interpreter(/^(?:--import|--require|-r|--tsconfig|--env-file)$/, /^(?:-e|--eval|-p|--test)$/),
  'ts-node': interpreter(/^(?:-r|--require|-P|--project|-O|--compiler-options)$/, /^(?:-e|-p)$/),
  'ts-node-esm': interpreter(/^(?:-r|--require|-P|--project)$/),
  'babel-node': interpreter(/^(?:-r|--require|--config-file|--presets|--plugins)$/, /^-[ep]$/),
  esno: interpreter(/^--import$/),
  'vite-node': interpreter(/^(?:-c|--config)$/),
  deno: (rest, inner) =>
    rest[0] === 'task'
      ? rest.slice(1, 2).map((name) => ({ kind: 'script', name }))
      : rest[0] === 'run'
        ? interpreter(/^(?:--config|-c|--import-map)$/)(rest.slice(1), inner)
        : [],
  bun: (rest, inner) => {
    if (rest[0] === 'test') return optionFiles(rest, RUNS_FILE);
    const file = rest[0] === 'run' ? rest[1] : rest[0];
    return file !== undefined && /[./]/.test(file) ? [{ kind: 'file', path: file }] : packageManager(rest, inner);
  },
  python,
  py: python,
  pypy: python,
  ruby: interpreter(/^-[rI]$/, /^-[ce]$/),
  perl: interpreter(/^-[IM]$/, /^-[ce]$/),
  php: interpreter(/^-[dc]$/, /^-[lr]$/),
  sh: shell,
  bash: shell,
  zsh: shell,
  dash: shell,
  ksh: shell,
  '.': (rest) => rest.slice(0, 1).map((path) => ({ kind: 'file', path, isSourced: true })),
  source: (rest) => rest.slice(0, 1).map((path) => ({ kind: 'file', path, isSourced: true })),
  eval: (rest) => [{ kind: 'line', line: rest.join(' ') }],
  cd: (rest) => rest.slice(0, 1).map((folder) => ({ kind: 'cd', folder })),
  pushd: (rest) => rest.slice(0, 1).map((folder) => ({ kind: 'cd', folder })),
  npm: packageManager,
  pnpm: packageManager,
  yarn: packageManager,
  npx: launcher(/^(?:-p|--package|-c)$/),
  bunx: launcher(/^--package$/),
  pnpx: launcher(/^--package$/),
  'cross-env': launcher(/(?!)/),
  'cross-env-shell': lines,
  env: launcher(/^-[uCS]$/),
  dotenv: launcher(/^-[evpc]$/),
  dotenvx: (rest, inner) => inner(afterOptions(rest.slice(1), /^-f$/)),
  exec: launcher(/^-a$/),
  command: launcher(/(?!)/),
  nohup: launcher(/(?!)/),
  nice: launcher(/^-n$/),
  time: launcher(/^-[fo]$/),
  timeout: (rest, inner) => inner(afterOptions(rest, /^-[ks]$/).slice(1)),
  xargs: launcher(/^-[nIPL]$/),
  'xvfb-run': launcher(/^-[sne]$/),
  sudo: launcher(/^-[ugE]$/),
  'start-server-and-test': (rest) =>
    rest
      .filter((word) => !/^(?:https?:|\d+$|:)/.test(word))
      .map((line) => (/\s/.test(line) ? { kind: 'line', line } : { kind: 'script', name: line })),
  uv: (rest, inner) =>
    rest[0] === 'run'
      ? inner(withInterpreter(afterOptions(rest.slice(1), /^(?:--with|--group|--extra|--python|-p|--package)$/)))
      : [],
  poetry: (rest, inner) => (rest[0] === 'run' ? inner(rest.slice(1)) : []),
  pipenv: (rest, inner) => (rest[0] === 'run' ? inner(rest.slice(1)) : []),
  pdm: (rest, inner) => (rest[0] === 'run' ? inner(rest.slice(1)) : []),
  hatch: (rest, inner) => (rest[0] === 'run' ? inner(rest.slice(1)) : []),
  bundle: (rest, inner) => (rest[0] === 'exec' ? inner(rest.slice(1)) : []),
  coverage: (rest, inner) =>
    rest[0] === 'run' ? inner(['python', ...rest.slice(1).filter((word) => !word.startsWith('--'))]) : [],
  c8: launcher(/^(?:-[rcnx]|--(?:reporter|config|include|exclude))$/),
  nyc: launcher(/^(?:-[rcnx]|--(?:reporter|nycrc-path|include|exclude))$/),
  make,
  gmake: make,
  just: make,
  'npm-run-all': scriptList,
  'npm-run-all2': scriptList,
  'run-s': scriptList,
  'run-p': scriptList,
  concurrently: lines,
  turbo: workspaceTool,
  lerna: workspaceTool,
  nx: workspaceTool,
  ultra: workspaceTool,
};

/** `uv run X.py` */
function withInterpreter(words: readonly string[]): readonly string[] {
  return words[0]?.endsWith('.py') === true ? ['python', ...words] : words;
}
