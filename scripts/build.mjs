// Bundles the program and the library into dist/ (no runtime dependencies), with the library's types beside them.
import fs from 'node:fs';
import path from 'node:path';
import { root, sourceHash, stampBuilt, uiHash } from './stamp.mjs';
import { declareTypes } from './declare.mjs';
import { thirdPartyNotices } from './notices.mjs';

/** What hooks seldom need, and take from the program. */
const hookNeeds = { 'in-progress': 'src/cli/hook/in-progress.ts', 'codec-any': 'src/schema/codec-any.ts' };

try {
  await build();
} catch (error) {
  console.error(`build: ${error.message}`);
  process.exitCode = 1;
}

async function build() {
  const hash = sourceHash();
  // Built aside and moved into place whole: a program that starts meanwhile sees the old one or the new one.
  const aside = path.join(root, '.build', `dist-${process.pid}`);
  try {
    const ui = await buildUi();
    const modules = [
      ...(await bundle(aside)),
      ...(await bundleQuick(path.join(aside, 'quick'), 'hook', 'src/cli/hook/main.ts')),
      ...(await bundleQuick(path.join(aside, 'quick'), 'status', 'src/cli/quick-status.ts')),
      ...ui.modules,
    ];
    fs.writeFileSync(path.join(aside, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(modules));
    fs.cpSync(path.join(ui.folder, 'files'), path.join(aside, 'ui'), { recursive: true });
    fs.cpSync(path.join(root, 'examples/demo'), path.join(aside, 'demo'), { recursive: true });
    declareTypes(path.join(aside, 'types'));
    putInPlace(aside);
    stampBuilt(hash);
  } finally {
    fs.rmSync(aside, { recursive: true, force: true });
  }
}

/** The dashboard's pages, as a folder below .build/ that is named after their sources: built only when those changed. */
async function buildUi() {
  const folder = path.join(root, '.build', `ui-${uiHash().slice(0, 16)}`);
  const packed = path.join(folder, 'packed.json');
  if (fs.existsSync(packed)) return { folder, modules: JSON.parse(fs.readFileSync(packed, 'utf8')) };
  for (const name of fs.existsSync(path.dirname(folder)) ? fs.readdirSync(path.dirname(folder)) : [])
    if (name.startsWith('ui-')) fs.rmSync(path.join(path.dirname(folder), name), { recursive: true, force: true });
  const { build } = await import('vite');
  const ui = path.join(root, 'ui');
  const { output } = await build({
    root: ui,
    configFile: path.join(ui, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: path.join(folder, 'files'), emptyOutDir: true },
  });
  const modules = modulesIn(output);
  fs.writeFileSync(packed, JSON.stringify(modules.filter((id) => id.includes('/node_modules/'))));
  return { folder, modules };
}

/** Gives the modules that are in it. */
async function bundle(folder) {
  const { rolldown } = await import('rolldown');
  const { minifySync } = await import('rolldown/utils');
  const bundled = await rolldown({
    ...options(),
    input: { cli: 'src/cli/main.ts', index: 'src/index.ts', ...hookNeeds },
    plugins: [oneValidator()],
  });
  const { output } = await bundled.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
    // Others' code in chunks of its own, so that it can be minified.
    // What every command uses of zod comes first: a group takes along what it needs and no other has taken.
    codeSplitting: {
      groups: [
        startGroup(),
        { name: 'zod', test: /\/node_modules\/zod\/v4\/(core|mini)\//, priority: 1 },
        { name: 'json-schema-validator', test: /\/@modelcontextprotocol\/server\/dist\/ajvProvider-/, priority: 1 },
        { name: (id) => packageOf(id), debugName: 'packages' },
      ],
    },
    comments: false,
    // Not minified: start-up would be 3 ms of 80 faster (measured), and traces under --verbose would say nothing.
    minify: false,
  });
  await bundled.close();
  // But nobody reads traces of others' code, and that is half of the package.
  for (const { fileName, code } of output.filter(isOthers))
    fs.writeFileSync(path.join(folder, fileName), minifySync(fileName, code, { module: true }).code);
  return modulesIn(output);
}

/**
 * What is run again and again, at every edit of Claude Code or by a shell's prompt, apart: CommonJS, and nothing in it that
 * only others need, each in as few files as it can be: that takes half as long to load. Minified, since it shows no traces.
 * Gives the modules that are in it.
 */
async function bundleQuick(folder, name, main) {
  const { rolldown } = await import('rolldown');
  const bundled = await rolldown({
    ...options(),
    input: { [name]: main },
    plugins: [
      {
        name: 'program',
        resolveId: (id) => {
          const name = path.basename(id, '.ts');
          return Object.hasOwn(hookNeeds, name) ? { id: `../${name}.js`, external: true } : null;
        },
      },
    ],
  });
  const { output } = await bundled.write({
    dir: folder,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    comments: false,
    minify: true,
  });
  await bundled.close();
  return modulesIn(output);
}

function options() {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  return {
    cwd: root,
    platform: 'node',
    // What a package offers as `main` may be wrapped so that what it requires is not found by a bundler (jsonc-parser).
    resolve: { mainFields: ['module', 'main'] },
    moduleTypes: { '.md': 'text' },
    transform: { target: 'node20', define: { __ORCHESTRAL_VERSION__: JSON.stringify(version) } },
    logLevel: 'warn',
  };
}

/** The client and the server of MCP come with the same validator each (35 KB packed): the client takes the server's. */
function oneValidator() {
  return {
    name: 'one-validator',
    resolveId: {
      filter: { id: /^\.\/ajvProvider-[^/]*\.mjs$/ },
      handler: (_, importer) => {
        if (!importer?.includes('/@modelcontextprotocol/client/dist/')) return null;
        const [own, shared] = [
          path.dirname(importer),
          path.join(root, 'node_modules/@modelcontextprotocol/server/dist'),
        ].map((folder) =>
          path.join(folder, fs.readdirSync(folder).find((name) => /^ajvProvider-.*\.mjs$/.test(name)) ?? ''),
        );
        // But for the names of the files that each imports.
        const [ours, theirs] = [own, shared].map((file) =>
          fs.readFileSync(file, 'utf8').replaceAll(/^import .*|^\/\/# .*/gm, ''),
        );
        if (ours !== theirs) throw new Error(`${own} and ${shared} differ`);
        return shared;
      },
    },
  };
}

/** What `status` loads, and most of it every command, in one file: each file takes about a millisecond. */
function startGroup() {
  const files = ['cli/main.ts', 'cli/commands/status.ts', 'engine/operations/status.ts'];
  let reached;
  return {
    name: (id, modules) => {
      reached ??= reachableFrom(
        files.map((file) => path.join(root, 'src', file)),
        modules,
      );
      return reached.has(id) ? 'start' : null;
    },
    priority: 2,
    debugName: 'start',
  };
}

function reachableFrom(files, modules) {
  const reached = new Set(files);
  for (const file of reached)
    for (const imported of modules.getModuleInfo(file)?.importedIds ?? []) reached.add(imported);
  return reached;
}

function packageOf(id) {
  const [, inside] = /^.*\/node_modules\/(.*)$/.exec(id) ?? [];
  return inside
    ?.split('/')
    .slice(0, inside.startsWith('@') ? 2 : 1)
    .join('-')
    .replace('@', '');
}

function modulesIn(output) {
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
}

function isOthers(chunk) {
  return chunk.type === 'chunk' && chunk.moduleIds.every((id) => id.includes('/node_modules/'));
}

function putInPlace(folder) {
  const dist = path.join(root, 'dist');
  const old = path.join(root, '.build', `old-${process.pid}`);
  if (fs.existsSync(dist)) fs.renameSync(dist, old);
  fs.renameSync(folder, dist);
  fs.rmSync(old, { recursive: true, force: true });
}
