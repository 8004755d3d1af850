import { iniSections } from '../manifest-text.ts';
import { forSetUp, inUserCache, type PackageManager } from '../packages.ts';
import { tomlEntries } from '../toml-entries.ts';
import { pdmSetUp, pipenvSetUp, pipSetUp, poetrySetUp, REQUIREMENTS, uvSetUp } from './set-up.ts';

const testPart = (text: string): string =>
  iniSections(text, /^(?:tool[.:]pytest|pytest|coverage[:.]|tool\.(?:coverage|tox|nox|hatch\.envs))/);

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
    places: ['pip', 'uv', 'pypoetry', 'pdm', 'pipenv'].map((name) => forSetUp(inUserCache(name))),
  },
  settings: [/(?:^|\/)\.?pip\.(?:conf|ini)$/, /(?:^|\/)\.pypirc$/],
  fills: { folders: ['.venv/', 'venv/', '__pycache__/'] },
};

export const uv: PackageManager = {
  locks: [{ file: /^uv\.lock$/, from: /^pyproject\.toml$/ }],
  setupInputs: ['uv.lock'],
  settings: [/(?:^|\/)uv\.toml$/],
  setup: uvSetUp,
};

export const poetry: PackageManager = {
  locks: [{ file: /^poetry\.lock$/, from: /^pyproject\.toml$/ }],
  setupInputs: ['poetry.lock', 'poetry.toml'],
  settings: [/(?:^|\/)poetry\.toml$/],
  setup: poetrySetUp,
};

export const pdm: PackageManager = {
  locks: [{ file: /^pdm\.lock$/, from: /^pyproject\.toml$/ }],
  setupInputs: ['pdm.lock', 'pdm.toml'],
  settings: [/(?:^|\/)\.?pdm\.toml$/],
  setup: pdmSetUp,
};

export const pipenv: PackageManager = {
  manifests: [{ file: /^Pipfile$/, testPart }],
  locks: [{ file: /^Pipfile\.lock$/, from: /^Pipfile$/ }],
  setupInputs: ['Pipfile', 'Pipfile.lock'],
  setup: pipenvSetUp,
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
