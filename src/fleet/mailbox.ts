import { isRecord, parseJson } from '../base/json.ts';
import type { Redis } from './packages.ts';
import type { SignedMessage } from './signing.ts';

/*
 * A mailbox is a stream of Redis. A message stays there until whoever it is for took it away: nothing is lost while they
 * are away or Redis is.
 */

/** Milliseconds that a read waits for messages. */
const WAIT_MS = 5_000;
const MOST_AT_ONCE = 200;
const PAUSE_MS = 500;

export interface Letter {
  readonly id: string;
  readonly message: SignedMessage;
}

/** Reads mailboxes from their beginning, until the signal: of what has come to several, the first one's first. */
export async function readMailboxes(
  redis: Redis,
  { places, signal }: { readonly places: readonly string[]; readonly signal: AbortSignal },
  handle: (place: string, letters: readonly Letter[]) => void,
): Promise<void> {
  const last = new Map(places.map((place) => [place, '0']));
  while (!signal.aborted) {
    try {
      const from = [...last.keys(), ...last.values()];
      const read = await redis.call('XREAD', 'COUNT', MOST_AT_ONCE, 'BLOCK', WAIT_MS, 'STREAMS', ...from);
      for (const [place, entries] of streamsIn(read)) {
        last.set(place, entries.at(-1)?.id ?? '0');
        const letters = entries.flatMap(({ id, text }) => {
          const message = signedMessageIn(text);
          return message === undefined ? [] : [{ id, message }];
        });
        if (letters.length > 0) handle(place, letters);
      }
    } catch (error) {
      if (signal.aborted) return;
      // What is handled wrongly is a bug; what Redis says is waited out.
      if (!isFromRedis(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

interface Sending {
  readonly place: string;
  readonly message: SignedMessage;
  readonly signal: AbortSignal;
  /** Older ones than so many may be lost. */
  readonly most?: number;
}

/** Puts a message there. Tried until it is there, or until the signal: Redis may be away for a while. */
export async function sendMessage(
  redis: Redis,
  { place, message, signal, most = MOST_LETTERS }: Sending,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await redis.call('XADD', place, 'MAXLEN', '~', most, '*', 'm', JSON.stringify(message));
      return;
    } catch (error) {
      if (!isFromRedis(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** What nobody fetches does not fill Redis. */
export const MOST_LETTERS = 50_000;

interface Entry {
  readonly id: string;
  readonly text: string;
}

function streamsIn(read: unknown): readonly (readonly [place: string, entries: readonly Entry[]])[] {
  return listIn(read).flatMap((stream) => {
    const [place, entries] = listIn(stream);
    return typeof place === 'string' ? [[place, listIn(entries).flatMap(entryIn)] as const] : [];
  });
}

function entryIn(entry: unknown): Entry[] {
  const [id, fields] = listIn(entry);
  const [, text] = listIn(fields);
  return typeof id === 'string' ? [{ id, text: typeof text === 'string' ? text : '' }] : [];
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The connection was lost, or Redis says what is wrong: it may be loading, or out of memory. */
function isFromRedis(error: unknown): boolean {
  return error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError);
}

export function signedMessageIn(text: string): SignedMessage | undefined {
  const value = parseJson(text);
  return isSignedMessage(value) ? value : undefined;
}

export function isSignedMessage(value: unknown): value is SignedMessage {
  if (!isRecord(value)) return false;
  const { body, signature = '', seal = '', from = '' } = value;
  return [body, signature, seal, from].every((field) => typeof field === 'string');
}
