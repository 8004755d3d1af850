import { createHash } from 'node:crypto';
import path from 'node:path';
import { catchFailure, fail, type Failure, unwrap } from '../../base/failure.ts';
import { canonicalJson, parseJson } from '../../base/json.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { realDisk } from '../../files/disk.ts';
import { decode } from '../../schema/codec.ts';
import { encodeJson } from '../../schema/own-layout.ts';
import { configDefaults } from '../../schema/config/defaults.ts';
import { type ConfigSection, configSections, sectionDocument } from '../../schema/config/fields.ts';
import { kindOf } from '../../schema/documents.ts';
import { editJson } from '../../schema/json-edit.ts';
import { jsonSchemaOf } from '../../schema/json-schema.ts';
import { placeOf } from '../../schema/places.ts';
import type { Problem } from '../../base/document-problem.ts';
import { updateFile } from '../../store/update-file.ts';
import type { Project } from '../project.ts';
import { readRegularFile } from '../read-file.ts';
import { readRunSettings } from '../run-settings.ts';
import type { Environment } from '../user-config.ts';

const defaults: Readonly<Record<ConfigSection, unknown>> = { ...configDefaults, agents: {}, project: {} };

/** One file of the configuration, with what holds without it. */
export interface Setting {
  readonly setting: ConfigSection;
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
  const values: Readonly<Record<ConfigSection, unknown>> | undefined = holds && {
    ...holds,
    agents: holds.repository.agents,
    project: holds.repository.project ?? {},
  };
  return configSections.map((setting) => {
    const name = sectionDocument(setting);
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
  readonly setting: ConfigSection;
  readonly value: unknown;
  /** Of the file as it was shown; null where there was none. */
  readonly sha256: string | null;
}

type Saved = Result<string, { readonly failure: Failure; readonly problems: readonly Problem[] }>;

/**
 * Changes in a file of the configuration what differs from what was shown, and leaves the rest of it as it is written:
 * what holds by default does not become the file's. Nothing is saved unless all of it is valid, and nobody changed it
 * since it was shown.
 */
export async function saveSetting(
  { project, env }: { readonly project: Project; readonly env: Environment },
  { setting, value, sha256 }: NewSetting,
): Promise<Saved> {
  const name = sectionDocument(setting);
  const file = path.join(project.root, placeOf(name));
  const shown = (await readSettings(project, env)).find((one) => one.setting === setting);
  const changes = changesBetween(shown?.value, value);
  const options = { disk: realDisk, command: 'settings', onNotice: () => undefined };
  let saved: Uint8Array = new Uint8Array();
  let problems: readonly Problem[] = [];
  const written = await updateFile(file, options, (before) => {
    const now = before === undefined ? null : hashOf(before);
    if (now !== sha256) return fail('shown.changed', { what: 'settings' }, { path: file });
    const text = before === undefined ? encodeJson({}) : new TextDecoder().decode(before);
    const edited = changes.reduce((so, change) => editJson(so, change.at, change.value), text);
    // A file that is no JSON at all has nothing that could be left as it is.
    saved = Buffer.from(parseJson(text) === undefined ? encodeJson(value) : edited);
    const decoded = decode(name, saved);
    if (decoded.ok) return ok(saved);
    problems = decoded.error;
    return fail('settings.invalid', { file: placeOf(name), count: problems.length }, { path: file });
  });
  return written.ok ? ok(hashOf(saved)) : err({ failure: written.error, problems });
}

interface Change {
  readonly at: readonly string[];
  /** Undefined: it is taken out. */
  readonly value: unknown;
}

function changesBetween(before: unknown, after: unknown, at: readonly string[] = []): Change[] {
  if (canonicalJson(before ?? null) === canonicalJson(after ?? null)) return [];
  if (!isGroup(before) || !isGroup(after)) return [{ at, value: after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => changesBetween(before[name], after[name], [...at, name]));
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
