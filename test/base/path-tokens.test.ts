import { expect, test } from 'vitest';
import { pathTokens, proseAround } from '../../src/base/path-tokens.ts';

function told(text: string): string[] {
  return pathTokens(text).map(({ path, sure }) => (sure ? path : `${path}?`));
}

test.each<[string, string[]]>([
  ['Change src/cart/total.ts, and (tests/a.py).', ['src/cart/total.ts', 'tests/a.py']],
  ['인증 관련 코드는 auth/ 디렉토리에 있을 것', ['auth']],
  ['src/auth/login.ts에서 읽고 src/auth/의 파일과 src/api는 둔다', ['src/auth/login.ts', 'src/auth', 'src/api?']],
  ['everything below `src/db` and src/web/** but not ./lib/x.js', ['src/db', 'src/web', 'lib/x.js']],
  ['한글/파일.md를 고친다', ['한글/파일.md']],
  ['AController.java and package.json in Node.js', ['AController.java?', 'package.json?', 'Node.js?']],
  ['read/write and/or I/O over TCP/IP', ['read/write?', 'and/or?', 'I/O?', 'TCP/IP?']],
  ['GET /api/a, https://example.com/a/b.html and www.example.com/x', []],
  ['AService.getData and 3.5 and v1.2 …', []],
  ['../secret.txt and /etc/passwd and ~/.ssh/id and a//b', []],
  ['.github/workflows/ci.yml and .env', ['.github/workflows/ci.yml', '.env?']],
  ['application/vnd.api and @/pages/a.tsx and example.com/a/b.html and 2024/01/', []],
  ['한글/폴더/파일.ts와 Dockerfile을', ['한글/폴더/파일.ts', 'Dockerfile?']],
  ['src/@types/a.d.ts', ['src/@types/a.d.ts']],
  ['`login` and `Cart.total`', ['Cart.total?']],
])('%s', (text, found) => {
  expect(told(text)).toEqual(found);
});

test.each([
  ['src/auth/', 'folder'],
  ['Cart.java', 'file'],
  ['lib/x.js', 'file'],
  ['tailwind.config.js', 'file'],
  ['the Makefile', 'file'],
  ['src/api', 'unknown'],
  ['Node.js', 'unknown'],
  ['and/or', 'unknown'],
])('%s: %s', (text, kind) => {
  expect(pathTokens(text)).toMatchObject([{ kind }]);
});

test('what is said beside the paths', () => {
  const text = 'src/a.ts and src/a';
  expect(proseAround(pathTokens(text), text).split(/[\s,]+/)).toEqual(['', 'and', '']);
});

test('long and hostile sentences', () => {
  for (const text of ['/'.repeat(200_000), 'a/'.repeat(100_000), '`'.repeat(200_000), 'a.'.repeat(100_000)]) {
    expect(pathTokens(text).length).toBeLessThan(2);
  }
});
