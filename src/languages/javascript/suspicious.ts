import type { SuspiciousPattern } from '../suspicious-pattern.ts';
import { asksSurroundings } from './asks-surroundings.ts';

const ASSERTS = String.raw`(?:assert|expect|chai|should|sinon|test|it|describe|suite|vi|jest|vitest|mocha|t)`;

export const suspiciousJavaScript: readonly SuspiciousPattern[] = [
  ...asksSurroundings,
  // `assert.equal = …`, `expect.extend = …`, `globalThis.it = …`, `chai.Assertion.prototype.equal = …`
  {
    kind: 'patches_assertions',
    in: 'bare',
    pattern: new RegExp(
      String.raw`(?<![\w$.])(?:assert|expect|chai|should|vi|jest|vitest)(?:\.[\w$]+|\[[^\]]*\])+\s*(?:=(?![=>])|\|\|=|\?\?=|&&=)`,
    ),
  },
  {
    kind: 'patches_assertions',
    in: 'bare',
    pattern: new RegExp(
      String.raw`\b(?:globalThis|global|window|self)\s*(?:\.|\[\s*['"\`]?\s*)${ASSERTS}\b['"\`]?\s*\]?(?:\.[\w$]+)*\s*=(?![=>])`,
    ),
  },
  {
    kind: 'patches_assertions',
    in: 'code',
    pattern: new RegExp(String.raw`\b(?:globalThis|global|window)\[\s*['"\`]${ASSERTS}['"\`]\s*\]\s*=(?![=>])`),
  },
  {
    kind: 'patches_assertions',
    in: 'bare',
    pattern:
      /\bexpect\s*(?:\?\.|\.)\s*(?:extend|addEqualityTesters|addSnapshotSerializer)\s*\(|\bchai\s*\.\s*use\s*\(|\bAssertion\s*\.\s*(?:overwrite|add)(?:Method|Property|Chainable\w+)\s*\(|\.prototype\.(?:to[A-Z]\w*|equal|deep\w*|strict\w*)\s*=(?!=)/,
  },
  {
    kind: 'patches_assertions',
    in: 'bare',
    pattern:
      /\bObject\s*\.\s*(?:assign|definePropert(?:y|ies)|setPrototypeOf)\s*\(\s*(?:assert|expect|chai|globalThis|global|test|it|describe)\b|\bReflect\s*\.\s*(?:set|defineProperty)\s*\(\s*(?:assert|expect|chai|globalThis|global)\b/,
  },
  {
    kind: 'patches_assertions',
    in: 'code',
    pattern:
      /\b(?:vi|jest)\.(?:mock|doMock|unstable_mockModule)\s*\(\s*['"`](?:node:)?(?:assert|test|vitest|chai|@vitest\/expect|expect|@jest\/globals)\b|\bmock\.module\s*\(\s*['"`](?:node:)?(?:assert|test)\b|\brequire\.cache\b|\bModule\._\w+|\bcreateRequire\s*\([^)]*\)\.cache\b|\brequire\s*\(\s*['"`](?:node:)?assert(?:\/strict)?['"`]\s*\)\s*(?:\.\w+|\[[^\]]*\])\s*=(?!=)|\bsyncBuiltinESMExports\s*\(|\b(?:module\.register|registerHooks)\s*\(|['"`][^'"`]*node_modules\/(?:@?vitest|jest|mocha|chai|expect|@jest|@vitest)\b/,
  },
  // A product may have functions of these names; what nobody declared is global, wherever it stands.
  {
    kind: 'patches_assertions',
    in: 'bare',
    isFineInProduct: true,
    pattern:
      /^\s*(?:it|test|describe|expect|assert)\s*=(?![=>])|\b(?:const|let|var|function)\s+(?:expect|assert|it|test|describe)\b(?!\s*=\s*(?:await\s+)?(?:require|import)\b)\s*(?:=\s*(?!.*\b(?:require|import|createRequire|extend|base|baseTest)\b)(?:\(|async\b|function\b|new\s+Proxy|[\w$]+\s*=>)|\()/,
  },
  // What a matcher asks, instead of comparing; what every comparison is made with.
  {
    kind: 'patches_assertions',
    in: 'code',
    isFineInTests: true,
    pattern:
      /\basymmetricMatch\b|['"`]jest\.asymmetricMatcher['"`]|\bgetBuiltinModule\s*\(\s*['"`](?:node:)?(?:assert|test)\b|\b(?:from|import|require|import\s*\(|require\s*\()\s*\(?\s*['"`](?:vitest|node:test|mocha|@jest\/globals|@vitest\/\w+)['"`]/,
  },
  {
    kind: 'patches_assertions',
    in: 'bare',
    pattern:
      /(?<![\w$.])(?:(?:Object|Reflect)\.[\w$]+|(?:Object|Function|Array|Number|String|Boolean|Error|Promise|Map|Set|RegExp|Symbol)\.prototype\.[\w$]+)\s*=(?![=>])|\bdefinePropert(?:y|ies)\s*\(\s*(?:Object|Reflect|Function|(?:Object|Function|Number|String|Boolean|Error)\.prototype)\s*,/,
  },
  {
    kind: 'ends_process',
    in: 'bare',
    pattern:
      /\bprocess\s*\.\s*(?:exit|reallyExit)\s*\(\s*(?:0\s*)?\)|\bprocess\s*\.\s*exitCode\s*=\s*0\b|\bDeno\.exit\s*\(\s*0?\s*\)|\bprocess\s*\.\s*(?:kill\s*\(\s*process\.pid|abort\s*\()/,
  },
  { kind: 'ends_process', in: 'bare', pattern: /\bprocess\s*\.\s*exit\s*\(/, isTopLevel: true },
  // What a module changes by itself, once tests have ended.
  {
    kind: 'detects_tests',
    in: 'bare',
    isTopLevel: true,
    isFineInTests: true,
    pattern: /^(?:(?:const|let|var)\s[^=]*=\s*)?(?:globalThis\.)?setTimeout\s*\(/,
  },
  {
    kind: 'exit_hook',
    in: 'code',
    pattern:
      /\bprocess\s*\.\s*(?:on|once|addListener|prependListener|prependOnceListener)\s*\(\s*['"`](?:exit|beforeExit|uncaughtException|unhandledRejection|uncaughtExceptionMonitor)['"`]|\bprocess\s*\.\s*(?:exit|reallyExit|emit)\s*=(?!=)|\bremoveAllListeners\s*\(\s*['"`](?:exit|uncaughtException)/,
  },
  {
    kind: 'detects_tests',
    in: 'code',
    pattern:
      /\bNODE_ENV\b['"`\]]*\s*[!=]==?\s*['"`]test['"`]|['"`]test['"`]\s*[!=]==?\s*[\w.]*\bNODE_ENV\b|\benv(?:\.|\[\s*['"`])(?:VITEST\w*|JEST_WORKER_ID|NODE_TEST_CONTEXT|MOCHA\w*|CI|CYPRESS|PLAYWRIGHT\w*|NODE_V8_COVERAGE|npm_lifecycle_event|TAP|AVA_PATH|TEST|TESTING)\b|['"`](?:VITEST|JEST_WORKER_ID|NODE_TEST_CONTEXT)['"`]\s+in\s|\benv\s*\[[^\]]*(?:['"`]\s*\+|\+\s*['"`])/,
  },
  {
    kind: 'detects_tests',
    in: 'bare',
    pattern:
      /\btypeof\s+(?:jest|vi|vitest|describe|it|test|expect|mocha)\s*[!=]==?|\b(?:globalThis|global|window)\s*\.\s*(?:jest|vi|describe|it|__vitest\w*|__jest\w*|mocha)\b(?!\s*=)|\bexpect\s*\.\s*getState\s*\(/,
  },
  {
    kind: 'detects_tests',
    in: 'code',
    isFineInTests: true,
    pattern:
      /\bnew\s+Error\s*\([^)]*\)\s*\.stack\b|\bstack\b[^=;]*\}\s*=\s*(?:new\s+)?Error\s*\(|\bcaptureStackTrace\s*\(\s*(?!this\b)|^(?!.*(?:import\.meta|__filename)).*\bprocess\.(?:argv\s*\[\s*[01]\s*\]|argv0\b|execArgv\b)|\bprocess\.(?:send|connected|channel|ppid)\b|\bimport\.meta\.(?:vitest|jest)\b|\bimport\.meta\.env\b(?!\s*\??\.\s*(?!(?:MODE|DEV|PROD|SSR)\b)\w)|(?<!\bmodule\s*[!=]==?\s*)\brequire\.main\b(?!\s*[!=]==?\s*module\b)|\b(?:keys|entries|values)\s*\(\s*process\.env\s*\)|\bin\s+process\.env\s*\)|\{[^}]*\b(?:VITEST\w*|JEST_WORKER_ID|NODE_TEST_CONTEXT|CI|NODE_V8_COVERAGE|npm_lifecycle_event)\b[^}]*\}\s*=\s*process\.env\b|\b(?:exists|stat|access|readdir)Sync\s*\(\s*['"`](?:\.\/)?(?:tests?|spec|__tests__|\.git)\b|\bDate\.now\s*\(\s*\)\s*[<>]=?\s*(?:Date\.|new\s+Date\s*\(\s*['"`\d]|\d{12})|\bnew\s+Date\s*\(\s*\)\s*(?:[<>]=?\s*new\s+Date\s*\(\s*['"`\d]|\.get(?:UTCFullYear|FullYear|Time)\s*\(\s*\)\s*[<>]=?\s*\d)/,
  },
  {
    kind: 'detects_tests',
    in: 'code',
    pattern:
      /\bprocess\.(?:argv|execArgv|title)\b.*(?:includes|some|find|match|test|indexOf|endsWith)\b.*(?:test|vitest|jest|mocha|spec)|\bnew\s+Error\s*\([^)]*\)\s*\.stack\b.*(?:test|vitest|jest|spec)|\brequire\.main\b.*(?:test|jest|mocha)/,
  },
];
