import type { SuspiciousPattern } from '../suspicious-pattern.ts';

const BUILT_IN = String.raw`(?:Object|Reflect|Function|Array|Number|String|Boolean|Error(?=\.prototype)|Promise|Map|Set|RegExp|Symbol|Math|JSON|Date|BigInt|Buffer|(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array|Float\d+Array)`;
const GLOBALS = String.raw`(?:describe|it|test|expect|suite|beforeEach|afterEach|jest|vi|vitest|mocha|__vitest\w*|__jest\w*)`;
const SOUGHT = String.raw`(?:includes|match|matchAll|search|indexOf|some|find|startsWith)`;

/** One way each, in which code can find out who runs it. */
const WAYS: readonly RegExp[] = [
  // Who calls: a stack that is searched rather than shown.
  new RegExp(
    String.raw`\.stack\b\s*\??\.\s*(?:split\s*\([^)]*\)[^;]*(?:\.length\s*[<>!=]|\.\s*${SOUGHT}\s*\()|${SOUGHT}\s*\()|\.test\s*\(\s*[\w$.]+\.stack\b`,
  ),
  /\bnew\s+Error\s*\)\s*\.stack\b|(?<!new\s+)\bError\s*\([^)]*\)\s*\.stack\b|\bError\.(?:prepareStackTrace|stackTraceLimit)\b|\bgetCallSites?\b|\barguments\.callee\b|(?<![\w$])(?!this\b)[\w$]+\.caller\b(?!\s*[:=(])/,
  // What was started, and what is loaded.
  /\bprocess\s*\.\s*(?:moduleLoadList|report\b|binding|getActiveResourcesInfo|listenerCount|listeners|rawListeners|eventNames|hasUncaughtExceptionCaptureCallback|debugPort|domain|permission|features|_\w+)\b|\b(?:listenerCount|getEventListeners)\s*\(\s*process\b|\/proc\/[^'"`]*\b(?:cmdline|environ|comm|exe|status|cgroup|mountinfo|mounts)\b|\bimport\s*\{[^}]*\b(?:ppid|execArgv|argv0|moduleLoadList)\b[^}]*\}\s*from\s*['"](?:node:)?process['"]/,
  /\[\s*(?:[\w$]+\s*,|,\s*[\w$]+)[^\]]*\]\s*=\s*process\.argv\b(?!\s*\??\.)/,
  // Variables that runners and package managers set, under their own names and put together.
  /\b(?:NODE_TEST_CONTEXT|NODE_TEST_WORKER_ID|JEST_WORKER_ID|VITEST_(?:WORKER_ID|POOL_ID|MODE)|PYTEST_CURRENT_TEST)\b|\benv(?:\.|\[\s*['"`])(?:npm_\w+|INIT_CWD|NODE_OPTIONS)\b/,
  // Whether this is production: what is not tested there is.
  /\benv(?:\.|\[\s*['"`])(?:[A-Z]+_)*ENV(?:IRONMENT)?\b(?!['"`\]]*\s*(?:\?\?|\|\||&&)?=(?!=))|\{[^}]*\b(?:[A-Z]+_)*ENV(?:IRONMENT)?\b[^}]*\}\s*=\s*process\.env\b/,
  /\benv\s*\[\s*(?:\[|Buffer\b|atob\b|String\.|['"][^'"]*['"]\s*[^\s\]]|`[^`]*\$\{\s*['"`])/,
  /\b(?:stringify|ownKeys|getOwnPropertyNames|hasOwn|has|hasOwnProperty\.call|inspect|String)\s*\(\s*process\.env\b|\bin\s+\{\s*\.\.\.process\.env\s*\}/,
  // Who asked for the module, and which world or call it runs in.
  /\bmodule\.(?:parent|children)\b|\bprocess\.mainModule\b(?!\s*[!=]==?\s*module\b)|\b(?:executionAsyncId|triggerAsyncId|executionAsyncResource)\b|\bgetPrototypeOf\s*\(\s*process\b|\bprocess(?:\.\w+)?\s+instanceof\b|\bprocess(?:\.\w+)?\.(?:constructor|__proto__)\b/,
  // What only whoever develops it has installed.
  /(?<!cache\s*\[\s*require\.)\bresolve\s*\(\s*['"`](?:vitest|jest|mocha|chai|ava|tap|jasmine|cypress|@(?:vitest|jest|playwright)\/)/,
  // Functions that runners make global.
  /\b__(?:vitest|vite_ssr|jest|mocha|playwright|cypress)\w*|\bnumber_of_native_contexts\b|\bcatch\s*\(\s*\{[^}]*\bstack\b|\btypeof\s+(?:before|after)(?:Each|All)\b|['"`/][^'"`]*\b(?:jsdom|happy-?dom)\b/i,
  new RegExp(
    String.raw`['"\`]${GLOBALS}['"\`]\s+in\s+(?:globalThis|global|window|self)\b|\b(?:globalThis|global)\s*(?:\?\.\s*)?\[\s*['"\`]${GLOBALS}['"\`]\s*\](?!\s*=[^=])|\b(?:globalThis|global)\s*\?\.\s*${GLOBALS}\b|\b(?:hasOwn|has|get)\s*\(\s*(?:globalThis|global)\s*,\s*['"\`]${GLOBALS}['"\`]|\b(?:getOwnProperty\w+|ownKeys|keys|entries|values)\s*\(\s*(?:globalThis|global)\s*\)`,
  ),
  // Where it lies, on whose machine, since when.
  new RegExp(
    String.raw`(?:\bprocess\.cwd\s*\(\s*\)|\b__(?:dir|file)name|\bimport\.meta\.(?:url|dirname|filename))\s*\.\s*(?:${SOUGHT})\s*\(\s*(?!['"\`]file:)|\bos\.(?:homedir|hostname|userInfo|tmpdir)\s*\(\s*\)[^;]*(?:[!=]==?|\.\s*${SOUGHT}\s*\()|\benv\.(?:HOME|PATH|PWD|OLDPWD|TMPDIR|TMP|TEMP|USER|LOGNAME|SHELL|SHLVL|_)\b\s*(?:[!=]==?|\??\.\s*${SOUGHT}\s*\()`,
  ),
  /\b(?:process\.uptime|performance\.now)\s*\(\s*\)\s*[<>]=?\s*[\d_]+/,
  // The files of the tests.
  /\b(?:exists|stat|lstat|access|readdir|readFile|open)(?:Sync)?\s*\([^;]*['"`/](?:tests?|__tests__)(?:['"`/]|\/[^'"`]*['"`])|\b(?:exists|stat|readFile)(?:Sync)?\s*\([^;]*\.(?:test|spec)\.[cm]?[jt]sx?['"`]/,
  // Code that nobody can read before it runs.
  /(?<![\w$.])eval\s*\(|\.constructor\s*\(\s*['"`]|\b(?:from|import)\s*\(?\s*['"`]data:|\bnew\s+Function\s*\(|\bvm\s*\.\s*(?:runIn\w+|Script|compileFunction)\b|\b(?:import|require|getBuiltinModule)\s*\(\s*['"`](?!\.{0,2}\/)[^'"`/]*['"`]\s*\+|\b(?:import|require|getBuiltinModule)\s*\(\s*`(?!\.{0,2}\/)[^`]*\$\{/,
  // How it was compiled.
  /=>[^=;]*\)\.toString\s*\(|\bFunction\.prototype\.toString\.call\s*\(|\bString\s*\(\s*\(?[\w$,\s]*\)?\s*=>/,
];

/** Everyday code in tests. */
export const asksSurroundings: readonly SuspiciousPattern[] = [
  ...WAYS.map((pattern): SuspiciousPattern => ({ kind: 'detects_tests', in: 'code', isFineInTests: true, pattern })),
  // What tests are made of.
  {
    kind: 'patches_assertions',
    in: 'code',
    isFineInTests: true,
    pattern:
      /(?:\bfrom|\bimport|\brequire|\bimport\s*\(|\brequire\s*\()\s*\(?\s*['"`]\.{1,2}\/(?:[^'"`]*\/)?(?:tests?|__tests__|__fixtures__)\//,
  },
  // What comparisons of every library are made of, and where runners write to.
  {
    kind: 'patches_assertions',
    in: 'code',
    isFineInTests: true,
    pattern:
      /(?<![\w$.])(?:Object|Function|Array|Number|String|Boolean|Error|Promise|Map|Set|RegExp|Symbol)\.prototype\s*\[[^\]]*\]\s*=(?![=>])|\bdefinePropert(?:y|ies)\s*\(\s*(?:Array|Map|Set|RegExp|Symbol|Promise)\.prototype\s*,|\b(?:globalThis|global)\s*\.\s*(?:Object|Array|Error|Map|Set|Promise|Reflect|Symbol|Proxy|Number|String|Boolean)\s*=(?![=>])|\bprocess\s*\.\s*(?:stdout|stderr)\s*\.\s*write\s*=(?![=>])|['"`]asymmetric/,
  },
  // `Math.abs = …`, `Object.assign(Object, …)`, `Date.__defineGetter__(…)`; what is missing may be added.
  {
    kind: 'patches_assertions',
    in: 'bare',
    isFineInTests: true,
    pattern: new RegExp(
      String.raw`(?<![\w$.])${BUILT_IN}(?:\.prototype)?(?:\.[\w$]+|\s*\[[^\]]*\])\s*=(?![=>])|\bObject\.(?:assign|definePropert(?:y|ies)|setPrototypeOf)\s*\(\s*${BUILT_IN}(?:\.prototype)?\s*,|\bReflect\.(?:set|defineProperty|setPrototypeOf)\s*\(\s*${BUILT_IN}(?:\.prototype)?\s*,|(?<![\w$.])${BUILT_IN}(?:\.prototype)?\.__define[GS]etter__\s*\(`,
    ),
  },
  // The names of assertions, whatever they are taken from.
  {
    kind: 'patches_assertions',
    in: 'code',
    isFineInTests: true,
    pattern:
      /\.(?:to(?:Be|Equal|StrictEqual|Match|Throw|Contain)\w*|(?:not)?(?:[sS]trict|[dD]eep|[dD]eepStrict)Equal)\s*=(?![=>])|\bSymbol\.for\s*\(\s*['"`][^'"`]*(?:jest|vitest|matchers|expect|mocha)/,
  },
  {
    kind: 'exit_hook',
    in: 'code',
    isFineInTests: true,
    pattern: /\b(?:defineProperty|set)\s*\(\s*process\s*,\s*['"`](?:exitCode|exit|reallyExit)['"`]/,
  },
];
