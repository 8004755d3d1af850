import { declaredTypes, displayNames, jvmLibraryImport } from './java.ts';
import { kotlinSyntax } from './java/packages.ts';
import { jvmReferences } from './java/references.ts';
import { suspiciousJvm } from './java/suspicious.ts';
import type { Language } from './language.ts';
import { matchNames, matchStrings } from './source.ts';

/** Its packages are Java's. */
export const kotlin: Language = {
  name: 'kotlin',
  extension: /\.kts?$/,
  reader: {
    syntax: kotlinSyntax,
    testTitles: (source) => [
      ...matchNames(source, /\bfun\s+(?:`([^`\n]+)`|([\p{L}_][\p{L}\p{N}_]*))\s*\(/gu),
      ...displayNames(source),
      // Kotest.
      ...matchStrings(source, /\b(?:test|should|it|describe|context|scenario|feature|expect)\s*\(\s*(")/g),
    ],
    declaredNames: (source) => [...declaredTypes(source), ...matchNames(source, OUTERMOST)],
    findReferences: jvmReferences,
  },
  testFiles: [/[^A-Z/](?:Tests?|TestCase|IT|Spec)\.kts?$/],
  libraryImport: jvmLibraryImport,
  missing: [[/[Uu]nresolved reference:? ['"]?([\p{L}\p{N}_]+)/gu, 'symbol']],
  suspicious: suspiciousJvm,
};

/** What stands at the outermost level. */
const OUTERMOST =
  /^(?:(?:public|internal|inline|suspend|const|lateinit|operator|infix)\s+)*(?:fun|val|var)\s+(?:<[^>\n]*>\s*)?(?:[\p{L}\p{N}_.<>]+\.)?([\p{L}_][\p{L}\p{N}_]*)/gmu;
