import * as z from 'zod/mini';
import { idPatterns } from '../base/ids.ts';
import { isRecord } from '../base/json.ts';
import { meaning } from './field.ts';
import type { Expectation } from '../base/document-problem.ts';
import { maxProblems } from '../base/document-problem.ts';

/*
 * The fields that hold one entry per task of a graph. A graph of 100,000 tasks has half a million ids in them, so each
 * field is one schema with one loop inside instead of a schema per element. `handwritten` gives their JSON Schema.
 */

const taskIdJsonSchema = { type: 'string', pattern: idPatterns['graph-task-id'].regex.source };
const taskListJsonSchema = { type: 'array', items: taskIdJsonSchema };

/** JSON Schemas of fields that zod cannot see into. */
export const handwritten = z.registry<Record<string, unknown>>();

export function taskList(description: string) {
  const schema = z.custom<string[]>().check(
    z.check((payload) => {
      const report = reporter(payload.issues);
      if (!Array.isArray(payload.value)) return report([], types('array'), payload.value);
      checkIds(payload.value, [], report);
    }),
  );
  handwritten.add(schema, taskListJsonSchema);
  return meaning(schema, description);
}

export function dependencyMap(description: string) {
  const schema = z.custom<Record<string, string[]>>().check(
    z.check((payload) => {
      const report = reporter(payload.issues);
      if (!isRecord(payload.value)) return report([], types('object'), payload.value);
      for (const task in payload.value) {
        const needs = payload.value[task];
        if (!isGraphTaskId(task)) report([task], taskIdPattern, task);
        if (Array.isArray(needs)) checkIds(needs, [task], report);
        else report([task], types('array'), needs);
      }
    }),
  );
  const { pattern } = taskIdJsonSchema;
  handwritten.add(schema, {
    type: 'object',
    propertyNames: { type: 'string', pattern },
    additionalProperties: taskListJsonSchema,
  });
  return meaning(schema, description);
}

type Report = (path: (string | number)[], expected: Expectation, input: unknown) => void;

function checkIds(ids: readonly unknown[], at: (string | number)[], report: Report): void {
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (typeof id !== 'string') report([...at, i], types('string'), id);
    else if (!isGraphTaskId(id)) report([...at, i], taskIdPattern, id);
  }
}

const taskIdPattern: Expectation = {
  kind: 'pattern',
  name: 'graph-task-id',
  example: idPatterns['graph-task-id'].example,
};

function types(type: 'string' | 'array' | 'object'): Expectation {
  return { kind: 'type', types: [type] };
}

function reporter(issues: z.core.$ZodRawIssue[]): Report {
  return (path, expected, input) => {
    if (issues.length < maxProblems) issues.push({ code: 'custom', path, input, params: { expected } });
  };
}

/** The same as the pattern `graph-task-id`; regular expressions are several times slower here. */
function isGraphTaskId(id: string): boolean {
  if (id.charCodeAt(0) !== 84) return false;
  let digits = 0;
  let parts = 0;
  for (let i = 1; i < id.length; i++) {
    const code = id.charCodeAt(i);
    if (code >= 48 && code <= 57) digits += 1;
    else if (code === 46 && digits > 0 && parts < 7) {
      parts += 1;
      digits = 0;
    } else return false;
    if (digits > 15) return false;
  }
  return digits > 0;
}
