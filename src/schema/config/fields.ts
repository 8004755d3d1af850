import * as z from 'zod/mini';
import type { Problem } from '../../base/document-problem.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { jsonValue } from '../codec.ts';
import { conforms } from '../conform.ts';
import type { DocumentName } from '../documents.ts';
import { type Finding, toProblems } from '../finding.ts';
import { configAgents } from './agents.ts';
import {
  configBuilder,
  configGatekeeper,
  configGlobal,
  configProject,
  configRefiner,
  configVerifier,
} from './settings.ts';
import { configUser } from './user.ts';

/** The files of a project's configuration, by their names without `.json`. */
export const configSections = ['global', 'refiner', 'builder', 'verifier', 'gatekeeper', 'agents', 'project'] as const;

export type ConfigSection = (typeof configSections)[number];

/** Who may say something in a file. */
export type ConfigPlace = 'project' | 'user';

/** One value of the configuration: `builder.model` is `model` in the project's `builder.json`, and in `builder` of the person's file. */
export interface ConfigField {
  readonly key: string;
  readonly section: ConfigSection | 'sandbox' | 'memory' | 'fleet';
  readonly path: readonly string[];
  readonly description: string;
  readonly places: readonly ConfigPlace[];
  readonly schema: z.core.$ZodType;
}

const schemas: { readonly [S in ConfigSection]: z.ZodMiniObject } = {
  global: configGlobal,
  refiner: configRefiner,
  builder: configBuilder,
  verifier: configVerifier,
  gatekeeper: configGatekeeper,
  agents: configAgents,
  project: configProject,
};

/** All of them, in the order of their files. */
export function configFields(): ConfigField[] {
  const { sandbox, memory, fleet } = configUser.shape;
  return [
    ...configSections.flatMap((section) =>
      fieldsIn(schemas[section], {
        section,
        // How a project is built and tested is nothing that all projects have in common.
        places: section === 'project' ? ['project'] : ['project', 'user'],
      }),
    ),
    ...fieldsIn(sandbox.def.innerType, { section: 'sandbox', places: ['user'] }),
    ...fieldsIn(memory.def.innerType, { section: 'memory', places: ['user'] }),
    ...fieldsIn(fleet.def.innerType, { section: 'fleet', places: ['user'] }),
  ];
}

export function sectionDocument(section: ConfigSection): Extract<DocumentName, `config-${ConfigSection}`> {
  return `config-${section}`;
}

/** What a person typed, as the value that belongs there: text as it is, everything else as JSON. */
export function readFieldValue({ schema }: ConfigField, typed: string): Result<unknown, Problem> {
  if (conforms(asMini(schema), typed, [])) return ok(typed);
  const parsed = jsonValue(typed);
  return checkFieldValue(schema, parsed.ok ? parsed.value : typed);
}

export function checkFieldValue(schema: ConfigField['schema'], value: unknown): Result<unknown, Problem> {
  const findings: Finding[] = [];
  if (conforms(asMini(schema), value, findings)) return ok(value);
  const [problem] = toProblems(findings, { text: '', locate: (paths) => paths.map(() => undefined) });
  return problem === undefined ? ok(value) : err(problem);
}

function asMini(schema: z.core.$ZodType): z.ZodMiniType {
  if (schema instanceof z.ZodMiniType) return schema;
  throw new Error('a schema of another kind');
}

type Around = Pick<ConfigField, 'section' | 'places'>;

function fieldsIn(schema: z.ZodMiniObject, around: Around, path: readonly string[] = []): ConfigField[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const inner = field instanceof z.ZodMiniExactOptional ? field.def.innerType : field;
    const at = [...path, name];
    if (inner instanceof z.ZodMiniObject) return fieldsIn(inner, around, at);
    if (name === 'version') return [];
    const description = z.globalRegistry.get(inner)?.description ?? '';
    return [{ ...around, key: [around.section, ...at].join('.'), path: at, description, schema: inner }];
  });
}
