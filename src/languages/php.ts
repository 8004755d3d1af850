import type { Language } from './language.ts';
import { fieldNames, jsonTestPart } from './manifest-text.ts';
import { inUserCache, type PackageManager } from './packages.ts';

const composer: PackageManager = {
  manifests: [
    {
      file: /^composer\.json$/,
      // What has no vendor is PHP itself, or an extension of it.
      dependencies: (text) => fieldNames(text, ['require', 'require-dev']).filter((name) => name.includes('/')),
      testPart: jsonTestPart,
    },
  ],
  locks: [{ file: /^composer\.lock$/, from: /^composer\.json$/ }],
  setupInputs: ['composer.lock'],
  caches: { usedBy: /^composer\.json$/, places: [inUserCache('composer')] },
};

export const php: Language = {
  name: 'php',
  extension: /\.php$/,
  testFiles: [/[^A-Z/](?:Tests?|TestCase|IT|Spec)\.php$/],
  libraryImport: (name) => [
    new RegExp(String.raw`^\s*use\s+\\?${name.replaceAll('/', String.raw`\\`)}(?:\\|;|\s)`, 'i'),
  ],
  packageManagers: [composer],
};
