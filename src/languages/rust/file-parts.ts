import { isRecord } from '../../base/json.ts';
import type { ChangeClass } from '../change-class.ts';
import { dependencyParts, entryParts, type FilePart, type PartContext, toContent } from '../file-parts.ts';
import { tomlTable } from '../toml-entries.ts';

export function cargoParts(text: string, context: PartContext): FilePart[] | undefined {
  const document = tomlTable(text, []);
  if (!isRecord(document)) return undefined;
  return Object.entries(document).flatMap(([key, value]): FilePart[] => {
    if (/^(?:dev-|build-)?dependencies$/.test(key) && isRecord(value))
      return dependencyParts(`[${key}]`, value, context);
    if (isRecord(value) && /^(?:lib|package|profile)$/.test(key)) {
      return entryParts(
        value,
        (name) => (key === 'profile' ? `[profile.${name}]` : `[${key}] ${name}`),
        (name) => entryClass(key, name),
      );
    }
    return [{ class: tableClass(key), part: `[${key}]`, content: toContent(value) }];
  });
}

function entryClass(table: string, name: string): ChangeClass {
  if (table === 'profile') return name === 'test' ? 'runner_config' : 'product';
  if (/^(?:test|doctest|harness|autotests)$/.test(name)) return 'runner_config';
  return name === 'build' ? 'install_script' : 'product';
}

function tableClass(key: string): ChangeClass {
  if (key === 'test') return 'runner_config';
  return key === 'patch' || key === 'replace' || key === 'source' ? 'package_manager' : 'product';
}
