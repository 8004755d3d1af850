import { randomBytes } from 'node:crypto';
import type { ConductorMessage } from '../schema/fleet.ts';

export type ClaimAnswer = 'grant' | Extract<ConductorMessage, { type: 'refuse' }>['reason'] | 'silence';

/** A conductor that says nothing for so long is away: it puts the job into the queue again when it is back. */
const ANSWER_MS = 20_000;

/** The claims of a worker that wait for their conductors, by their nonces. */
export class WorkerClaims {
  readonly #waiting = new Map<string, (answer: ClaimAnswer) => void>();

  get size(): number {
    return this.#waiting.size;
  }

  /** The nonce of a new claim, and what comes of it. */
  begin(): { readonly nonce: string; readonly answered: Promise<ClaimAnswer> } {
    const nonce = randomBytes(16).toString('base64url');
    const answered = new Promise<ClaimAnswer>((resolve) => {
      const timer = setTimeout(() => resolve('silence'), ANSWER_MS);
      this.#waiting.set(nonce, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
    return { nonce, answered };
  }

  /** Whether it was claimed: an answer may come twice. */
  answer(nonce: string, answer: ClaimAnswer): boolean {
    const resolve = this.#waiting.get(nonce);
    resolve?.(answer);
    return resolve !== undefined;
  }

  end(nonce: string): void {
    this.#waiting.delete(nonce);
  }

  /** Nothing more is begun. */
  giveUp(): void {
    for (const answer of this.#waiting.values()) answer('silence');
  }
}
