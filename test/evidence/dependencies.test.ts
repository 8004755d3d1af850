import { expect, test } from 'vitest';
import { addedDependencies } from '../../src/evidence/dependencies.ts';
import { manifestReader } from '../../src/evidence/dependency-names.ts';
import { changedFiles } from '../../src/git/diff.ts';
import { must, scene } from '../git/scene.ts';

test('what a manifest names now and did not before; new versions, moves and lock files are none', async () => {
  const here = await scene();
  const from = here.commit({
    'package.json': '{"dependencies":{"a":"1","b":"1"},"devDependencies":{"c":"1"}}',
    'requirements.txt': 'requests==1\n',
    'old/go.mod': 'module x\n\nrequire example.com/a v1.0.0\n',
    'gone/Cargo.toml': '[dependencies]\nserde = "1"\n',
  });
  here.user('mv', 'old', 'new');
  const to = here.commit({
    'package.json': '{"dependencies":{"a":"2","c":"1","d":"1"},"peerDependencies":{"e":"*"}}',
    'requirements.txt': 'Requests>=2\nflask\n',
    'gone/Cargo.toml': null,
    'package-lock.json': '{"packages":{"node_modules/z":{}}}',
    '하위/Gemfile': "gem 'rails'\n",
    'new/go.mod': 'module x\n\nrequire example.com/a v1.0.0\n',
  });
  const files = must(await changedFiles(here.git, here.repository, { from, to }));
  expect(must(await addedDependencies(here.git, here.repository, { from, to, files }))).toEqual([
    { manifest: 'package.json', name: 'd' },
    { manifest: 'package.json', name: 'e' },
    { manifest: 'requirements.txt', name: 'flask' },
    { manifest: '하위/Gemfile', name: 'rails' },
  ]);
});

test.each<[string, string, string[]]>([
  ['package.json', '{ broken', []],
  ['package.json', '{"dependencies":{"@scope/a":"1","__proto__":"1"},"scripts":{"x":"y"}}', ['@scope/a']],
  ['composer.json', '{"require":{"php":">=8","ext-json":"*","monolog/monolog":"^3"}}', ['monolog/monolog']],
  [
    'requirements-dev.txt',
    '# comment\n-r base.txt\nZope.Interface[test]>=1 ; python_version<"3"\n\n-e git+https://x/y#egg=My_Lib\n--hash=x\n',
    ['zope-interface', 'my-lib'],
  ],
  [
    'pyproject.toml',
    '[project]\nname = "x"\ndependencies = [\n  "httpx>=0.2", # why\n  \'attrs\',\n]\n[project.optional-dependencies]\ntest = ["pytest[x]"]\n[tool.poetry.group.dev.dependencies]\npython = "^3"\nblack = { version = "1" }\n[dependency-groups]\ndev = ["ruff", {include-group = "test"}]\n',
    ['httpx', 'attrs', 'pytest', 'black', 'ruff'],
  ],
  [
    'Cargo.toml',
    '[package]\nname = "x"\n[dependencies]\nserde = { version = "1", features = ["derive"] }\nanyhow.workspace = true\n[dev-dependencies.tokio]\nversion = "1"\n[target.\'cfg(unix)\'.dependencies]\nlibc = "0.2"\n[features]\ndefault = ["x"]\n',
    ['serde', 'anyhow', 'tokio', 'libc'],
  ],
  [
    'go.mod',
    'module example.com/x\n\ngo 1.22\n\nrequire (\n\texample.com/a v1.0.0\n\t// comment\n\texample.com/b/v2 v2.0.0 // indirect\n)\n\nrequire example.com/c v0.1.0\n',
    ['example.com/a', 'example.com/b/v2', 'example.com/c'],
  ],
  [
    'pom.xml',
    '<project><artifactId>me</artifactId><!-- <dependency><groupId>no</groupId><artifactId>no</artifactId></dependency> --><dependencies><dependency><groupId>org.a</groupId><artifactId>b</artifactId></dependency></dependencies></project>',
    ['org.a:b'],
  ],
  [
    'build.gradle.kts',
    'plugins { id("org.x.plugin") version "1" }\ndependencies {\n  implementation("com.a:b:1.0")\n  testImplementation(libs.junit.core)\n}\n',
    ['com.a:b', 'org.x.plugin', 'libs.junit.core'],
  ],
  ['App.csproj', '<Project><PackageReference Version="1" Include="Serilog" /></Project>', ['Serilog']],
  ['Gemfile', "source 'https://x'\ngem 'rails', '~> 7'\n  gem(\"pg\")\n# gem 'no'\n", ['rails', 'pg']],
])('%s', (name, text, found) => {
  expect([...new Set(manifestReader(`below/${name}`)?.(text) ?? ['no manifest'])]).toEqual(found);
});

test('other files are no manifests', () => {
  for (const name of ['package-lock.json', 'tsconfig.json', 'requirements.md', 'go.sum', 'Cargo.lock']) {
    expect(manifestReader(name)).toBeUndefined();
  }
});
