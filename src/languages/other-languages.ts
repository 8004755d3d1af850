import { dotnetLibraryImport } from './csharp.ts';
import { jvmLibraryImport } from './java.ts';
import type { Language } from './language.ts';

/** Languages of which no more is known than how their tests and imports look. */
export const otherLanguages: readonly Language[] = [
  {
    name: 'scala',
    extension: /\.scala$/,
    testFiles: [/[^A-Z/](?:Tests?|TestCase|IT|Spec)\.scala$/],
    libraryImport: jvmLibraryImport,
  },
  {
    name: 'groovy',
    extension: /\.groovy$/,
    testFiles: [/[^A-Z/](?:Tests?|TestCase|IT|Spec)\.groovy$/],
    libraryImport: jvmLibraryImport,
  },
  { name: 'fsharp', extension: /\.fs$/, libraryImport: dotnetLibraryImport },
  { name: 'swift', extension: /\.swift$/, testFiles: [/[^A-Z/](?:Tests?|TestCase|IT|Spec)\.swift$/] },
  { name: 'dart', extension: /\.dart$/, testFiles: [/_(?:unit)?test\.dart$/], generated: /\.g\.dart$/i },
  { name: 'elixir', extension: /\.exs?$/, testFiles: [/_(?:unit)?test\.exs$/] },
  {
    name: 'c and c++',
    extension: /\.(?:c|cc|cpp|cxx)$/,
    testFiles: [/_(?:unit)?test\.(?:cc|cpp|cxx|c)$/, /(?:^|\/)test_[^/]*\.(?:c|cc|cpp)$/],
  },
];
