import type { Language } from './language.ts';
import { isRecord } from '../base/json.ts';
import { parseJson } from '../base/json.ts';
import { dependencyParts, entryParts, type FilePart, type PartContext, toContent } from './file-parts.ts';
import { fieldNames, jsonTestPart, TEST_SCRIPT } from './manifest-text.ts';
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
  splitFiles: [{ file: /(?:^|\/)composer\.json$/, split: composerParts, holds: 'test_script' }],
};

function composerParts(text: string, context: PartContext): FilePart[] | undefined {
  const manifest = parseJson(text);
  if (!isRecord(manifest)) return undefined;
  return Object.entries(manifest).flatMap(([key, value]): FilePart[] => {
    if (key === 'scripts' && isRecord(value)) {
      return entryParts(
        value,
        (name) => `scripts.${name}`,
        (name) => (AROUND_INSTALLS.test(name) ? 'install_script' : TEST_SCRIPT.test(name) ? 'test_script' : 'product'),
      );
    }
    if (/^require(?:-dev)?$/.test(key) && isRecord(value)) return dependencyParts(key, value, context);
    const own =
      key === 'repositories' || key === 'config'
        ? 'package_manager'
        : key === 'autoload-dev'
          ? 'resolution'
          : 'product';
    return [{ class: own, part: key, content: toContent(value) }];
  });
}

const AROUND_INSTALLS = /^(?:pre|post)-(?:install|update|autoload|package|root|create|file|pool)/;
