import type { RehearsalStep } from '../../src/schema/rehearsal.ts';
import type { Turn, TurnFor } from './model-servers/scripted-server.ts';
import type { Roles } from './session-script.ts';

const roleOf: Readonly<Record<string, string>> = {
  'Code Explore': 'code-explore',
  'the Planner': 'planner',
  'the Architect': 'architect',
  'the QA engineer': 'qa-engineer',
  'the Implementer': 'implementer',
};

/** What a rehearsal would do, done by a model; it knows its role by the prompt, and counts its calls. */
export function playingSession(roles: Roles): TurnFor {
  const calls = new Map<string, number>();
  return ({ body, taken }) => {
    const name = /You are ([\w ]+?) of Orchestral/.exec(body)?.[1] ?? '';
    const role = roleOf[name] ?? '';
    if (taken === 0) calls.set(role, (calls.get(role) ?? 0) + 1);
    const step = roles[role]?.[(calls.get(role) ?? 1) - 1];
    return turnsOf(step)[taken] ?? { say: `nothing to say as ${name}, call ${calls.get(role)}, turn ${taken + 1}` };
  };
}

function turnsOf({ edit = {}, answer }: RehearsalStep = {}): Turn[] {
  const writes = Object.entries(edit).map(([file, content]) => ({ write: file, content }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every answer of the script is an object
  return [...writes, answer === undefined ? { say: 'Done.' } : { answer: answer as object }];
}
