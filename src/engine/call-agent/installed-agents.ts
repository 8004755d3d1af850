import { isSignedIn } from '../../agents/sign-in.ts';
import { type AskProgram, versionIn } from '../ask-program.ts';
import { installable } from './choose-agent.ts';

export interface InstalledAgent {
  readonly backend: (typeof installable)[number];
  /** `bad`: it is there and does not even tell its version. */
  readonly state: 'good' | 'missing' | 'bad';
  readonly version: string | null;
  /** Null: cannot be told without a call. */
  readonly signed_in: boolean | null;
}

/** Which agent programs are there, and whether the person is signed in with them. No call is made. */
export function examineAgents(
  ask: AskProgram,
  env: Readonly<Record<string, string | undefined>>,
): Promise<InstalledAgent[]> {
  return Promise.all(
    installable.map(async (backend) => {
      const answer = await ask(backend, ['--version']);
      if (!('said' in answer)) {
        const state = answer.silent === 'absent' ? 'missing' : 'bad';
        return { backend, state, version: null, signed_in: null } as const;
      }
      const signed_in = isSignedIn(backend, env) ?? null;
      return { backend, state: 'good', version: versionIn(answer.said), signed_in } as const;
    }),
  );
}
