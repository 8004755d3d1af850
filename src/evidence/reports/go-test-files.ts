import fs from 'node:fs';
import path from 'node:path';

/** In which file of the project a test function of a package stands; undefined where that cannot be told. */
export type FindGoTest = (importPath: string, test: string) => string | undefined;

/** `go test` names packages only: their folders follow from the modules, and functions are looked for in their tests. */
export function goTestFiles(folder: string): FindGoTest {
  const modules = modulesIn(folder);
  const known = new Map<string, ReadonlyMap<string, string>>();
  return (importPath, test) => {
    const own = modules.find(({ name }) => importPath === name || importPath.startsWith(`${name}/`));
    if (own === undefined) return undefined;
    const below = path.posix.join(own.folder, importPath.slice(own.name.length + 1));
    const functions = known.get(below) ?? testFunctions(folder, below);
    known.set(below, functions);
    return functions.get(test.split('/')[0] ?? '');
  };
}

interface Module {
  readonly name: string;
  /** From the project's folder. */
  readonly folder: string;
}

/** That of the project and those of its workspace; the longest name first, so that a module inside another one wins. */
function modulesIn(folder: string): Module[] {
  const work = textOf(path.join(folder, 'go.work')) ?? '';
  const blocks = [...work.matchAll(/^use\s*(?:\(([^)]*)\)|(\S+))/gm)].map(([, block, one]) => block ?? one ?? '');
  const used = blocks
    .flatMap((block) => block.split(/\s+/))
    .map((one) => path.posix.normalize(one.replaceAll('"', '')));
  const places = new Set(['.', ...used.filter((one) => one !== '' && !one.startsWith('..') && !one.startsWith('/'))]);
  const modules = [...places].map((place) => ({ name: moduleName(path.join(folder, place)), folder: place }));
  return modules.filter(({ name }) => name !== '').toSorted((one, other) => other.name.length - one.name.length);
}

function moduleName(folder: string): string {
  return /^\s*module\s+"?([^\s"/][^\s"]*)"?/m.exec(textOf(path.join(folder, 'go.mod')) ?? '')?.[1] ?? '';
}

function testFunctions(root: string, below: string): Map<string, string> {
  const functions = new Map<string, string>();
  for (const name of namesIn(path.join(root, below))) {
    const text = textOf(path.join(root, below, name)) ?? '';
    for (const [, declared = ''] of text.matchAll(/^func\s+((?:Test|Example|Fuzz)[\p{L}\p{N}_]*)\s*\(/gmu))
      if (!functions.has(declared)) functions.set(declared, path.posix.join(below, name));
  }
  return functions;
}

function namesIn(folder: string): string[] {
  try {
    return fs
      .readdirSync(folder)
      .filter((name) => name.endsWith('_test.go'))
      .toSorted();
  } catch {
    return [];
  }
}

const MAX_BYTES = 4 * 1024 * 1024;

/** Undefined where it is no file of a source's size: the folder belongs to whoever wrote the tests. */
function textOf(file: string): string | undefined {
  try {
    const found = fs.lstatSync(file);
    return found.isFile() && found.size <= MAX_BYTES ? fs.readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
