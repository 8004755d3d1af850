import type { SuspiciousPattern } from '../suspicious-pattern.ts';
import { asksSurroundings } from './asks-surroundings.ts';

export const suspiciousPython: readonly SuspiciousPattern[] = [
  ...asksSurroundings,
  {
    kind: 'patches_assertions',
    in: 'bare',
    pattern:
      /(?<![\w.])(?:pytest|_pytest|unittest|doctest|hamcrest|numpy\.testing|np\.testing)(?:\.\w+)+\s*=(?!=)|(?<![\w.])(?:TestCase|Mock|MagicMock)\.(?:assert\w*|fail\w*|run|__call__)\s*=(?!=)|(?<![\w.])(?:builtins|__builtins__)\s*(?:\.\w+|\[[^\]]*\])\s*=(?!=)/,
  },
  {
    kind: 'patches_assertions',
    in: 'code',
    pattern:
      /\bsetattr\s*\(\s*(?:pytest|_pytest|unittest|builtins|[\w.]*TestCase|config|item|session|report)\b|\bmonkeypatch\.setattr\s*\(\s*(?:['"])?(?:pytest|_pytest|unittest|builtins)\b|\bpatch(?:\.object)?\s*\(\s*(?:['"])?(?:pytest|_pytest|unittest|builtins)\b|\bsys\.modules\s*\[\s*['"](?:pytest|_pytest|unittest|builtins|doctest)/,
  },
  {
    kind: 'patches_assertions',
    in: 'bare',
    pattern:
      /^\s*(?:async\s+)?def\s+pytest_\w+|\bhookimpl\b|\b(?:rep|report|result|outcome|item)\.(?:outcome|passed|failed|wasxfail|longrepr|when)\s*=(?!=)|\b(?:items|session\.items)\s*(?:\[:\]\s*=(?!=)|\.(?:clear|remove|pop)\s*\()|\bforce_result\s*\(|\bsession\.(?:exitstatus|testsfailed|shouldstop|shouldfail)\s*=(?!=)|\bsys\.(?:meta_path|path_hooks)\b|\b__eq__\s*=(?!=)\s*lambda\b/,
  },
  {
    kind: 'patches_assertions',
    in: 'code',
    pattern:
      /^\s*def\s+__eq__\s*\([^)]*\)[^:]*:\s*return\s+True\b|\bexec\s*\(.*\bassert|['"]site-packages\b|['"][^'"]*sitecustomize/,
  },
  {
    kind: 'ends_process',
    in: 'bare',
    pattern:
      /\bos\._exit\s*\(|\b(?:sys\.exit|exit|quit)\s*\(\s*(?:0|None|False)?\s*\)|\braise\s+SystemExit\b(?!\s*\(\s*[1-9a-zA-Z_])|\bpytest\.exit\s*\(|\bos\.kill\s*\(\s*os\.getpid/,
  },
  { kind: 'ends_process', in: 'bare', pattern: /^(?:sys\.exit|exit|quit)\s*\(/, isTopLevel: true },
  {
    kind: 'exit_hook',
    in: 'bare',
    pattern:
      /\batexit\b|\bsys\.(?:excepthook|unraisablehook|settrace|setprofile)\b|\bthreading\.(?:settrace|excepthook)\b|\bsignal\.signal\s*\(|\bweakref\.finalize\s*\(/,
  },
  {
    kind: 'detects_tests',
    in: 'code',
    pattern:
      /\b(?:PYTEST_CURRENT_TEST|PYTEST_XDIST_WORKER|PYTEST_VERSION|PYTEST_ADDOPTS|TOX_ENV_NAME|NOX_CURRENT_SESSION)\b|['"](?:pytest|_pytest|unittest|nose)['"]\s+(?:not\s+)?in\s+sys\.modules|\bsys\.modules\.get\s*\(\s*['"](?:pytest|_pytest|unittest)|\b(?:environ(?:\.get)?\s*[[(]|getenv\s*\()\s*['"](?:CI|TESTING|TEST|ENV|APP_ENV|GITHUB_ACTIONS)['"]/,
  },
  {
    kind: 'detects_tests',
    in: 'code',
    isFineInTests: true,
    pattern:
      /\bsys\.modules\b(?!\s*\[[^\]]*\]\s*=(?!=)|\s*\[\s*__name__|\.get\s*\(\s*__name__)|\bimport\s+__main__\b|\bsys\.argv\s*\[\s*0\s*\]|\bsys\.(?:gettrace|getprofile)\b|\binspect\.currentframe\s*\(|\bin\s+os\.environ\s*(?:[):]|if\b|\.(?:keys|items)\b)|['"][^'"\s]*(?:PYTEST|pytest_)|\b(?:exists|isdir|is_dir|isfile|is_file|Path)\s*\(\s*['"](?:\.\/)?(?:tests?|\.git)['"/]|\b(?:datetime|date)\.(?:now|today|utcnow)\s*\([^)]*\)\s*[<>]=?\s*(?:datetime\.)?(?:datetime|date)\s*\(\s*\d|\btime\.time\s*\(\s*\)\s*[<>]=?\s*\d{9}/,
  },
  {
    kind: 'patches_assertions',
    in: 'bare',
    isFineInTests: true,
    pattern:
      /\bgc\.get_(?:objects|referrers|referents)\s*\(|^\s*(?:from\s+unittest\s+import\b.*\bmock\b|(?:from|import)\s+unittest\.mock\b|import\s+_?pytest\b|from\s+_?pytest\b)/,
  },
  {
    kind: 'detects_tests',
    in: 'code',
    pattern: /\bsys\.argv\b.*(?:pytest|test)|\b(?:inspect\.stack|sys\._getframe|traceback\.extract_stack)\s*\(/,
  },
];
