import { isRecord } from '../../base/json.ts';
import { parseJson } from '../../base/json.ts';
import type { ChangeClass } from '../change-class.ts';
import {
  dependencyParts,
  entryParts,
  type FilePart,
  type PartContext,
  type SplitFile,
  toContent,
} from '../file-parts.ts';
import { exportedObject, objectEntries, parseJavaScript } from './object-literal.ts';
import { withoutComments } from './module-paths.ts';
import { AROUND_INSTALLS, AROUND_TESTS } from './package-json.ts';

export const javaScriptFileParts: readonly SplitFile[] = [
  { file: /(?:^|\/)package\.json$/, split: packageParts, holds: 'test_script' },
  { file: /(?:^|\/)deno\.jsonc?$/, split: denoParts, holds: 'test_script' },
  { file: /(?:^|\/)[tj]sconfig(?:[\w.-]*)?\.json$/, split: tsconfigParts, holds: 'resolution' },
  { file: /(?:^|\/)pnpm-workspace\.yaml$/, split: pnpmWorkspaceParts, holds: 'package_manager' },
  { file: /(?:^|\/)(?:vite(?!st)|rsbuild)[\w.-]*\.config\.[cm]?[jt]s$/, split: viteParts, holds: 'runner_config' },
];

function packageParts(text: string, context: PartContext): FilePart[] | undefined {
  const manifest = parseJson(text);
  if (!isRecord(manifest)) return undefined;
  return Object.entries(manifest).flatMap(([key, value]): FilePart[] => {
    if (key === 'scripts' && isRecord(value))
      return entryParts(
        value,
        (name) => `scripts.${name}`,
        (name) => scriptClass(name, context),
      );
    if (/^(?:dev|peer|optional)?dependencies$/i.test(key) && isRecord(value))
      return dependencyParts(key, value, context);
    return [{ class: packageKeyClass(key, context), part: key, content: toContent(value) }];
  });
}

function scriptClass(name: string, { reached }: PartContext): ChangeClass {
  if (AROUND_TESTS.includes(name) || reached.has(name)) return 'test_script';
  return AROUND_INSTALLS.includes(name) ? 'install_script' : 'product';
}

function packageKeyClass(key: string, context: PartContext): ChangeClass {
  if (context.toolKeys.includes(key)) return 'runner_config';
  if (PACKAGE_MANAGER_KEYS.has(key)) return 'package_manager';
  if (!OF_NPM.has(key) && context.isReadByTests(key)) return 'fixture';
  return key === 'imports' || key === 'exports' || key === 'alias' || key === 'browser' || key === '_moduleAliases'
    ? 'resolution'
    : 'product';
}

const PACKAGE_MANAGER_KEYS = new Set([
  'overrides',
  'resolutions',
  'pnpm',
  'yarn',
  'patchedDependencies',
  'dependenciesMeta',
  'trustedDependencies',
  'packageManager',
  'devEngines',
  'config',
  'allowScripts',
]);

/** What a package says of itself changes with its releases, whoever compares it. */
const OF_NPM = new Set(
  'name version description keywords homepage bugs license author contributors funding files main module type types typings exports imports browser bin man directories repository scripts engines os cpu private publishConfig workspaces sideEffects bundleDependencies peerDependenciesMeta'.split(
    ' ',
  ),
);

function denoParts(text: string, { reached }: PartContext): FilePart[] | undefined {
  const manifest = parseJson(withoutComments(text));
  if (!isRecord(manifest)) return undefined;
  return Object.entries(manifest).flatMap(([key, value]): FilePart[] => {
    if (key === 'tasks' && isRecord(value)) {
      return entryParts(
        value,
        (name) => `tasks.${name}`,
        (name) => (reached.has(name) || AROUND_TESTS.includes(name) ? 'test_script' : 'product'),
      );
    }
    const own =
      key === 'test'
        ? 'runner_config'
        : key === 'imports' || key === 'importMap' || key === 'scopes'
          ? 'resolution'
          : 'product';
    return [{ class: own, part: key, content: toContent(value) }];
  });
}

/** Where imports are looked for; everything else decides only how sources are checked and compiled. */
function tsconfigParts(text: string): FilePart[] | undefined {
  const config = parseJson(withoutComments(text));
  if (!isRecord(config)) return undefined;
  return Object.entries(config).flatMap(([key, value]): FilePart[] => {
    if (key !== 'compilerOptions' || !isRecord(value)) {
      return [{ class: key === 'extends' ? 'resolution' : 'product', part: key, content: toContent(value) }];
    }
    return entryParts(
      value,
      (name) => `compilerOptions.${name}`,
      (name) => (RESOLVES.has(name) ? 'resolution' : 'product'),
    );
  });
}

const RESOLVES = new Set([
  'paths',
  'baseUrl',
  'rootDirs',
  'moduleSuffixes',
  'customConditions',
  'typeRoots',
  'preserveSymlinks',
  'plugins',
]);

/** By its top keys, without a parser: `packages` says only what belongs to the workspace. */
function pnpmWorkspaceParts(text: string): FilePart[] {
  const sections = text.split(/^(?=[\w-]+:)/m).filter((one) => /^[\w-]+:/.test(one));
  return sections.map((section) => {
    const key = /^[\w-]+/.exec(section)?.[0] ?? '';
    return {
      class: key === 'packages' || key.startsWith('catalog') ? 'product' : 'package_manager',
      part: key,
      content: section.trim(),
    };
  });
}

/** Settings that only a build or a server uses are product; the rest, and all code around, decides what tests load. */
function viteParts(text: string): FilePart[] | undefined {
  const source = parseJavaScript(text);
  const open = source === undefined ? undefined : exportedObject(source);
  const entries = source === undefined || open === undefined ? undefined : objectEntries(source, open);
  if (source === undefined || entries === undefined || entries.some(({ key }) => key === undefined)) return undefined;
  const parts = entries.map(({ key = '', begin, end }): FilePart & { begin: number; end: number } => ({
    class: BUILD_ONLY.has(key) ? 'product' : 'runner_config',
    part: key,
    content: source.code.slice(begin, end).replaceAll(/\s+/g, ' ').trim(),
    begin,
    end,
  }));
  let rest = source.code;
  for (const { begin, end } of parts.toReversed()) rest = rest.slice(0, begin) + rest.slice(end);
  return [
    ...parts.map(({ class: own, part, content }) => ({ class: own, part, content })),
    { class: 'runner_config', part: 'code', content: rest.replaceAll(/[\s,]+/g, '') },
  ];
}

const BUILD_ONLY = new Set([
  'base',
  'build',
  'server',
  'preview',
  'publicDir',
  'cacheDir',
  'logLevel',
  'clearScreen',
  'appType',
  'worker',
  'html',
  'dev',
]);
