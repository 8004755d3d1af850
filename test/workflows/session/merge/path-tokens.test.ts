import { expect, test } from 'vitest';
import { pathTokens } from '../../../../src/workflows/session/merge/path-tokens.ts';

test.each([
  ['auth/ 디렉토리에 있다', ['auth/']],
  ['auth/에 있다', ['auth/']],
  ['It is in src/main/java.', ['src/main/java']],
  ['(see `./src/a.ts`, AuthService.java)', ['src/a.ts', 'AuthService.java']],
  ['AuthService.java를 수정', ['AuthService.java']],
  ['.github/workflows/ci.yml runs', ['.github/workflows/ci.yml']],
  ['all **/*.test.ts files', ['**/*.test.ts']],
  ['app/[id]/page.tsx', ['app/[id]/page.tsx']],
  ['the Dockerfile', ['Dockerfile']],
])('%s names %s', (text, paths) => {
  expect(pathTokens(text).map(({ path }) => path)).toEqual(paths);
});

test.each([
  'the config folder',
  'GET /api/users/me',
  'https://example.com/a/b.html',
  'application/json',
  '@nestjs/core',
  'AService.getData returns',
  'version 1.2.3, 50 %',
  '.ts files',
  'e.g. this',
])('%s names no path', (text) => {
  expect(pathTokens(text)).toEqual([]);
});

test.each(['read/write', 'CI/CD', 'client/server', 'Backbone.js'])('%s is doubtful', (text) => {
  expect(pathTokens(text)).toMatchObject([{ path: text, doubtful: true }]);
});
