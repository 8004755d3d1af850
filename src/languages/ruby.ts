import type { Language } from './language.ts';
import { matchAll } from './manifest-text.ts';
import { inHome, type PackageManager } from './packages.ts';

const bundler: PackageManager = {
  manifests: [
    {
      file: /^Gemfile$|\.gemspec$/,
      dependencies: (text) => matchAll(text, /^\s*(?:gem|\w+\.add(?:_\w+)?_dependency)[ (]+['"]([^'"]+)['"]/gm),
    },
  ],
  locks: [{ file: /^Gemfile\.lock$/, from: /^Gemfile$|\.gemspec$/ }],
  setupInputs: ['Gemfile.lock'],
  caches: { usedBy: /^Gemfile$/, places: [inHome('.bundle/cache')] },
};

export const ruby: Language = {
  name: 'ruby',
  extension: /\.rb$/,
  testFiles: [/_(?:spec|test)\.rb$/],
  libraryImport: (name) => [new RegExp(String.raw`^\s*require\s*\(?\s*['"]${name}(?:/[^'"]*)?['"]`)],
  packageManagers: [bundler],
};
