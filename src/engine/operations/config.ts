import fs from 'node:fs';
import path from 'node:path';
import { type Failure, failure, throwFailure, unwrap } from '../../base/failure.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { realDisk } from '../../files/disk.ts';
import { decode } from '../../schema/codec.ts';
import { encodeJson } from '../../schema/own-layout.ts';
import { configDefaults } from '../../schema/config/defaults.ts';
import {
  checkFieldValue,
  type ConfigField,
  configFields,
  type ConfigPlace,
  type ConfigSection,
  configSections,
  readFieldValue,
  sectionDocument,
} from '../../schema/config/fields.ts';
import type { JsonDocumentName } from '../../schema/documents.ts';
import { valueAt } from '../../schema/finding.ts';
import { editJson } from '../../schema/json-edit.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { OnNotice } from '../../schema/notice.ts';
import { placeOf } from '../../schema/places.ts';
import { updateFile } from '../../store/update-file.ts';
import { requireOutsideAgent } from '../conductor/open-workflow.ts';
import type { Project } from '../project.ts';
import { readConfig } from '../repository-config.ts';
import { type Environment, readUserConfig, userConfigFile } from '../user-config.ts';

export interface ConfigContext {
  readonly project: Project;
  readonly env: Environment;
  /** `--agent` and `--model`, or what the environment says instead. */
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly onNotice: OnNotice;
}

export type ConfigOrigin = 'flag' | 'environment' | ConfigPlace | 'default';

/** One value of the configuration, as it holds now. */
export interface ConfigValue {
  readonly key: string;
  /** Null: nobody says anything, and there is no default. */
  readonly value: unknown;
  readonly origin: ConfigOrigin;
  /** The file that says so. */
  readonly path: string | null;
  readonly default: unknown;
  readonly description: string;
  /** Where it can be set. */
  readonly places: readonly ConfigPlace[];
}

/** Every value there is, with who says so: flag, environment, the project's file, the person's, or nobody. */
export function listConfig(context: ConfigContext): ConfigValue[] {
  const said = readAll(context);
  return configFields().map((field) => valueOf(field, said));
}

/** One of them. */
export function getConfig(context: ConfigContext, key: string): ConfigValue {
  return valueOf(fieldNamed(key), readAll(context));
}

/** What is wanted of one value. */
export type ConfigChange = { readonly key: string; readonly place: ConfigPlace } & (
  | { readonly value: unknown }
  /** As a person types it. */
  | { readonly typed: string }
  /** What the file says is taken out of it. */
  | { readonly unset: true }
);

export interface ConfigChanged {
  readonly file: string;
  /** Something nearer may say otherwise. */
  readonly holds: ConfigValue;
}

/** Changes one value in one file and leaves the rest of it as it is written. What is not valid changes nothing. */
export async function setConfig(context: ConfigContext, change: ConfigChange): Promise<ConfigChanged> {
  const { env, project, onNotice } = context;
  requireOutsideAgent(env);
  const field = fieldNamed(change.key);
  const { place } = change;
  if (!field.places.includes(place)) throwFailure('config.wrong_place', { key: field.key, place });
  const value = wantedValue(field, change);
  const target = fileOf(field, { place, project, env });
  const options = { disk: realDisk, command: 'config set', onNotice };
  unwrap(
    await updateFile(throughLink(target), options, (before) => {
      const text = validText(target, before ?? Buffer.from(encodeJson({})));
      if (!text.ok) return text;
      const after = Buffer.from(editJson(text.value, target.at, value));
      const checked = validText(target, after);
      return checked.ok ? ok(after) : checked;
    }),
  );
  return { file: target.file, holds: getConfig(context, field.key) };
}

function fieldNamed(key: string): ConfigField {
  const fields = configFields();
  const found = fields.find((field) => field.key === key);
  if (found !== undefined) return found;
  const keys = fields.map((field) => field.key);
  const below = keys.filter((other) => other.startsWith(`${key}.`));
  const suggestion = below.length > 0 ? null : (nearestOf(key, keys) ?? null);
  return throwFailure('config.unknown_key', { key, suggestion, below });
}

function wantedValue(field: ConfigField, change: ConfigChange): unknown {
  if ('unset' in change) return undefined;
  const value = 'typed' in change ? readFieldValue(field, change.typed) : checkFieldValue(field.schema, change.value);
  return value.ok ? value.value : throwFailure('config.bad_value', { key: field.key, problem: value.error });
}

interface Target {
  readonly file: string;
  readonly document: JsonDocumentName;
  /** Of the value in the file. */
  readonly at: readonly string[];
}

interface Whose extends Pick<ConfigContext, 'project' | 'env'> {
  readonly place: ConfigPlace;
}

function fileOf({ section, path: at }: ConfigField, { place, project, env }: Whose): Target {
  if (place === 'user') {
    const file = userConfigFile(env) ?? throwFailure('home.unknown', {});
    return { file, document: 'config-user', at: [section, ...at] };
  }
  const document = sectionDocument(sectionNamed(section));
  return { file: path.join(project.root, placeOf(document)), document, at };
}

function sectionNamed(name: string): ConfigSection {
  const section = configSections.find((one) => one === name);
  if (section === undefined) throw new Error(`no file of a project: ${name}`);
  return section;
}

/** People keep their own settings elsewhere and link to them: the link stays. */
function throughLink({ file, document }: Target): string {
  if (document !== 'config-user') return file;
  return fs.existsSync(file) ? fs.realpathSync(file) : file;
}

function validText({ file, document }: Target, bytes: Uint8Array): Result<string, Failure> {
  const decoded = decode(document, bytes);
  if (!decoded.ok) return err(failure('document.invalid', { document, problems: decoded.error }, { path: file }));
  return ok(Buffer.from(bytes).toString('utf8'));
}

/** What each of them says, the nearest first. */
interface Said {
  readonly origin: ConfigOrigin;
  readonly valueOf: (field: ConfigField) => unknown;
  readonly pathOf: (field: ConfigField) => string | null;
}

function readAll(context: ConfigContext): readonly Said[] {
  const { project, env } = context;
  const user = readUserConfig(env);
  const files = Object.fromEntries(
    configSections.map((section) => [section, readConfig(project.root, sectionDocument(section))]),
  );
  const inProject: Said = {
    origin: 'project',
    valueOf: ({ section, path: at }) => valueAt(files[section], at),
    pathOf: (field) => fileOf(field, { place: 'project', project, env }).file,
  };
  const inUser: Said = {
    origin: 'user',
    valueOf: ({ section, path: at }) => valueAt(user, [section, ...at]),
    pathOf: () => userConfigFile(env) ?? null,
  };
  const inFiles = [inProject, inUser];
  return [...commandLine(context, inFiles), ...inFiles, defaults];
}

const OTHER_DEFAULTS = { agents: { sandbox: 'auto' }, memory: { save: false } };

const defaults: Said = {
  origin: 'default',
  valueOf: ({ section, path: at }) => valueAt({ ...configDefaults, ...OTHER_DEFAULTS }, [section, ...at]),
  pathOf: () => null,
};

/** `--agent` and `--model` are said of every role, and so in place of all that files say about one. */
function commandLine({ agent, model, env }: ConfigContext, files: readonly Said[]): readonly Said[] {
  const [, backend, argument] = /^([^:]*)(?::(.*))?$/s.exec(agent ?? '') ?? [];
  const isModel = ['claude', 'codex', 'gemini', 'opencode'].includes(backend ?? '');
  const byAgent = agent !== undefined && agent === env['ORCHESTRAL_AGENT'] ? 'environment' : 'flag';
  const isSaid = (field: ConfigField) => files.some((file) => file.valueOf(field) !== undefined);
  const isOf = (field: ConfigField, name: 'backend' | 'model') =>
    field.key === `agents.default.${name}` || (field.path.at(-1) === name && isSaid(field));
  const pathOf = () => null;
  return [
    { origin: 'flag', valueOf: (field) => (isOf(field, 'model') ? model : undefined), pathOf },
    {
      origin: byAgent,
      valueOf: (field) => {
        if (agent === undefined) return undefined;
        if (isOf(field, 'backend')) return backend;
        return isModel && isOf(field, 'model') ? argument : undefined;
      },
      pathOf,
    },
  ];
}

function valueOf(field: ConfigField, said: readonly Said[]): ConfigValue {
  const { key, description, places } = field;
  const found = said.find((one) => one.valueOf(field) !== undefined) ?? defaults;
  return {
    key,
    value: found.valueOf(field) ?? null,
    origin: found.origin,
    path: found.pathOf(field),
    default: defaults.valueOf(field) ?? null,
    description,
    places,
  };
}
