import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, expect, test } from 'vitest';
import { record } from '../support/scorecard.ts';

/** The package as it would be published, packed once and installed in an empty project the way npm would. */
let tarball: string;
let packed: { readonly size: number; readonly files: readonly { readonly path: string }[] };
let installed: string;
let project: string;

beforeAll(() => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pack-'));
  const said = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  [packed] = JSON.parse(said) as [typeof packed];
  tarball = path.join(folder, fs.readdirSync(folder)[0] ?? '');
  project = path.join(folder, 'project');
  installed = path.join(project, 'node_modules/orchestral-cli');
  fs.mkdirSync(installed, { recursive: true });
  fs.writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
});

test('the package is at most 2 MB', () => {
  record({
    promise: 'size of the published package',
    asked: '≤ 2 MB',
    measured: `${Math.ceil(packed.size / 1024)} KB`,
  });
  expect(packed.size).toBeLessThanOrEqual(2 * 1024 * 1024);
});

test('the package holds the program, its documentation, the licences and nothing else', () => {
  const expected =
    /^(bin\/(orchestral\.js|package\.json)|dist\/.*\.(js|d\.ts)|dist\/quick\/.*\.cjs|dist\/ui\/.*\.(html|css|svg)|dist\/THIRD-PARTY-NOTICES\.txt|templates\/plugin\/.*\.(md|json)|\.claude-plugin\/marketplace\.json|docs\/.*\.(md|svg)|LICENSE|README(\.ko)?\.md|SECURITY\.md|package\.json)$/;
  const files = packed.files.map((file) => file.path);
  const isDemo = (file: string) => file.startsWith('dist/demo/');
  expect(files.filter((file) => !isDemo(file) && !expected.test(file))).toEqual([]);
  expect(files.filter(isDemo).sort()).toEqual(demoFiles());
  expect(files).toEqual(expect.arrayContaining(['bin/orchestral.js', 'LICENSE', 'dist/THIRD-PARTY-NOTICES.txt']));
});

/** In the repository only: pictures, measurements, decision records, and the OpenAPI document. They would take 100 KB. */
const NOT_PACKED =
  /^(docs\/(adr\/|images\/|benchmarks\.md|scorecard\.md|reference\/api\.md)|AGENTS\.md|CONTRIBUTING\.md)/;

test('links in the documentation lead to what is in the package', () => {
  const files = new Set(packed.files.map((file) => file.path));
  const documents = [...files].filter((file) => file.endsWith('.md') && /^(docs|README|SECURITY)/.test(file));
  expect(documents.length).toBeGreaterThan(50);
  const dead = documents.flatMap((document) => {
    const text = fs.readFileSync(path.join(installed, document), 'utf8').replaceAll(/^ *(```+)[\s\S]*?^ *\1$/gm, '');
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, image]) => link ?? image ?? '',
    );
    const targets = links
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => path.posix.join(path.posix.dirname(document), link));
    return targets
      .filter((target) => !files.has(target) && !NOT_PACKED.test(target))
      .map((target) => `${document}: ${target}`);
  });
  expect(dead).toEqual([]);
});

function demoFiles(): string[] {
  const entries = fs.readdirSync('examples/demo', { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return files.map((file) => file.replace('examples', 'dist')).sort();
}

test('installing it runs nothing and fetches nothing', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(installed, 'package.json'), 'utf8')) as Record<string, object>;
  expect(Object.keys(manifest['scripts'] ?? {}).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
  expect(manifest['dependencies']).toBeUndefined();
  expect(manifest['optionalDependencies']).toBeUndefined();
});

test('the bundle leaves no package to be found at run time', () => {
  const sources = packed.files.map((file) => file.path).filter((file) => /\.c?js$/.test(file));
  const outside = sources.flatMap((file) => {
    const text = fs.readFileSync(path.join(installed, file), 'utf8');
    const imports = file.endsWith('.cjs')
      ? text.matchAll(/\b(?:require|import)\(["'`]([^."'`][^"'`]*)["'`]\)/g)
      : text.matchAll(/^(?:import|export)\b[^'"`;]*?["']([^."'][^"']*)["'];?$/gm);
    return [...imports].flatMap(([, name = '']) => (name.startsWith('node:') ? [] : [`${file}: ${name}`]));
  });
  expect(outside).toEqual([]);
});

test('the licence of every bundled package is in it', () => {
  const notices = fs.readFileSync(path.join(installed, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const name of ['yaml', 'zod', 'es-hangul', 'saxes'])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'));
  expect(notices).not.toContain(os.homedir());
});

test('the installed program runs from elsewhere', () => {
  const program = path.join(installed, 'bin/orchestral.js');
  const help = execFileSync(process.execPath, [program, '--help'], { cwd: project, encoding: 'utf8' });
  expect(help).toContain('orchestral');
});

test('the installed program answers hooks', () => {
  const program = path.join(installed, 'bin/orchestral.js');
  fs.mkdirSync(path.join(project, '.orchestral'), { recursive: true });
  const answer = (args: readonly string[], tool_input: object = {}) => {
    const input = JSON.stringify({ cwd: project, tool_name: 'Write', tool_input });
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { input, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };
  const json = { file_path: '.claude/orchestrate-state.json', content: '{}' };
  const yaml = { file_path: '.orchestral/config/rehearsal.yaml', content: 'version: no' };
  for (const edit of [json, yaml]) expect(answer(['hook', 'pre-tool-use'], edit)).toContain('would break');
  // These load the rest of the program, from a file beside it.
  for (const args of [['hook', 'session-start'], ['statusline']]) expect(answer(args)).toBe('');
});

test('without its build the program says what to do in one line', () => {
  fs.renameSync(path.join(installed, 'dist'), path.join(installed, 'away'));
  const run = spawnSync(process.execPath, [path.join(installed, 'bin/orchestral.js'), 'status'], { encoding: 'utf8' });
  fs.renameSync(path.join(installed, 'away'), path.join(installed, 'dist'));
  expect(run).toMatchObject({
    status: 5,
    stdout: '',
    stderr: 'orchestral: not built yet; run `npm start` in the clone.\n',
  });
});

test('the library can be imported, and its types need no other package', () => {
  fs.writeFileSync(path.join(project, 'use.ts'), USES_THE_LIBRARY);
  const settings = { strict: true, module: 'nodenext', target: 'es2023', types: [], skipLibCheck: false, noEmit: true };
  fs.writeFileSync(
    path.join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: settings, files: ['use.ts'] }),
  );
  const tsc = path.resolve('node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: project, encoding: 'utf8' });
  expect(stdout).toBe('');
  const script = `import { documentNames } from 'orchestral-cli'; console.log(documentNames.includes('session'))`;
  const args = ['--input-type=module', '-e', script];
  expect(execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' })).toBe('true\n');
});

const USES_THE_LIBRARY = `
  import { decode, documentNames } from 'orchestral-cli';
  export const names: readonly string[] = documentNames;
  const read = decode('session', '{}');
  if (!read.ok) throw new Error(read.error[0]?.path);
  export const { status } = read.value;
  // @ts-expect-error a document whose type is any would accept this
  export const wrong: number = read.value;
`;

test('publint finds nothing', async () => {
  const bytes = fs.readFileSync(tarball);
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('the types resolve for everyone who uses ES modules', () => {
  const attw = path.resolve('node_modules/@arethetypeswrong/cli/dist/index.js');
  const args = [attw, tarball, '--profile', 'esm-only', '--no-color', '--format', 'ascii'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
});
