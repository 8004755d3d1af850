import { expect, test } from 'vitest';
import { isImportOf, languageOf } from '../../src/languages/known-languages.ts';

test.each([
  ['const a: any = 1', 'any'],
  ['f(x as any)', 'any'],
  ['let a: Record<string, any>;', 'any'],
  ['let a: any[] = []', 'any'],
  ['type A = any;', 'any'],
  ['f<any>()', 'any'],
  ['/* @ts-nocheck */', '@ts-nocheck'],
  ["const a = 'x: any';", undefined],
  ['// of any kind: any', undefined],
  ['const a = { any: 1 };', undefined],
  ['const any = 1; f(a, any.b)', undefined],
  ['let company: Company;', undefined],
  ['let many: anything;', undefined],
  ['// @ts-expect-error -- here it is wanted', undefined],
])('TypeScript: %s → %s', (text, found) => {
  expect(languageOf('a.ts')?.types?.untypedIn('a.ts', { text, after: [] })).toBe(found);
});

test.each([
  ['def f(a: int) -> int:', undefined],
  ['def f(a) -> int:', 'def f'],
  ['def f(a: int):', 'def f'],
  ['    def f(self, *args: str, b: dict[str, int] = {}) -> None:', undefined],
  ['    async def f(self, **options) -> None:', 'def f'],
  ['    def __init__(self, a: int):', undefined],
  ['# def f(a):', undefined],
])('Python: %s → %s', (text, found) => {
  expect(languageOf('a.py')?.types?.untypedIn('a.py', { text, after: [] })).toBe(found);
});

test.each([
  ['a.ts', "const x = require('lodash')", 'lodash', true],
  ['a.ts', "await import('@scope/lib/sub')", '@scope/lib', true],
  ['a.ts', "import x from './lodash'", 'lodash', false],
  ['a.py', 'import os, requests', 'requests', true],
  ['a.py', 'from requests.auth import X', 'requests', true],
  ['a.py', 'import requests_mock', 'requests', false],
  ['a.go', '\tgin "github.com/gin-gonic/gin"', 'github.com/gin-gonic/gin', true],
  ['a.rs', 'use serde_json::Value;', 'serde-json', true],
  ['A.java', 'import org.joda.time.DateTime;', 'org.joda.time', true],
  ['A.cs', 'using Newtonsoft.Json.Linq;', 'Newtonsoft.Json', true],
  ['a.rb', "require 'faraday'", 'faraday', true],
])('%s: %s brings in %s: %s', (path, line, library, isSo) => {
  expect(isImportOf(path, line, library)).toBe(isSo);
});
