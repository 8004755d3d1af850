import { iniSections } from '../manifest-text.ts';
import { forSetUp, inUserCache, oneStep, type PackageManager, type SetUpSteps } from '../packages.ts';
import type { ProjectFiles } from '../project-files.ts';
import { quote } from '../shell-words.ts';
import { tomlEntries } from '../toml-entries.ts';

const testPart = (text: string): string =>
  iniSections(text, /^(?:tool[.:]pytest|pytest|coverage[:.]|tool\.(?:coverage|tox|nox|hatch\.envs))/);

/** In the root, or below `requirements/`. */
const REQUIREMENTS = [
  'requirements.txt',
  ...['dev', 'test', 'tests', 'testing'].flatMap((name) => [
    `requirements-${name}.txt`,
    `requirements_${name}.txt`,
    `${name}-requirements.txt`,
    `requirements/${name}.txt`,
  ]),
];

export const pip: PackageManager = {
  manifests: [
    {
      file: /^(.*[-_.])?requirements([-_.].*)?\.(txt|in)$/,
      dependencies: (text) => text.split(/\r?\n/).flatMap(requirement),
    },
    { file: /^pyproject\.toml$/, dependencies: pyprojectDependencies, testPart },
    { file: /^setup\.cfg$/, testPart },
  ],
  locks: [{ file: /^requirements[\w.-]*\.txt$/, from: /^requirements[\w.-]*\.in$/ }],
  setupInputs: ['pyproject.toml', 'setup.py', 'setup.cfg', ...REQUIREMENTS],
  setup: pipSetUp,
  caches: {
    usedBy: /^(pyproject\.toml|setup\.(py|cfg)|requirements.*\.txt|Pipfile)$/,
    places: [forSetUp(inUserCache('pip')), inUserCache('uv'), inUserCache('pypoetry')],
  },
  settings: [/(?:^|\/)\.?pip\.(?:conf|ini)$/, /(?:^|\/)\.pypirc$/],
  fills: { folders: ['.venv/', 'venv/', '__pycache__/'] },
};

export const uv: PackageManager = {
  locks: [{ file: /^uv\.lock$/, from: /^pyproject\.toml$/ }],
  setupInputs: ['uv.lock'],
  settings: [/(?:^|\/)uv\.toml$/],
  setup: (project) => (project.has('uv.lock') ? oneStep('uv sync') : undefined),
};

export const poetry: PackageManager = {
  locks: [{ file: /^(?:poetry|pdm)\.lock$/, from: /^pyproject\.toml$/ }],
  setupInputs: ['poetry.lock'],
  settings: [/(?:^|\/)poetry\.toml$/, /(?:^|\/)\.pdm\.toml$/],
  setup: (project) => (project.has('poetry.lock') ? oneStep('poetry install') : undefined),
};

export const pipenv: PackageManager = {
  manifests: [{ file: /^Pipfile$/, testPart }],
  locks: [{ file: /^Pipfile\.lock$/, from: /^Pipfile$/ }],
  setupInputs: ['Pipfile.lock'],
};

/** `name[extra]>=1 ; marker`, in any spelling that is the same to pip. */
function requirement(line: string): string[] {
  const name = /^\s*([A-Za-z0-9][\w.-]*)\s*(?:$|[[<>=!~;@ (#])/.exec(line)?.[1];
  const fromUrl = /(?:^|\s)(?:-e\s+)?(?:git\+|https?:|file:)\S+#egg=([\w.-]+)/.exec(line)?.[1];
  const found = name ?? fromUrl;
  return found === undefined ? [] : [found.toLowerCase().replaceAll(/[-_.]+/g, '-')];
}

function pyprojectDependencies(text: string): string[] {
  return tomlEntries(text).flatMap(({ table, key, strings }) => {
    if (table === 'project' && key === 'dependencies') return strings.flatMap(requirement);
    if (table === 'project.optional-dependencies' || table === 'dependency-groups') return strings.flatMap(requirement);
    if (table === 'build-system' && key === 'requires') return strings.flatMap(requirement);
    if (/^tool\.(poetry|uv|pdm)(\..*)?dependencies$/.test(table)) return key === 'python' ? [] : requirement(key);
    return /^tool\.(pdm|uv)(\.|$)/.test(table) && key.endsWith('dependencies') ? strings.flatMap(requirement) : [];
  });
}

/** Where the packages of a check are installed; the folder ignores itself. */
export const OWN_VENV = '.venv';

const LOCKED_BY_OTHERS = ['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock'];
const FOR_TESTS = /^(?:dev|tests?|testing)$/;

/** Into an environment of the check's own, which sees what the machine has, a runner say. */
function pipSetUp(project: ProjectFiles): SetUpSteps | undefined {
  if (LOCKED_BY_OTHERS.some((name) => project.has(name))) return undefined;
  const files = REQUIREMENTS.filter((name) => (project.text(name) ?? '').split(/\r?\n/).some(isRequirement));
  const named = files.flatMap((name) => ['-r', name]);
  const own = ownPackage(project.text('pyproject.toml') ?? '');
  if (named.length + own.length === 0) return undefined;
  const make = `python3 -m venv --system-site-packages ${OWN_VENV} && printf '*\\n' > ${OWN_VENV}/.gitignore`;
  const install = `${OWN_VENV}/bin/python -m pip install --disable-pip-version-check --no-input`;
  const everything = [...named, ...own].map(quote).join(' ');
  const wheels =
    named.length === 0 ? '' : ` && { ${install} --only-binary=:all: ${named.map(quote).join(' ')} || true; }`;
  return {
    line: `pip install ${everything}`,
    fetch: `${make}${wheels}`,
    rest: [`${install} ${everything}`],
    ...((own.length > 0 || files.some((name) => !isPinned(project.text(name) ?? ''))) && { isUnlocked: true }),
  };
}

/** Whether each names one version. */
function isPinned(text: string): boolean {
  return text.split(/\r?\n/).every((line) => !isRequirement(line) || line.includes('=='));
}

function isRequirement(line: string): boolean {
  return /^\s*[^#\s]/.test(line);
}

/** The project itself with what its tests need, where it is a package. */
function ownPackage(text: string): string[] {
  const entries = tomlEntries(text);
  const extras = entries.filter(({ table, key }) => table === 'project.optional-dependencies' && FOR_TESTS.test(key));
  const groups = entries.filter(({ table, key }) => table === 'dependency-groups' && FOR_TESTS.test(key));
  const isPackage =
    entries.some(({ table }) => table === 'build-system') && entries.some(({ table }) => table === 'project');
  const named = extras.map(({ key }) => key).join(',');
  return [
    ...(isPackage ? ['-e', named === '' ? '.' : `.[${named}]`] : []),
    ...groups.flatMap(({ key }) => ['--group', key]),
  ];
}
