import { oneStep, type SetUpSteps } from '../packages.ts';
import type { ProjectFiles } from '../project-files.ts';
import { quote } from '../shell-words.ts';
import { tomlEntries } from '../toml-entries.ts';

/** In the root, or below `requirements/`. */
export const REQUIREMENTS = [
  'requirements.txt',
  ...['dev', 'test', 'tests', 'testing'].flatMap((name) => [
    `requirements-${name}.txt`,
    `requirements_${name}.txt`,
    `${name}-requirements.txt`,
    `requirements/${name}.txt`,
  ]),
];

/** Where the packages of a check are installed; the folder ignores itself. */
export const OWN_VENV = '.venv';

const MAKE_VENV = `python3 -m venv --system-site-packages ${OWN_VENV} && printf '*\\n' > ${OWN_VENV}/.gitignore`;

const LOCKED_BY_OTHERS = ['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock'];
const FOR_TESTS = /^(?:dev|tests?|testing)$/;

/** Into an environment of the check's own, which sees what the machine has, a runner say. */
export function pipSetUp(project: ProjectFiles): SetUpSteps | undefined {
  if (LOCKED_BY_OTHERS.some((name) => project.has(name))) return undefined;
  const files = REQUIREMENTS.filter((name) => (project.text(name) ?? '').split(/\r?\n/).some(isRequirement));
  const named = files.flatMap((name) => ['-r', name]);
  const own = ownPackage(project);
  if (named.length + own.length === 0) return undefined;
  const install = `${OWN_VENV}/bin/python -m pip install --disable-pip-version-check --no-input`;
  const everything = [...named, ...own].map(quote).join(' ');
  const wheels =
    named.length === 0 ? '' : ` && { ${install} --only-binary=:all: ${named.map(quote).join(' ')} || true; }`;
  return {
    line: `pip install ${everything}`,
    fetch: `${MAKE_VENV}${wheels}`,
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

/** The project itself with what its tests need, where it is a package; otherwise what it says it needs. */
function ownPackage(project: ProjectFiles): string[] {
  const text = project.text('pyproject.toml') ?? '';
  const entries = tomlEntries(text);
  const extras = entries.filter(({ table, key }) => table === 'project.optional-dependencies' && FOR_TESTS.test(key));
  const groups = entries.filter(({ table, key }) => table === 'dependency-groups' && FOR_TESTS.test(key));
  const isProject = entries.some(({ table }) => table === 'project');
  const isPackage = isProject && entries.some(({ table }) => table === 'build-system');
  const named = extras.map(({ key }) => key).join(',');
  const needs = entries.filter(({ table, key }) => table === 'project' && key === 'dependencies');
  return [
    ...(isPackage ? ['-e', named === '' ? '.' : `.[${named}]`] : []),
    // Without a build system there is nothing to be installed but these.
    ...(isProject && !isPackage ? [...needs, ...extras].flatMap(({ strings }) => strings) : []),
    ...(!isProject && project.has('setup.py') ? ['-e', '.'] : []),
    ...groups.flatMap(({ key }) => ['--group', key]),
  ];
}

/** uv makes the environment itself, and lets nobody else's be used. */
export function uvSetUp(project: ProjectFiles): SetUpSteps | undefined {
  if (!project.has('uv.lock')) return undefined;
  const line = ['uv sync --locked', ...testExtras(project).map((name) => `--extra ${name}`)].join(' ');
  const run = `UV_PROJECT_ENVIRONMENT=${OWN_VENV} ${line}`;
  // Wheels are only unpacked; whatever has to be built comes after.
  return { line, fetch: `{ ${run} --no-build --no-install-project || true; }`, rest: [run] };
}

/** These install into the environment that is active, and build whatever has to be built while they do. */
export function poetrySetUp(project: ProjectFiles): SetUpSteps | undefined {
  const extras = testExtras(project).map((name) => ` --extras ${name}`);
  return project.has('poetry.lock') ? inOwnVenv(`poetry install${extras.join('')}`) : undefined;
}

export function pdmSetUp(project: ProjectFiles): SetUpSteps | undefined {
  const extras = testExtras(project).map((name) => ` --group ${name}`);
  return project.has('pdm.lock') ? inOwnVenv(`pdm install --check${extras.join('')}`) : undefined;
}

export function pipenvSetUp(project: ProjectFiles): SetUpSteps | undefined {
  return project.has('Pipfile.lock') ? inOwnVenv('pipenv install --deploy --dev') : undefined;
}

/** What has been made by one step is active in the next. */
function inOwnVenv(line: string): SetUpSteps {
  return { ...oneStep(line), rest: [MAKE_VENV, line] };
}

function testExtras(project: ProjectFiles): string[] {
  return tomlEntries(project.text('pyproject.toml') ?? '')
    .filter(({ table, key }) => table === 'project.optional-dependencies' && FOR_TESTS.test(key))
    .map(({ key }) => key);
}
