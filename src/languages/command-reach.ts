import type { Failure } from '../base/failure.ts';
import { isRecord } from '../base/json.ts';
import { parseJson } from '../base/json.ts';
import { ok, type Result } from '../base/result.ts';
import { type Executed, executedBy } from './executed-words.ts';
import { globPattern, isGlob } from './glob.ts';
import { languageOf, readSource } from './known-languages.ts';
import { parseMakefile, rulesFor } from './makefile.ts';
import { shellCommands } from './shell-commands.ts';
import type { SourceTree } from './source.ts';
import { fileName, folderOf, joinPath } from './tree-path.ts';

/** How a file is reached. `tried`: so that it may be what is tested. `called`: by a shell script. */
type Reached = 'executed' | 'called' | 'tried' | 'imported';

/** Everything that running these commands executes, as far as files of the tree say so. */
export interface CommandReach {
  readonly files: ReadonlyMap<string, Reached>;
  /** Files that options of test runners name as their configuration. */
  readonly configuration: ReadonlySet<string>;
  /** Names of scripts, for each `package.json`. */
  readonly scripts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names of targets, for each makefile. */
  readonly targets: ReadonlyMap<string, ReadonlySet<string>>;
  /** The words of all commands, each with the folder that it is run in. */
  readonly commands: readonly { readonly folder: string; readonly words: readonly string[] }[];
}

/** `folder`: where they are run; empty for the root. */
export async function reachOf(
  tree: SourceTree,
  commands: readonly string[],
  folder = '',
): Promise<Result<CommandReach, Failure>> {
  const walk = new ReachWalk(tree);
  return walk.follow(commands.map((text) => ({ text, folder: joinPath(folder), from: 'command' })));
}

interface Step {
  readonly text: string;
  readonly folder: string;
  readonly from: 'command' | 'shell script';
}

const MAX_STEPS = 2_000;
const MAX_PACKAGES = 300;

class ReachWalk {
  readonly #tree: SourceTree;
  readonly #files = new Map<string, Reached>();
  readonly #configuration = new Set<string>();
  readonly #scripts = new Map<string, Set<string>>();
  readonly #targets = new Map<string, Set<string>>();
  readonly #commands: { folder: string; words: readonly string[] }[] = [];

  constructor(tree: SourceTree) {
    this.#tree = tree;
  }

  async follow(first: readonly Step[]): Promise<Result<CommandReach, Failure>> {
    const steps = [...first];
    for (let n = 0; n < steps.length && n < MAX_STEPS; n++) {
      const step = steps[n];
      if (step === undefined) break;
      let { folder } = step;
      for (const command of shellCommands(step.text)) {
        if (command.words.length > 0) this.#commands.push({ folder, words: command.words });
        for (const one of executedBy(command)) {
          if (one.kind === 'cd')
            folder = one.folder.includes('$') || one.folder.startsWith('/') ? folder : joinPath(folder, one.folder);
          const next = await this.#next(one, { ...step, folder });
          if (!next.ok) return next;
          steps.push(...next.value);
        }
      }
    }
    return ok({
      files: this.#files,
      configuration: this.#configuration,
      scripts: this.#scripts,
      targets: this.#targets,
      commands: this.#commands,
    });
  }

  async #next(one: Executed, step: Step): Promise<Result<readonly Step[], Failure>> {
    if (one.kind === 'line') return ok([{ ...step, text: one.line }]);
    if (one.kind === 'file') {
      const isTried = one.isTried === true || (one.isSourced === true && step.from === 'shell script');
      return this.#file(this.#find(one.path, step.folder), { ...step, isTried });
    }
    if (one.kind === 'module') return this.#file(this.#findModule(one.name, step.folder), step);
    if (one.kind === 'script') return this.#script(one, step);
    if (one.kind === 'target') return this.#target(one, step);
    if (one.kind === 'configuration') {
      const path = this.#find(one.path, step.folder);
      if (path !== undefined) this.#configuration.add(path);
    }
    return ok([]);
  }

  /** From the folder that the command is run in or, where a shell fills in the rest, from any that it may mean. */
  #find(path: string, folder: string): string | undefined {
    const filled = /^(?:\$\([^)]*\)+|\$\{[^}]*\}|\$\w+)\/(.*)$/.exec(path)?.[1];
    const plain = filled ?? path;
    if (plain.startsWith('/') || plain.includes('$')) return undefined;
    const places = filled === undefined ? [folder] : [folder, '.', folderOf(folder)];
    const endings = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '/index.js', '/index.ts', '/__main__.py'];
    return places
      .flatMap((place) => endings.map((ending) => joinPath(place, `${plain}${ending}`)))
      .find((one) => this.#tree.paths.has(one));
  }

  #findModule(name: string, folder: string): string | undefined {
    const place = name.replaceAll('.', '/');
    return [folder, joinPath(folder, 'src')]
      .flatMap((root) =>
        [`${place}.py`, `${place}/__main__.py`, `${place}/__init__.py`].map((one) => joinPath(root, one)),
      )
      .find((one) => this.#tree.paths.has(one));
  }

  async #file(
    path: string | undefined,
    { folder, from, isTried = false }: Step & { readonly isTried?: boolean },
  ): Promise<Result<readonly Step[], Failure>> {
    const known = path === undefined ? undefined : this.#files.get(path);
    // Who runs it as it stands does more than trying it.
    if (path === undefined || (known !== undefined && (known !== 'tried' || isTried))) return ok([]);
    this.#files.set(path, isTried ? 'tried' : from === 'command' ? 'executed' : 'called');
    const read = await this.#tree.texts([path]);
    if (!read.ok) return read;
    const text = read.value.get(path) ?? '';
    if (isShellScript(path, text))
      return ok([{ text: scriptText(text, { path, folder }), folder, from: 'shell script' }]);
    const imported = await this.#imports(path);
    return imported.ok ? ok([]) : imported;
  }

  /** What an executed program imports is executed with it. */
  async #imports(first: string): Promise<Result<void, Failure>> {
    const wave = [first];
    for (const path of wave) {
      if (wave.length > MAX_STEPS) break;
      const findReferences = languageOf(path)?.reader?.findReferences;
      if (findReferences === undefined) continue;
      const read = await this.#tree.texts([path]);
      if (!read.ok) return read;
      const source = readSource(path, read.value.get(path) ?? '');
      if (source === undefined) continue;
      const found = await findReferences({
        path,
        source,
        targets: this.#tree.paths,
        tree: this.#tree,
        read: readSource,
      });
      if (!found.ok) return found;
      for (const { target } of found.value) {
        if (this.#files.has(target)) continue;
        this.#files.set(target, 'imported');
        wave.push(target);
      }
    }
    return ok();
  }

  async #script(one: Executed & { kind: 'script' }, step: Step): Promise<Result<readonly Step[], Failure>> {
    const from = one.folder === undefined ? step.folder : joinPath(step.folder, one.folder);
    const near = this.#nearest(from, 'package.json') ?? this.#nearest(from, 'deno.json');
    const below = one.isEverywhere === true ? this.#packages(from) : [];
    const manifests =
      below.length > 0 ? [...below, ...(near === undefined ? [] : [near])] : near === undefined ? [] : [near];
    const texts = await this.#tree.texts(manifests);
    if (!texts.ok) return texts;
    const steps: Step[] = [];
    for (const [path, text] of texts.value) {
      const scripts = scriptsIn(text);
      const fits = isGlob(one.name) ? globPattern(one.name.replaceAll(':', '/')) : undefined;
      const names =
        fits === undefined ? [one.name] : [...scripts.keys()].filter((name) => fits.test(name.replaceAll(':', '/')));
      const known = this.#scripts.get(path) ?? new Set<string>();
      this.#scripts.set(path, known);
      for (const name of names.flatMap((plain) => [`pre${plain}`, plain, `post${plain}`])) {
        const line = scripts.get(name);
        if (line === undefined || known.has(name)) continue;
        known.add(name);
        steps.push({ text: line, folder: folderOf(path), from: 'command' });
      }
    }
    return ok(steps);
  }

  #nearest(from: string, name: string): string | undefined {
    for (let folder = from; ; folder = folderOf(folder)) {
      const path = joinPath(folder, name);
      if (this.#tree.paths.has(path)) return path;
      if (folder === '.') return undefined;
    }
  }

  #packages(folder: string): string[] {
    const inside = folder === '.' ? '' : `${folder}/`;
    const found = [...this.#tree.paths].filter(
      (path) =>
        path.startsWith(inside) &&
        fileName(path) === 'package.json' &&
        path !== `${inside}package.json` &&
        !/(?:^|\/)(?:node_modules|fixtures?|__fixtures__)\//.test(path),
    );
    return found.slice(0, MAX_PACKAGES);
  }

  async #target(one: Executed & { kind: 'target' }, step: Step): Promise<Result<readonly Step[], Failure>> {
    const folder = one.folder === undefined ? step.folder : joinPath(step.folder, one.folder);
    const path = (one.file === undefined ? MAKEFILES : [one.file])
      .map((name) => joinPath(folder, name))
      .find((file) => this.#tree.paths.has(file));
    if (path === undefined) return ok([]);
    const read = await this.#tree.texts([path]);
    if (!read.ok) return read;
    const known = this.#targets.get(path) ?? new Set<string>();
    this.#targets.set(path, known);
    const makefile = parseMakefile(read.value.get(path) ?? '');
    const values = new Map(
      makefile.rest.flatMap(({ name, text }) => (name === undefined ? [] : [[name, text.replace(/^[^=]*=\s*/, '')]])),
    );
    const fresh = rulesFor(makefile, one.names).filter(({ target }) => !known.has(target));
    for (const { target } of fresh) known.add(target);
    const fill = (line: string): string =>
      line.replaceAll(/\$[({](\w+)[)}]/g, (whole, name: string) => values.get(name) ?? whole).replaceAll('$$', '$');
    return ok(
      fresh.flatMap(({ recipe }) => recipe.map((line): Step => ({ text: fill(line), folder, from: 'command' }))),
    );
  }
}

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile', 'justfile', 'Justfile'];

function scriptsIn(text: string): ReadonlyMap<string, string> {
  const manifest = parseJson(text);
  const scripts = isRecord(manifest) ? (manifest['scripts'] ?? manifest['tasks']) : undefined;
  return new Map(
    isRecord(scripts)
      ? Object.entries(scripts).flatMap(([name, line]) => (typeof line === 'string' ? [[name, line]] : []))
      : [],
  );
}

function isShellScript(path: string, text: string): boolean {
  return /\.(?:sh|bash|zsh|ksh|bats)$/.test(path) || /^#!.*\b(?:ba|z|k|da)?sh\b/.test(text.slice(0, 200));
}

/** With its own folder instead of what says so: `$(dirname "$0")`. */
function scriptText(text: string, { path, folder }: { readonly path: string; readonly folder: string }): string {
  const up = folder === '.' ? './' : '../'.repeat(folder.split('/').length);
  return text.replaceAll(OWN_FOLDER, () => `${up}${folderOf(path)}`);
}

const OWN_FOLDER =
  /\$\(\s*dirname\s+(?:--\s+)?"?\$(?:0|\{?BASH_SOURCE(?:\[0\])?\}?)"?\s*\)|\$\{0%\/\*\}|\$\{BASH_SOURCE(?:\[0\])?%\/\*\}/g;
