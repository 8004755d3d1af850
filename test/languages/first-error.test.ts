import { expect, test } from 'vitest';
import { findSetUpError } from '../../src/languages/first-error.ts';

const NPM_CI = `npm warn config something
npm error code EUSAGE
npm error
npm error \`npm ci\` can only install packages when your package.json and package-lock.json are in sync.
npm error
npm error Missing: left-pad@1.3.0 from lock file
npm error
npm error Clean install a project
npm error
npm error Usage:
npm error npm ci
npm error A complete log of this run can be found in: /root/.npm/_logs/x.log`;

const NPM_404 = `npm error code E404
npm error 404 Not Found - GET https://example.org/no-such-package
npm error 404
npm error 404  The requested resource 'no-such-package@1.3.0' could not be found
npm error A complete log of this run can be found in: /root/.npm/_logs/x.log`;

const NPM_SCRIPT = `npm error code 1
npm error path /w/node_modules/native
npm error command failed
npm error command sh -c node build.js
npm error node:internal/modules/cjs/loader:1143
npm error Error: Cannot find module '/w/node_modules/native/build.js'`;

test.each([
  ['a lock file that lacks a package', NPM_CI, 'Missing: left-pad@1.3.0 from lock file'],
  ['a package that is not there', NPM_404, '404 Not Found - GET https://example.org/no-such-package'],
  ['a script of a package', NPM_SCRIPT, "Cannot find module '/w/node_modules/native/build.js'"],
  [
    'pnpm',
    'Scope: all 3 projects\n ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"\n\nNote that',
    'ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile"',
  ],
  [
    'yarn 1',
    'yarn install v1.22\ninfo x\nerror Couldn\'t find package "nope" on the registry.\ninfo Visit',
    'Couldn\'t find package "nope" on the registry.',
  ],
  [
    'yarn 4',
    '➤ YN0000: · Yarn\n➤ YN0028: │ The lockfile would have been modified\n➤ YN0000: Failed',
    'YN0028: │ The lockfile would have been modified',
  ],
  [
    'pip',
    'Collecting nope==9\nERROR: Could not find a version that satisfies the requirement nope==9\nERROR: No matching distribution',
    'Could not find a version that satisfies the requirement nope==9',
  ],
  [
    'uv',
    'Using CPython 3.12\nerror: Failed to parse: `pyproject.toml`\n  Caused by: TOML',
    'Failed to parse: `pyproject.toml`',
  ],
  [
    'cargo',
    '    Updating crates.io index\nerror: no matching package named `nope` found',
    'no matching package named `nope` found',
  ],
  ['go', 'go: downloading x v1\ngo: example.org/nope@v1.0.0: reading: 404', 'example.org/nope@v1.0.0: reading: 404'],
  ['maven', '[INFO] Scanning\n[ERROR] Failed to execute goal on project x', 'Failed to execute goal on project x'],
  [
    'gradle',
    "FAILURE: Build failed\n\n* What went wrong:\nCould not resolve all files for configuration ':x'.\n\n* Try:",
    "Could not resolve all files for configuration ':x'.",
  ],
  ['dotnet', 'app.csproj : error NU1101: Unable to find package Nope.', 'NU1101: Unable to find package Nope.'],
  ['a program that is not there', 'sh: 1: uv: not found', 'uv: not found'],
  ['nothing that is known', 'something\nelse', undefined],
])('%s', (_, printed, line) => {
  expect(findSetUpError(printed)?.line).toBe(line);
});

test('what follows the line is kept, and neither usage nor warnings are', () => {
  const { text = '' } = findSetUpError(NPM_404) ?? {};
  expect(text).toContain('could not be found');
  expect(text).not.toContain('complete log');
  expect(findSetUpError(NPM_CI)?.text).toBe('Missing: left-pad@1.3.0 from lock file');
});
