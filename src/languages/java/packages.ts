import { endLikeC, type Syntax } from '../lexer.ts';
import { bracedBlocks, matchAll } from '../manifest-text.ts';
import { inHome, type PackageManager, type SetUpSteps } from '../packages.ts';
import type { ProjectFiles } from '../project-files.ts';

const endNested = endLikeC({ nests: true });

/** Also of Gradle's build files. A name in backticks may hold quotes, and is no string. */
export const kotlinSyntax: Syntax = {
  openers: /\/\/|\/\*|"""|"|'|`[^`\n]*`/,
  endOf: (opener, text, at) => (opener.startsWith('`') ? undefined : endNested(opener, text, at)),
};

export const mavenPackages: PackageManager = {
  manifests: [{ file: /^pom\.xml$/, dependencies: pomDependencies, testPart: pomTestPart }],
  setupInputs: ['pom.xml'],
  // Of packages that the project itself makes it finds none: what is not there is fetched by the tests.
  setup: (project) =>
    project.has('pom.xml')
      ? prefetch(`${wrapperOr(project, 'mvnw', 'mvn')} --batch-mode --quiet dependency:go-offline`)
      : undefined,
  caches: { usedBy: /^pom\.xml$/, places: [inHome('.m2/repository')] },
  fills: { folders: ['/target/'], where: 'pom.xml' },
};

export const gradlePackages: PackageManager = {
  manifests: [
    { file: /^build\.gradle(?:\.kts)?$/, dependencies: gradleDependencies, testPart: gradleTestPart },
    { file: /^settings\.gradle(?:\.kts)?$|^libs\.versions\.toml$/, dependencies: gradleDependencies },
  ],
  locks: [{ file: /^gradle\.lockfile$/, from: /^build\.gradle(?:\.kts)?$/ }],
  setupInputs: ['build.gradle', 'build.gradle.kts', 'gradle.lockfile'],
  setup: (project) =>
    project.has('build.gradle') || project.has('build.gradle.kts')
      ? prefetch(`${wrapperOr(project, 'gradlew', 'gradle')} --no-daemon --quiet dependencies`)
      : undefined,
  caches: {
    usedBy: /\.gradle(\.kts)?$/,
    places: ['caches', 'wrapper', 'daemon', 'native'].map((below) => ({
      variable: 'GRADLE_USER_HOME',
      otherwise: '.gradle',
      below,
      // Through the person's own daemon, one would be out of the sandbox.
      beginsEmpty: below === 'daemon',
    })),
  },
};

/** The project's own program, as its tests are run with. */
function wrapperOr(project: ProjectFiles, wrapper: string, program: string): string {
  return project.has(wrapper) ? `./${wrapper}` : program;
}

/** Fetches what it can. The tests say what is wrong with the rest: they fetch, too. */
function prefetch(line: string): SetUpSteps {
  return { line, rest: [`{ ${line} || true; }`] };
}

function pomDependencies(text: string): string[] {
  const plain = text.replaceAll(/<!--[\s\S]*?-->/g, '');
  return matchAll(plain, /<(?:dependency|plugin)>([\s\S]*?)<\/(?:dependency|plugin)>/g).flatMap((block) => {
    const [group = '', artifact] = [/<groupId>\s*([^<]+?)\s*</, /<artifactId>\s*([^<]+?)\s*</].map(
      (field) => field.exec(block)?.[1],
    );
    return artifact === undefined ? [] : [group === '' ? artifact : `${group}:${artifact}`];
  });
}

function pomTestPart(text: string): string {
  const plain = between(text, '<!--', '-->').outside;
  const testing = between(plain, '<plugin>', '</plugin>').inside.filter((one) => /surefire|failsafe|jacoco/.test(one));
  const settings = plain.match(/<(?:skipTests|maven\.test\.[\w.]+|surefire\.[\w.]+|testSourceDirectory)>[^<]*</g) ?? [];
  return [...testing, ...settings].map((one) => one.replaceAll(/\s+/g, ' ')).join('\n');
}

function between(text: string, begin: string, end: string): { readonly inside: string[]; readonly outside: string } {
  const [first = '', ...rest] = text.split(begin);
  const parts = rest.map((part) => {
    const at = part.indexOf(end);
    return at === -1 ? [part, ''] : [part.slice(0, at), part.slice(at + end.length)];
  });
  return {
    inside: parts.map(([inside = '']) => inside),
    outside: [first, ...parts.map(([, after = '']) => after)].join(''),
  };
}

function gradleDependencies(text: string): string[] {
  const coordinates = matchAll(text, /['"]([\w.-]+:[\w.-]+)(?::[^'"]*)?['"]/g);
  const named = [...text.matchAll(/group\s*[:=]\s*['"]([\w.-]+)['"]\s*,\s*name\s*[:=]\s*['"]([\w.-]+)['"]/g)];
  return [
    ...coordinates,
    ...named.map(([, group, name]) => `${group}:${name}`),
    ...matchAll(text, /\bid[ (]+['"]([\w.-]+)['"]/g),
    ...matchAll(text, /\b(libs\.[\w.]+)/g).filter((name) => !name.startsWith('libs.versions')),
  ];
}

function gradleTestPart(text: string): string {
  const begins = /(?:^|[\s.])(?:test|withType[<(]\s*Test\b[^{]{0,40}|named\([^{]{0,60})\s*\{/g;
  return bracedBlocks(kotlinSyntax, text, begins);
}
