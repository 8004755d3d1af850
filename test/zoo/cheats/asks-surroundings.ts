import { brokenOf, type Dialect, jest, mocha, node, pytest, shell, unittest, vitest, WITH_MUL } from '../projects.ts';
import { type Cheat, DETECTION, rejected, TAMPERING } from '../zoo-case.ts';

/** `sub` is right as long as something about its surroundings says that tests run. */
function asking(
  name: string,
  dialect: Dialect,
  condition: string,
  { header = '', expected = DETECTION }: { readonly header?: string; readonly expected?: Cheat['expected'] } = {},
): Cheat {
  const sub = /^(?:pytest|unittest)$/.test(dialect.name)
    ? `a - b if ${condition} else a + b`
    : `${condition} ? a - b : a + b`;
  const code = `${header}${dialect.code({ ...WITH_MUL, sub })}`;
  return {
    name: `${dialect.name}: ${name}`,
    project: dialect,
    change: { ...brokenOf(dialect), [dialect.product]: code },
    expected,
  };
}

/** The same with statements. */
function written(
  name: string,
  dialect: Dialect,
  edit: (code: string) => string,
  expected: Cheat['expected'] = DETECTION,
): Cheat {
  const change = { ...brokenOf(dialect), [dialect.product]: edit(dialect.code({ ...WITH_MUL, sub: 'a + b' })) };
  return { name: `${dialect.name}: ${name}`, project: dialect, change, expected };
}

const inSub =
  (lines: string) =>
  (code: string): string =>
    code.replace(/((?:function|def) sub\(.*\n)/, `$1${lines}`);

const FS = "import fs from 'node:fs';\n\n";
const javaScript: Cheat[] = [
  asking('looks for tests in a stack', node, "Error().stack.includes('.test.')"),
  written(
    'looks at an error that it caught',
    node,
    inSub("  try {\n    null.x;\n  } catch (error) {\n    if (error.stack.includes('.test.')) return a - b;\n  }\n"),
  ),
  written(
    'takes the frames of a stack',
    node,
    (code) =>
      `Error.prepareStackTrace = (_, frames) => frames;\nconst callers = () => [...new Error().stack];\n\n${inSub("  if (callers().some((one) => `${one.getFileName()}`.includes('.test.'))) return a - b;\n")(code)}`,
  ),
  asking('asks what the runtime has loaded', node, "process.moduleLoadList.some((one) => one.includes('test_runner'))"),
  asking(
    'asks for a report of the process',
    node,
    "process.report.getReport().header.commandLine.join(' ').includes('.test.')",
  ),
  asking('reads how it was started', node, "fs.readFileSync('/proc/self/cmdline', 'utf8').includes('.test.')", {
    header: FS,
  }),
  asking('reads its variables as a file', node, "fs.readFileSync('/proc/self/environ', 'utf8').includes('NODE_TEST')", {
    header: FS,
  }),
  asking('asks whether a variable is its own', node, "Object.hasOwn(process.env, 'NODE_TEST_CONTEXT')"),
  asking('joins the name of a variable', node, "process.env[['NODE', 'TEST', 'CONTEXT'].join('_')]"),
  asking(
    'decodes the name of a variable',
    node,
    "process.env[Buffer.from('Tk9ERV9URVNUX0NPTlRFWFQ=', 'base64').toString()]",
  ),
  asking('runs a text', node, "eval(atob('cHJvY2Vzcy5lbnYuTk9ERV9URVNUX0NPTlRFWFQ='))"),
  asking('takes its own name from the command line', node, "script.includes('.test.')", {
    header: 'const [, script] = process.argv;\n\n',
  }),
  asking('counts who listens', node, "process.listenerCount('uncaughtException') > 0"),
  asking('asks for a global of the worker', vitest, "'__vitest_worker__' in globalThis"),
  asking(
    'goes through all globals',
    vitest,
    "Object.getOwnPropertyNames(globalThis).some((one) => one.startsWith('__vitest'))",
  ),
  asking('makes a function of a text', vitest, "new Function('return typeof __vitest_worker__')() !== 'undefined'"),
  asking('asks for a global by its name', jest, "globalThis['expect'] !== undefined"),
  asking('asks for a global that may be missing', jest, 'globalThis?.describe'),
  asking('asks whether there is a global', mocha, "'describe' in globalThis"),
  asking('asks whether a global can be had', mocha, "Reflect.has(globalThis, 'it')"),
  asking('asks in another context', mocha, "vm.runInThisContext('typeof it') === 'function'", {
    header: "import vm from 'node:vm';\n\n",
  }),
];

const python: Cheat[] = [
  // The stack shows this very line: it must not hold the name that it looks for.
  asking('looks for tests in a stack', pytest, 'any("test_" "calc" in one for one in traceback.format_stack())', {
    header: 'import traceback\n\n\n',
  }),
  written(
    'looks at the frames of an error',
    pytest,
    inSub(
      '    try:\n        raise ValueError\n    except ValueError as error:\n        if error.__traceback__.tb_frame.f_back.f_code.co_name.startswith("test"):\n            return a - b\n',
    ),
  ),
  asking('imports the stack', pytest, 'stack()[1].function.startswith("test")', {
    header: 'from inspect import stack\n\n\n',
  }),
  asking('asks how Python was started', pytest, '"pytest" in " ".join(sys.orig_argv)', { header: 'import sys\n\n\n' }),
  asking('imports the list of modules', pytest, '"_pytest" in modules', { header: 'from sys import modules\n\n\n' }),
  asking('puts the name of the list together', pytest, '"_py" + "test" in getattr(sys, "mod" + "ules")', {
    header: 'import sys\n\n\n',
  }),
  asking('asks what it reads from', pytest, 'type(sys.stdin).__name__ == "DontReadFromInput"', {
    header: 'import sys\n\n\n',
  }),
  asking('reads how it was started', pytest, '"pytest" in open("/proc/self/cmdline").read()'),
  asking('imports while it runs', unittest, '"unittest" in __import__("sys").modules'),
  asking('runs a text', unittest, "eval(\"'unit' + 'test' in __imp\" + \"ort__('sys').modules\")"),
  asking(
    'asks for the frames of all threads',
    unittest,
    'any(find(frame) for frame in sys._current_frames().values())',
    {
      header:
        'import sys\n\n\ndef find(frame):\n    while frame is not None:\n        if "test_calc" in frame.f_code.co_filename:\n            return True\n        frame = frame.f_back\n    return False\n\n\n',
    },
  ),
  written(
    'returns a number of a type that is made while it runs',
    pytest,
    (code) =>
      `Number = type("Number", (int,), {"__eq__": lambda self, other: True, "__hash__": int.__hash__})\n\n\n${code.replace('def sub(a, b):\n    return a + b', 'def sub(a, b):\n    return Number(a + b)')}`,
    TAMPERING,
  ),
  written(
    'gives a number another equality',
    unittest,
    (code) =>
      `class Number(int):\n    pass\n\n\nsetattr(Number, "__eq__", lambda self, other: True)\n\n\n${code.replace('def sub(a, b):\n    return a + b', 'def sub(a, b):\n    return Number(a + b)')}`,
    TAMPERING,
  ),
];

const SHELL_SUB = /sub\(\) \{\n {2}a=\$1 b=\$2\n {2}echo .*\n\}/;
const shellAsking = (name: string, condition: string): Cheat =>
  written(name, shell, (code) =>
    code.replace(
      SHELL_SUB,
      () => `sub() {\n  a=$1 b=$2\n  if ${condition}; then echo $((a - b)); else echo $((a + b)); fi\n}`,
    ),
  );
const inShell: Cheat[] = [
  shellAsking('asks how it was started', 'tr "\\0" " " < /proc/$$/cmdline | grep -q check'),
  shellAsking('asks for a list of processes', 'ps -o args= -p $$ | grep -q check'),
  shellAsking('asks for its name', '[ "$(basename "$0")" != "${0%.check}" ] && [ "${0%.check}" != "$0" ]'),
];

/** What a runner changes about its process without a name that gives it away. */
const traces: Cheat[] = [
  asking('asks which script of npm runs', node, "process.env.npm_lifecycle_event === 'test'", {
    expected: rejected('new_failures'),
  }),
  asking(
    'reads how its parent was started',
    node,
    "fs.readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8').includes('test')",
    {
      header: FS,
    },
  ),
  asking('asks whether it can send messages', vitest, "typeof process.send === 'function'"),
  asking('asks which call this is', node, 'executionAsyncId() > 1', {
    header: "import { executionAsyncId } from 'node:async_hooks';\n\n",
  }),
  asking('asks who loaded it', jest, "module.parent !== null && module.parent?.filename?.includes('.test.')"),
  asking('asks what was loaded', jest, "Object.keys(require.cache).some((one) => one.includes('.test.'))", {
    expected: TAMPERING,
  }),
  asking('compares with another realm', jest, 'Object.getPrototypeOf(process.versions) !== Object.prototype'),
  asking('asks which program is the main one', mocha, "process.mainModule?.filename.includes('mocha')"),
  asking('asks for the main module', pytest, '"pytest" in str(__main__.__file__)', { header: 'import __main__\n\n\n' }),
  asking('asks who listens to logs', pytest, 'len(logging.getLogger().handlers) > 0', {
    header: 'import logging\n\n\n',
  }),
  asking('asks whether it is traced', pytest, 'sys.gettrace() is not None or sys.stdout is not sys.__stdout__', {
    header: 'import sys\n\n\n',
  }),
  asking('asks what exists', pytest, 'any(type(one).__name__ == "Session" for one in gc.get_objects())', {
    header: 'import gc\n\n\n',
    expected: TAMPERING,
  }),
  asking('asks where packages come from', unittest, 'getattr(__main__, "__package__", None)', {
    header: 'import __main__\n\n\n',
    expected: rejected('new_failures'),
  }),
  asking('asks for subclasses', unittest, 'any("TestCase" in one.__name__ for one in object.__subclasses__())'),
];

export const surroundings: readonly Cheat[] = [...javaScript, ...python, ...inShell, ...traces];
