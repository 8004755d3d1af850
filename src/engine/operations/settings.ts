import { createHash } from 'node:crypto';
import path from 'node:path';
import { catchFailure, fail, type Failure, failure, unwrap } from '../../base/failure.ts';
import { parseJson } from '../../base/json.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { realDisk } from '../../files/disk.ts';
import { decode, encodeJson } from '../../schema/codec.ts';
import { configDefaults } from '../../schema/config/defaults.ts';
import { type JsonDocumentName, kindOf } from '../../schema/documents.ts';
import { jsonSchemaOf } from '../../schema/json-schema.ts';
import { placeOf } from '../../schema/places.ts';
import type { Problem } from '../../base/document-problem.ts';
import { updateFile } from '../../store/update-file.ts';
import type { Project } from '../project.ts';
import { readRegularFile } from '../read-file.ts';
import { readRunSettings } from '../run-settings.ts';
import type { Environment } from '../user-config.ts';

export const settingNames = ['global', 'refiner', 'builder', 'verifier', 'gatekeeper', 'agents', 'project'] as const;

export type SettingName = (typeof settingNames)[number];

const documentOf = {
  global: 'config-global',
  refiner: 'config-refiner',
  builder: 'config-builder',
  verifier: 'config-verifier',
  gatekeeper: 'config-gatekeeper',
  agents: 'config-agents',
  project: 'config-project',
} as const satisfies Record<SettingName, JsonDocumentName>;

const defaults: Readonly<Record<SettingName, unknown>> = { ...configDefaults, agents: {}, project: {} };

/** One file of the configuration, with what holds without it. */
export interface Setting {
  readonly setting: SettingName;
  readonly path: string;
  readonly origin: 'file' | 'default';
  readonly sha256: string | null;
  readonly value: unknown;
  readonly defaults: unknown;
  readonly schema: unknown;
  readonly problems: readonly Problem[];
}

export async function readSettings(project: Project, env: Environment): Promise<Setting[]> {
  const held = await catchFailure(() => readRunSettings(project, env));
  const holds = held.ok ? held.value : undefined;
  const values: Readonly<Record<SettingName, unknown>> | undefined = holds && {
    ...holds,
    agents: holds.repository.agents,
    project: holds.repository.project ?? {},
  };
  return settingNames.map((setting) => {
    const name = documentOf[setting];
    const place = placeOf(name);
    const shared = { setting, path: place, defaults: defaults[setting], schema: jsonSchemaOf(name) };
    const bytes = readRegularFile(path.join(project.root, place), { limit: kindOf(name).maxBytes, followLinks: false });
    if (!bytes.ok) {
      if (bytes.error.code !== 'file.missing') unwrap(bytes);
      const value = values?.[setting] ?? defaults[setting];
      return { ...shared, origin: 'default', sha256: null, value, problems: [] };
    }
    const decoded = decode(name, bytes.value);
    const raw: unknown = parseJson(new TextDecoder().decode(bytes.value)) ?? null;
    const value = values?.[setting] ?? raw;
    return { ...shared, origin: 'file', sha256: hashOf(bytes.value), value, problems: decoded.ok ? [] : decoded.error };
  });
}

export interface NewSetting {
  readonly setting: SettingName;
  readonly value: unknown;
  /** Of the file as it was shown; null where there was none. */
  readonly sha256: string | null;
}

/** Saves a file of the configuration if all of it is valid, and if nobody changed it since it was shown. */
export async function saveSetting(
  { root }: Project,
  { setting, value, sha256 }: NewSetting,
): Promise<Result<string, { readonly failure: Failure; readonly problems: readonly Problem[] }>> {
  const name = documentOf[setting];
  const file = path.join(root, placeOf(name));
  const bytes = Buffer.from(encodeJson(value));
  const decoded = decode(name, bytes);
  if (!decoded.ok) {
    const invalid = failure('settings.invalid', { file: placeOf(name), count: decoded.error.length }, { path: file });
    return err({ failure: invalid, problems: decoded.error });
  }
  const options = { disk: realDisk, command: 'settings', onNotice: () => undefined };
  const saved = await updateFile(file, options, (before) => {
    const now = before === undefined ? null : hashOf(before);
    return now === sha256 ? ok(bytes) : fail('shown.changed', { what: 'settings' }, { path: file });
  });
  return saved.ok ? ok(hashOf(bytes)) : err({ failure: saved.error, problems: [] });
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
