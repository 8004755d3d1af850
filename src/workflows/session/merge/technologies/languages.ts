import type { Technology } from './technology.ts';

export const LANGUAGES: readonly Technology[] = [
  {
    name: 'Java',
    kind: 'language',
    also: ['자바'],
    files: /\.java$/,
    version:
      /languageVersion\.of\(|sourceCompatibility\s*=?\s*['"]?(?:JavaVersion\.VERSION_)?(?:1[._](?=\d))?|<(?:java\.version|maven\.compiler\.(?:release|source))>(?:1\.(?=\d))?/i,
  },
  { name: 'Kotlin', kind: 'language', also: ['코틀린'], files: /\.kt$/ },
  { name: 'Scala', kind: 'language', also: ['스칼라'], files: /\.scala$/ },
  { name: 'Groovy', kind: 'language', also: ['그루비'], files: /\.(groovy|gradle)$/ },
  { name: 'TypeScript', kind: 'language', also: ['타입스크립트'], files: /\.[cm]?tsx?$/, dependencies: 'typescript' },
  { name: 'JavaScript', kind: 'language', also: ['자바스크립트'], files: /\.[cm]?jsx?$/ },
  {
    name: 'Python',
    kind: 'language',
    also: ['파이썬'],
    files: /\.py$/,
    version: /^\s*(?:requires-python|python)\s*=\s*/m,
  },
  { name: 'Go', kind: 'language', also: ['Golang', '고랭'], word: true, files: /\.go$/, version: /^go\s+/m },
  { name: 'Rust', kind: 'language', also: ['러스트'], word: true, files: /\.rs$/ },
  { name: 'Ruby', kind: 'language', also: ['루비'], word: true, files: /\.rb$/ },
  { name: 'PHP', kind: 'language', files: /\.php$/ },
  { name: 'C#', kind: 'language', also: ['씨샵'], files: /\.cs$/ },
  { name: 'Swift', kind: 'language', also: ['스위프트'], word: true, files: /\.swift$/ },
  { name: 'Dart', kind: 'language', also: ['다트'], word: true, files: /\.dart$/ },
  { name: 'Elixir', kind: 'language', also: ['엘릭서'], word: true, files: /\.exs?$/ },
  {
    name: 'Node.js',
    kind: 'runtime',
    also: ['NodeJS', '노드JS', '노드제이에스'],
    files: /(^|\/)package\.json$/,
    version: /"node"\s*:\s*/,
  },
  { name: 'Deno', kind: 'runtime', files: /(^|\/)deno\.(jsonc?|lock)$/ },
  { name: 'Bun', kind: 'runtime', word: true, files: /(^|\/)bun\.lockb?$/ },
];
