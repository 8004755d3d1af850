import type { SuspiciousPattern } from '../suspicious-pattern.ts';

/** One way each, in which code can find out who runs it. */
const WAYS: readonly RegExp[] = [
  // Who calls.
  /\btraceback\.(?:format_stack|walk_stack|print_stack|StackSummary)\b|\b(?:tb_frame|f_back|f_code|co_filename|co_name|gi_frame)\b|\bsys\._current_frames\b|\binspect\.(?:getouterframes|getframeinfo|getinnerframes|trace)\s*\(|\bfrom\s+(?:sys|inspect|traceback)\s+import\b.*\b(?:_getframe|_current_frames|stack|currentframe|getouterframes|extract_stack|format_stack|walk_stack)\b/,
  // What was started, and what is loaded.
  /\bsys\.orig_argv\b|\bfrom\s+sys\s+import\b.*\b(?:modules|orig_argv)\b|(?<![\w.])argv\s*\[\s*0\s*\]|\bos\.getppid\s*\(|['"]\/proc\/[^'"]*\b(?:cmdline|environ|comm|exe|status|cgroup|mountinfo|mounts)\b|\bfaulthandler\.is_enabled\b/,
  /\b(?:getattr|vars)\s*\(\s*(?:sys|os)\b|\bsys\.__dict__\b|(?<![\w.])__import__\s*\(|\bfind_spec\s*\(\s*['"](?:_?pytest|unittest|nose\w*)['"]|\bimport_module\s*\(\s*['"]\w*['"]\s*\+/,
  /\btype\s*\(\s*sys\.std(?:in|out|err)\b|\bsys\.std(?:in|out|err)\.__class__\b|\bgetLogger\s*\(\s*\)\s*\.handlers\b.*\bif\b|\bif\b.*\bgetLogger\s*\(\s*\)\s*\.handlers\b/,
  /\bsys\.(?:__std\w+__|dont_write_bytecode|pycache_prefix|displayhook|breakpointhook|audit\w*|addaudithook|monitoring|getswitchinterval)\b|\bsys\.std(?:in|out|err)\s+is\b|\bsys\.stdin\.(?:fileno|closed|name|mode)\b|\bgetLogger\s*\(\s*\)\.hasHandlers\b/,
  // What only whoever develops it has installed.
  /(?<!\bmodules\s*\[\s*)['"](?:_?pytest|unittest|nose2?|xdist|hypothesis)['"]/,
  // Which classes there are at all.
  /\b__subclasses__\s*\(/,
  // Variables that runners set.
  /\b(?:len|join|map|filter|any|all)\s*\(.{0,120}(?<!\*\*)\bos\.environ\s*\)|[[(]\s*\*os\.environ\b/,
  // Whether this is production: what is not tested there is.
  /\b(?:environ(?:\.get)?\s*[[(]|getenv\s*\()\s*['"](?:[A-Z]+_)*ENV(?:IRONMENT)?['"](?!\s*\]\s*=(?!=))/,
  /\b(?:in|search\s*\(.*,|match\s*\(.*,)\s*(?:str|repr|list|dict|set|sorted|tuple)\s*\(\s*os\.environ\b|\benviron(?:\.get)?\s*[[(]\s*['"]\w*['"]\s*(?:\+|\.join)/,
  // How it is run.
  /\blogging\.root\b|\.findCaller\s*\(|\bwarnings\.filters\b|\bsys\.(?:flags|warnoptions)\b|(?<![\w.])__debug__\b|(?<!not\s)\bin\s+sys\.path\b|\bsys\.path\s*\[\s*-?\d/,
  // Where it lies, on whose machine.
  /\b(?:environ(?:\.get)?\s*[[(]|getenv\s*\()\s*['"](?:HOME|PATH|PWD|OLDPWD|TMPDIR|TMP|TEMP|USER|LOGNAME|SHELL|SHLVL|_)['"][^\])]*[\])]\s*(?:[!=]=|\.(?:startswith|endswith|find)\s*\(|is\b)|\b(?:gethostname|platform\.node|getpass\.getuser|gettempdir|expanduser)\s*\([^)]*\)\s*(?:[!=]=|\.(?:startswith|endswith|find)\s*\()/,
  // The files of the tests.
  /\b(?:exists|isdir|is_dir|isfile|is_file|listdir|scandir|joinpath|os\.path\.join)\s*\([^;]*['"](?:\.\/)?tests?['"/]|(?<=[\w)\]]\s*)\/\s*['"]tests?['"/]|\b(?:now|today|utcnow)\s*\([^)]*\)\.year\s*[<>]=?\s*\d/,
  /\b(?:os\.getcwd\s*\(\s*\)|__file__)\s*\.\s*(?:startswith|find|count)\s*\(|['"]\s+(?:not\s+)?in\s+(?:os\.getcwd\s*\(|__file__\b|str\s*\(\s*Path)/,
  // Code that nobody can read before it runs.
  /(?<![\w.])(?:eval|exec|compile)\s*\(|\bmarshal\.loads\s*\(|\bpickle\.loads\s*\(\s*b?['"]|\brunpy\.run_|\bctypes\.pythonapi\b/,
];

/** Everyday code in tests. */
export const asksSurroundings: readonly SuspiciousPattern[] = [
  ...WAYS.map((pattern): SuspiciousPattern => ({ kind: 'detects_tests', in: 'code', isFineInTests: true, pattern })),
  // A value that says by itself what it is equal to, in other words than a method's.
  {
    kind: 'patches_assertions',
    in: 'code',
    isFineInTests: true,
    pattern:
      /\b__(?:eq|ne)__\s*=(?!=)|['"]__(?:eq|ne)__['"]|\b(?:__import__|import_module)\s*\(\s*['"]builtins['"]|\b(?:__import__|import_module)\s*\(\s*['"]_?(?:pytest|unittest)\b|\bALWAYS_EQ\b|\b(?:from|import)\s+test\.support\b/,
  },
  // What tests are made of, and names that nobody is to find.
  {
    kind: 'patches_assertions',
    in: 'code',
    isFineInTests: true,
    pattern:
      /^\s*(?:from\s+\.{0,3}tests?(?!\.support)(?:\.\w+)*\s+import|import\s+tests?\b)|\b(?:environ(?:\.get)?\s*[[(]|getenv\s*\()\s*(?:['"]\w*['"]\s*['"[]|(?:bytes|chr|codecs|base64|b64decode)\b)/,
  },
  // What tests read their data with.
  {
    kind: 'patches_assertions',
    in: 'bare',
    isFineInTests: true,
    pattern:
      /(?<![\w.])(?:(?:pathlib\.)?(?:Path|PurePath|PosixPath)|io|codecs|csv|pkgutil|glob|shutil|tempfile|os(?:\.path)?)\.(?!environ\b)[a-z]\w*\s*=(?!=)/,
  },
  // What comparisons are made of.
  {
    kind: 'patches_assertions',
    in: 'bare',
    isFineInTests: true,
    pattern:
      /(?<![\w.])(?:math|cmath|operator|statistics|functools|itertools|decimal|fractions|json|re|difflib|copy|datetime|time|random|numpy|np)\.\w+\s*=(?!=)|\bsetattr\s*\(\s*(?:math|cmath|operator|statistics|difflib|numpy|np)\b/,
  },
];
