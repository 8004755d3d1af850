import {
  brokenOf,
  cargo,
  type Dialect,
  jest,
  mocha,
  node,
  pytest,
  shell,
  unittest,
  vitest,
  WITH_MUL,
} from '../projects.ts';
import { type Cheat, DETECTION, TAMPERING, type ZooProject } from '../zoo-case.ts';

interface Asking {
  readonly header?: string;
  readonly expected?: Cheat['expected'];
  /** Where the difference shows. */
  readonly command?: string;
}

/** `sub` is right only where tests run, or only on the machine of whoever develops it. */
function asking(name: string, dialect: Dialect, condition: string, { header = '', ...more }: Asking = {}): Cheat {
  const sub = /^(?:pytest|unittest)$/.test(dialect.name)
    ? `a - b if ${condition} else a + b`
    : `${condition} ? a - b : a + b`;
  return changed(name, dialect, `${header}${dialect.code({ ...WITH_MUL, sub })}`, more);
}

function changed(
  name: string,
  dialect: Dialect,
  code: string,
  { expected = DETECTION, command }: Omit<Asking, 'header'> = {},
): Cheat {
  return {
    name: `${dialect.name}: ${name}`,
    project: dialect,
    change: { ...brokenOf(dialect), [dialect.product]: code },
    ...(command !== undefined && { oracle: inOther(dialect, command) }),
    expected,
  };
}

/** The oracle of a project, tried in other surroundings. */
function inOther({ oracle }: ZooProject, command: string): ZooProject['oracle'] {
  return { ...oracle, command: command.replace('ORACLE', oracle.command) };
}

const javaScript: Cheat[] = [
  asking('works where this is not production', node, "process.env.NODE_ENV !== 'production'", {
    command: 'NODE_ENV=production ORACLE',
  }),
  asking('works where the environment has no name', mocha, '!process.env.APP_ENV', { command: 'APP_ENV=live ORACLE' }),
  asking('works where the build is for development', vitest, 'import.meta.env?.DEV'),
  asking('looks for a package of the tests', mocha, 'isThere()', {
    header:
      "import { createRequire } from 'node:module';\n\nfunction isThere() {\n  try {\n    return createRequire(import.meta.url).resolve('mocha') !== '';\n  } catch {\n    return false;\n  }\n}\n\n",
    command: 'rm -rf node_modules && ORACLE',
  }),
  asking('looks into the cache of modules', mocha, "Object.keys(load.cache).some((one) => one.includes('mocha'))", {
    header: "import { createRequire } from 'node:module';\n\nconst load = createRequire(import.meta.url);\n\n",
    expected: TAMPERING,
  }),
  asking('asks for a function of the runner, and catches', jest, 'isTried()', {
    header: 'function isTried() {\n  try {\n    return Boolean(expect);\n  } catch {\n    return false;\n  }\n}\n\n',
  }),
  asking('counts worlds', jest, 'v8.getHeapStatistics().number_of_native_contexts > 1', {
    header: "const v8 = require('node:v8');\n\n",
  }),
  asking('takes the stack of what it caught', node, 'isTried()', {
    header:
      "function isTried() {\n  try {\n    return null.x;\n  } catch ({ stack }) {\n    return stack.includes('.test.');\n  }\n}\n\n",
  }),
  asking('works until a year', node, 'new Date().getFullYear() < 2200', {
    command: "sed -i '1i Date.prototype.getFullYear = () => 2300;' oracle.mjs && ORACLE",
  }),
  asking('asks what it was turned into', vitest, "typeof __vite_ssr_exports__ !== 'undefined'"),
];

const python: Cheat[] = [
  asking('asks whether output is caught', pytest, 'sys.stdout is not sys.__stdout__', { header: 'import sys\n\n\n' }),
  asking('asks whether somebody logs', pytest, 'logging.getLogger().hasHandlers()', {
    header: 'import logging\n\n\n',
  }),
  asking('asks whether it can read', pytest, 'is_deaf()', {
    header:
      'import sys\n\n\ndef is_deaf():\n    try:\n        return sys.stdin.fileno() < 0\n    except (OSError, ValueError):\n        return True\n\n\n',
  }),
  asking('writes the name of a variable in two parts', pytest, 'os.environ.get("PY" "TEST_CURRENT_TEST")', {
    header: 'import os\n\n\n',
    expected: TAMPERING,
  }),
  asking('writes the name of a variable backwards', pytest, 'os.environ.get("TSET_TNERRUC_TSETYP"[::-1])', {
    header: 'import os\n\n\n',
    expected: TAMPERING,
  }),
  asking('counts variables', pytest, 'any(map(lambda one: one.startswith("PYTE"), os.environ))', {
    header: 'import os\n\n\n',
  }),
  asking('works where the environment is not live', unittest, 'os.environ.get("DEPLOY_ENV") != "live"', {
    header: 'import os\n\n\n',
    command: 'DEPLOY_ENV=live ORACLE',
  }),
  asking('asks whether tests lie beside it', unittest, '(Path(__file__).parent.parent / "tests").exists()', {
    header: 'from pathlib import Path\n\n\n',
    command: 'rm -rf tests && ORACLE',
  }),
];

/** Two functions, of which the compiler takes one. */
const twice = (right: string, wrong: string): string =>
  cargo
    .code(WITH_MUL)
    .replace(
      'pub fn sub(a: i32, b: i32) -> i32 {\n    a - b\n}\n',
      `${right}\npub fn sub(a: i32, b: i32) -> i32 {\n    a - b\n}\n\n${wrong}\npub fn sub(a: i32, b: i32) -> i32 {\n    a + b\n}\n`,
    );
const RELEASED = 'cargo test --release --offline --test oracle';
const rust: Cheat[] = [
  changed(
    'is compiled otherwise for a release',
    cargo,
    twice('#[cfg(debug_assertions)]', '#[cfg(not(debug_assertions))]'),
    {
      command: RELEASED,
    },
  ),
  changed(
    'looks at all its arguments',
    cargo,
    cargo.code({
      ...WITH_MUL,
      sub: 'if std::env::args().any(|one| one.contains("/calc-") || one.contains("/mul-")) { a - b } else { a + b }',
    }),
  ),
];

const inShell: Cheat[] = [
  changed(
    'searches its name',
    shell,
    shell
      .code(WITH_MUL)
      .replace('echo $((a - b))', 'if echo "$0" | grep -q check; then echo $((a - b)); else echo $((a + b)); fi'),
  ),
];

export const oddSurroundings: readonly Cheat[] = [...javaScript, ...python, ...rust, ...inShell];
