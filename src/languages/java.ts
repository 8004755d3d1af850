import { gradlePackages, mavenPackages } from './java/packages.ts';
import { jvmReferences } from './java/references.ts';
import type { Language } from './language.ts';
import { endLikeC } from './lexer.ts';
import { suspiciousJvm } from './java/suspicious.ts';
import { matchNames, matchStrings, type SourceText } from './source.ts';

export const java: Language = {
  name: 'java',
  extension: /\.java$/,
  reader: {
    syntax: { openers: /\/\/|\/\*|"""|"|'/, endOf: endLikeC({ nests: false }) },
    testTitles: (source) => [...methodNames(source), ...displayNames(source)],
    declaredNames: declaredTypes,
    findReferences: jvmReferences,
  },
  testFiles: [
    // A class of tests is named after what it tests.
    /[^A-Z/](?:Tests?|TestCase|IT|Spec)\.java$/,
    // The folders of Maven and Gradle, whatever is in them.
    /(?:^|\/)src\/\w*[tT]est\w*\/(?:java|kotlin|scala|groovy|resources)\//,
  ],
  libraryImport: jvmLibraryImport,
  missing: [
    [/\bsymbol:\s+(?:class|interface|method|variable|static|enum)\s+([\p{L}\p{N}_$]+)/gu, 'symbol'],
    [/\bpackage ([\w.]+) does not exist/g, 'dotted module'],
  ],
  syntaxErrors: [
    /error: (?:';' expected|reached end of file|class, interface|illegal start|not a statement|'\)' expected)/,
    /\.java:\[\d+,\d+\] (?:';' expected|reached end of file|class, interface|illegal start|not a statement|'\)' expected)/,
  ],
  packageManagers: [mavenPackages, gradlePackages],
  suspicious: suspiciousJvm,
};

/** A type, a name, a list of parameters, and a body. */
export function methodNames(source: SourceText): string[] {
  const method =
    /[\p{L}\p{N}_>\]?]\s+([\p{L}_][\p{L}\p{N}_]*)\s*\([^(){};]{0,500}\)\s*(?:throws\s[\p{L}\p{N}_.,\s]{0,300})?\{/gu;
  return matchNames(source, method).filter((name) => !STATEMENTS.has(name));
}

/** They look like methods. */
const STATEMENTS = new Set(['if', 'for', 'while', 'switch', 'catch', 'synchronized', 'using', 'lock', 'foreach']);

/** Of JUnit. */
export function displayNames(source: SourceText): string[] {
  return matchStrings(source, /@DisplayName\s*\(\s*(?:value\s*=\s*)?(")/g);
}

/** Anywhere in a source. */
export function declaredTypes(source: SourceText): string[] {
  return matchNames(source, /\b(?:class|interface|enum|record|object|typealias)\s+([\p{L}_][\p{L}\p{N}_]*)/gu);
}

export function jvmLibraryImport(name: string): RegExp[] {
  return [new RegExp(String.raw`^\s*import\s+(?:static\s+)?${name}(?:\.|;|\s|$)`)];
}
