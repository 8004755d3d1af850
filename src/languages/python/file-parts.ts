import { isRecord } from '../../base/json.ts';
import type { ChangeClass } from '../change-class.ts';
import { dependencyEntryParts, type FilePart, type PartContext, type SplitFile, toContent } from '../file-parts.ts';
import { stripText } from '../lexer.ts';
import { tomlTable } from '../toml-entries.ts';
import { pythonSyntax } from './syntax.ts';

export const pythonFileParts: readonly SplitFile[] = [
  { file: /(?:^|\/)pyproject\.toml$/, split: pyprojectParts, holds: 'runner_config' },
  { file: /(?:^|\/)setup\.cfg$/, split: (text) => iniParts(text, setupCfgClass), holds: 'runner_config' },
  { file: /(?:^|\/)tox\.ini$/, split: (text) => iniParts(text, toxClass), holds: 'runner_config' },
  { file: /(?:^|\/)Pipfile$/, split: pipfileParts, holds: 'package_manager' },
  { file: /(?:^|\/)setup\.py$/, split: setupParts, holds: 'install_script' },
  {
    file: /(?:^|\/)(?:[^/]*[-_.])?(?:requirements|constraints)(?:[-_.][^/]*)?\.(?:txt|in)$|(?:^|\/)requirements\/[^/]*\.(?:txt|in)$/,
    split: requirementParts,
    holds: 'package_manager',
  },
];

function pyprojectParts(text: string, context: PartContext): FilePart[] | undefined {
  const document = tomlTable(text, []);
  if (!isRecord(document)) return undefined;
  return Object.entries(document).flatMap(([top, value]): FilePart[] => {
    if (top === 'build-system') return [{ class: 'install_script', part: '[build-system]', content: toContent(value) }];
    if (top === 'tool' && isRecord(value))
      return Object.entries(value).flatMap(([tool, own]) => toolParts(tool, own, context));
    if (top === 'project' && isRecord(value))
      return Object.entries(value).flatMap(([key, own]) => projectParts(key, own, context));
    if (top === 'dependency-groups') return groupParts('[dependency-groups]', value, context);
    return [{ class: 'product', part: `[${top}]`, content: toContent(value) }];
  });
}

function toolParts(tool: string, value: unknown, context: PartContext): FilePart[] {
  const part = `[tool.${tool}]`;
  if (/^(?:pytest|coverage|tox|nox|hypothesis|taskipy)$/.test(tool)) {
    const inner = isRecord(value) ? Object.entries(value) : [];
    return inner.map(([key, own]) => ({
      class: 'runner_config',
      part: isRecord(own) ? `[tool.${tool}.${key}]` : `${part} ${key}`,
      content: toContent(own),
    }));
  }
  if (!/^(?:poetry|uv|pdm|hatch|setuptools|flit)$/.test(tool) || !isRecord(value))
    return [{ class: context.isReadByTests(tool) ? 'fixture' : 'product', part, content: toContent(value) }];
  return Object.entries(value).flatMap(([key, own]): FilePart[] => {
    if (key.endsWith('dependencies') && isRecord(own))
      return requirementEntries(`[tool.${tool}.${key}]`, Object.entries(own), context);
    if (key.endsWith('dependencies') || key === 'group' || key === 'dependency-groups')
      return groupParts(`[tool.${tool}.${key}]`, own, context);
    return [{ class: toolKeyClass(key, own), part: `[tool.${tool}.${key}]`, content: toContent(own) }];
  });
}

function toolKeyClass(key: string, value: unknown): ChangeClass {
  if (key === 'envs' || key === 'scripts') return 'runner_config';
  if (key === 'plugins' && isRecord(value) && 'pytest11' in value) return 'runner_config';
  if (
    /^(?:source|sources|index|index-url|extra-index-url|find-links|override-dependencies|constraint-dependencies|no-binary|resolution)$/.test(
      key,
    )
  )
    return 'package_manager';
  return key === 'cmdclass' || key === 'build' ? 'install_script' : 'product';
}

function projectParts(key: string, value: unknown, context: PartContext): FilePart[] {
  if (key === 'dependencies' || key === 'optional-dependencies') return groupParts(`[project] ${key}`, value, context);
  if (key === 'entry-points' && isRecord(value)) {
    return Object.entries(value).map(([name, own]) => ({
      class: name === 'pytest11' ? 'runner_config' : 'product',
      part: `[project.entry-points.${name}]`,
      content: toContent(own),
    }));
  }
  return [{ class: 'product', part: `[project] ${key}`, content: toContent(value) }];
}

/** Requirements anywhere inside: lists of lines, tables of versions. */
function groupParts(part: string, value: unknown, context: PartContext): FilePart[] {
  const found: [string, unknown][] = [];
  const walk = (one: unknown, left: number): void => {
    if (typeof one === 'string') found.push([requirementName(one), one]);
    else if (Array.isArray(one) && left > 0) for (const inner of one) walk(inner, left - 1);
    else if (isRecord(one) && left > 0) {
      for (const [key, inner] of Object.entries(one)) {
        if (key === 'dependencies' && isRecord(inner)) found.push(...Object.entries(inner));
        else walk(inner, left - 1);
      }
    }
  };
  walk(value, 6);
  return requirementEntries(part, found, context);
}

function requirementEntries(
  part: string,
  entries: readonly (readonly [string, unknown])[],
  context: PartContext,
): FilePart[] {
  return dependencyEntryParts(entries, context, { part, nameOf: (name) => `${part} ${name}` });
}

/** As pip compares names. */
export function requirementName(line: string): string {
  const name = /^\s*([A-Za-z0-9][\w.-]*)/.exec(line)?.[1] ?? /#egg=([\w.-]+)/.exec(line)?.[1] ?? '';
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

/** Sections of an INI file, each with its lines. */
function iniParts(text: string, classify: (section: string, content: string) => ChangeClass): FilePart[] {
  const parts: { part: string; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const header = /^\s*\[([^\]\n]+)\]/.exec(line)?.[1];
    if (header !== undefined) parts.push({ part: header, lines: [] });
    else if (!/^\s*(?:[#;]|$)/.test(line)) {
      if (parts.length === 0) parts.push({ part: '', lines: [] });
      parts.at(-1)?.lines.push(line.trimEnd());
    }
  }
  return parts.map(({ part, lines }) => ({
    class: classify(part, lines.join('\n')),
    part: `[${part}]`,
    content: lines.join('\n'),
  }));
}

function setupCfgClass(section: string, content: string): ChangeClass {
  if (/^(?:tool:pytest|pytest|coverage[:.]|tox(?::|$)|testenv|aliases|unittest|nosetests)/.test(section))
    return 'runner_config';
  if (section === 'options.entry_points' && content.includes('pytest11')) return 'runner_config';
  if (section === 'options' && content.includes('cmdclass')) return 'install_script';
  return /^(?:easy_install|install|develop|build_ext)$/.test(section) ? 'package_manager' : 'product';
}

/** Linters may keep their settings there. */
function toxClass(section: string): ChangeClass {
  return /^(?:flake8|pycodestyle|pep8|isort|mypy|pylint|pydocstyle|doc8|yapf|black|bandit|codespell|check-manifest)\b/.test(
    section,
  )
    ? 'product'
    : 'runner_config';
}

function pipfileParts(text: string, context: PartContext): FilePart[] | undefined {
  const document = tomlTable(text, []);
  if (!isRecord(document)) return undefined;
  return Object.entries(document).flatMap(([key, value]): FilePart[] => {
    if (/^(?:dev-)?packages$/.test(key) && isRecord(value))
      return requirementEntries(`[${key}]`, Object.entries(value), context);
    const own = key === 'source' ? 'package_manager' : key === 'scripts' ? 'test_script' : 'product';
    return [{ class: own, part: `[${key}]`, content: toContent(value) }];
  });
}

/** What `setup()` is told is product; the code around it runs when the package is installed. */
function setupParts(text: string): FilePart[] | undefined {
  const source = stripText(pythonSyntax, text);
  const match = source === undefined ? null : /^(?:setuptools\.)?setup\s*\(/m.exec(source.bare);
  if (source === undefined || match === null) return undefined;
  const open = match.index + match[0].length - 1;
  let depth = 0;
  let end = source.bare.length;
  for (let at = open; at < source.bare.length; at++) {
    if ('([{'.includes(source.bare[at] ?? '')) depth++;
    else if (')]}'.includes(source.bare[at] ?? '') && --depth === 0) {
      end = at;
      break;
    }
  }
  const told = source.code.slice(open + 1, end);
  const rest = source.code.slice(0, open) + source.code.slice(end);
  if (/\bcmdclass\b|\bpytest11\b/.test(told)) return undefined;
  const content = (one: string): string => one.replaceAll(/\s+/g, ' ').trim();
  return [
    { class: 'product', part: 'setup()', content: content(told) },
    { class: 'install_script', part: 'code', content: content(rest) },
  ];
}

function requirementParts(text: string, context: PartContext): FilePart[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('--hash'));
  const isOption = (line: string): boolean =>
    /^(?:-i|-f|--(?:index-url|extra-index-url|find-links|no-index|trusted-host|no-binary|only-binary|pre|prefer-binary|config-settings))\b/.test(
      line,
    );
  const options = lines.filter(isOption);
  const requirements = lines.filter((line) => !isOption(line));
  return [
    ...(options.length === 0
      ? []
      : [{ class: 'package_manager', part: 'options', content: options.join('\n') } as const]),
    ...requirementEntries(
      'requirements',
      requirements.map((line) => [requirementName(line.replace(/^-e\s+/, '')), line]),
      context,
    ),
  ];
}
