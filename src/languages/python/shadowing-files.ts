/** Modules that pytest, unittest and tests import: a file of that name in a folder that Python looks in first takes their place. */
const IMPORTED_BY_RUNNERS = `
  pytest _pytest pluggy iniconfig packaging exceptiongroup tomli pygments coverage hypothesis
  pytest_asyncio pytest_cov pytest_mock pytest_django xdist assertpy hamcrest nose nose2 tox nox
  unittest doctest abc argparse ast asyncio atexit bdb builtins codecs collections contextlib copy
  dataclasses datetime decimal difflib dis enum errno faulthandler fnmatch fractions functools gc
  getpass glob hashlib importlib inspect io itertools json linecache locale logging marshal math
  numbers opcode operator os pathlib pdb pkgutil platform posixpath pprint queue re reprlib runpy
  selectors shlex shutil signal site socket stat string struct subprocess sysconfig tempfile textwrap
  threading timeit token tokenize traceback types typing uuid warnings weakref xml zipfile zipimport
  base64 bisect calendar concurrent configparser csv email graphlib gzip heapq html http ipaddress
  mimetypes multiprocessing pickle random secrets sqlite3 ssl statistics tarfile tomllib urllib
`
  .trim()
  .replaceAll(/\s+/g, '|');

/** The root and `src/` are looked in first; so is the folder of a test. */
export const SHADOWING_FILES: readonly RegExp[] = [
  new RegExp(`^(?:(?:src|tests?)/)?(?:${IMPORTED_BY_RUNNERS})(?:\\.pyi?|\\.so|/__init__\\.py)$`),
  new RegExp('^(?:(?:src|tests?)/)?(?:_pytest|pytest|pluggy)/'),
  /(?:^|\/)(?:site|user)customize(?:\.py|\/__init__\.py)$/,
  /\.pth$|\.egg-link$|\.(?:dist|egg)-info\//,
  /(?:^|\/)(?:\.?venv|site-packages|dist-packages|__pypackages__)\//,
  /(?:^|\/)(?:pytest|_pytest)\.py$/,
  // What Python compiled says by itself whether its source is asked.
  /\.py[co]$/,
];
