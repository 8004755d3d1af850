import path from 'node:path';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Rehearsal, RehearsalStep } from '../schema/rehearsal.ts';
import { readScript } from './read-document.ts';

export interface DemoScript {
  /** Where the demo's files lie. */
  readonly from: string;
  /** Folder of the texts in the person's language, from there. */
  readonly texts: string;
  /** What the person answered: the id of an option. */
  readonly decision: string;
  /** Whether the steps take their time, so that people can follow. */
  readonly paced: boolean;
}

/** The rehearsal as it goes on after an answer: each file says only what is different from those before it. */
export async function demoScript({ from, texts, decision, paced }: DemoScript): Promise<Result<Rehearsal, Failure>> {
  const names = decision === LATIN_ONLY ? ['rehearsal.yaml', 'latin.yaml'] : ['rehearsal.yaml'];
  const files = names.flatMap((name) => [...new Set([path.join(from, name), path.join(from, texts, name)])]);
  let script: Rehearsal = { version: 1 };
  for (const file of files) {
    const read = await readScript(file, { followLinks: true });
    if (!read.ok) return read;
    script = changedBy(script, read.value);
  }
  return ok(paced ? script : withoutPauses(script));
}

/** The id of the option that `latin.yaml` follows. */
const LATIN_ONLY = 'B';

function changedBy({ roles = {}, ...script }: Rehearsal, { roles: changes = {} }: Rehearsal): Rehearsal {
  const changed = Object.entries(changes).map(([role, steps]): [string, RehearsalStep[]] => [
    role,
    Array.from({ length: Math.max(steps.length, roles[role]?.length ?? 0) }, (_, n) => {
      const [before = {}, after = {}] = [roles[role]?.[n], steps[n]];
      const edit = { ...before.edit, ...after.edit };
      return { ...before, ...after, ...(Object.keys(edit).length > 0 && { edit }) };
    }),
  ]);
  return { ...script, roles: { ...roles, ...Object.fromEntries(changed) } };
}

function withoutPauses({ roles = {}, ...script }: Rehearsal): Rehearsal {
  const steps = (list: readonly RehearsalStep[]) => list.map((step) => ({ ...step, delay_ms: 0 }));
  return { ...script, roles: Object.fromEntries(Object.entries(roles).map(([role, list]) => [role, steps(list)])) };
}
