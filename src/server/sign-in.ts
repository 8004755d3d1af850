import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { failure, type Failure } from '../base/failure.ts';
import { csrfHeader } from '../schema/api/paths.ts';

/** Who asks. */
export type Caller = { readonly kind: 'program' } | { readonly kind: 'browser'; readonly csrf: string };

export interface SignInOptions {
  readonly token: string;
  readonly key: string;
  readonly port: number;
  readonly now: () => number;
}

export interface Denial {
  readonly status: 401 | 403 | 429;
  readonly failure: Failure;
}

const ONE_TIME_MS = 60_000;
const MOST_WRONG = 20;
const WRONG_WITHIN_MS = 60_000;
/** Browsers that are signed in at the same time; the oldest is signed out for one more. */
const MOST_BROWSERS = 64;

export function newSecret(): string {
  return randomBytes(32).toString('hex');
}

/** Knows who may use the server: programs of the user by its token, browsers by a cookie that a one-time token was given for. */
export class SignIn {
  readonly #options: SignInOptions;
  /** By hash, until when. */
  readonly #oneTime = new Map<string, number>();
  /** By hash of the cookie. */
  readonly #browsers = new Map<string, { readonly csrf: string }>();
  /** When, by what was wrong: tabs that a server of before signed in keep no program out. */
  readonly #wrong = newCounts();

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  get cookieName(): string {
    return `orchestral-${this.#options.port}`;
  }

  /** Whether the server is who its record says. */
  prove(nonce: string): string {
    return createHmac('sha256', this.#options.key).update(nonce).digest('hex');
  }

  /** Good once, for a minute. */
  makeOneTimeToken(): string {
    const { now } = this.#options;
    for (const [hash, until] of this.#oneTime) if (until < now()) this.#oneTime.delete(hash);
    const token = newSecret();
    this.#oneTime.set(hashOf(token), now() + ONE_TIME_MS);
    return token;
  }

  /** The cookie for a browser that has a one-time token. */
  exchange(token: string): { readonly cookie: string; readonly csrf: string } | Denial {
    const locked = this.#lockedOut('link');
    if (locked !== undefined) return locked;
    const hash = hashOf(token);
    const until = this.#oneTime.get(hash);
    this.#oneTime.delete(hash);
    if (until === undefined || until < this.#options.now()) return this.#count('link');
    const [value, csrf] = [newSecret(), newSecret()];
    const [oldest] = this.#browsers.keys();
    if (this.#browsers.size >= MOST_BROWSERS && oldest !== undefined) this.#browsers.delete(oldest);
    this.#browsers.set(hashOf(value), { csrf });
    return { cookie: `${this.cookieName}=${value}; HttpOnly; SameSite=Strict; Path=/`, csrf };
  }

  /** Who it is, by what the request shows. */
  identify(headers: IncomingHttpHeaders): Caller | Denial {
    const { authorization } = headers;
    if (authorization !== undefined) {
      const locked = this.#lockedOut('bearer');
      if (locked !== undefined) return locked;
      const [, bearer] = /^Bearer ([0-9a-f]{64})$/.exec(authorization) ?? [];
      return bearer !== undefined && isSame(bearer, this.#options.token) ? { kind: 'program' } : this.#count('bearer');
    }
    const cookie = this.#cookieIn(headers);
    if (cookie === undefined) return SIGNED_OUT;
    const browser = this.#browsers.get(hashOf(cookie));
    if (browser !== undefined) return { kind: 'browser', csrf: browser.csrf };
    return this.#lockedOut('cookie') ?? this.#count('cookie');
  }

  /** What a change needs besides: a page of another site can send the cookie, but not this. */
  allowsChange(caller: Caller, headers: IncomingHttpHeaders): boolean {
    if (caller.kind === 'program') return true;
    const sent = headers[csrfHeader];
    return typeof sent === 'string' && isSame(sent, caller.csrf);
  }

  signOut(headers: IncomingHttpHeaders): string {
    const cookie = this.#cookieIn(headers);
    if (cookie !== undefined) this.#browsers.delete(hashOf(cookie));
    return `${this.cookieName}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0`;
  }

  #cookieIn({ cookie = '' }: IncomingHttpHeaders): string | undefined {
    const pairs = cookie.split(/; */).filter((pair) => pair.startsWith(`${this.cookieName}=`));
    const [only] = pairs;
    return pairs.length === 1 ? only?.slice(this.cookieName.length + 1) : undefined;
  }

  /** A wrong token: whoever guesses is soon refused without a look. */
  #count(shown: Shown): Denial {
    this.#wrong[shown].push(this.#options.now());
    return this.#lockedOut(shown) ?? SIGNED_OUT;
  }

  #lockedOut(shown: Shown): Denial | undefined {
    const now = this.#options.now();
    const wrong = this.#wrong[shown];
    while ((wrong[0] ?? now) < now - WRONG_WITHIN_MS) wrong.shift();
    const [first] = wrong;
    if (first === undefined || wrong.length < MOST_WRONG) return undefined;
    const seconds = Math.ceil((first + WRONG_WITHIN_MS - now) / 1000);
    return { status: 429, failure: failure('http.locked_out', { seconds }) };
  }
}

/** What a caller shows to be let in. */
type Shown = 'link' | 'bearer' | 'cookie';

function newCounts(): Readonly<Record<Shown, number[]>> {
  return { link: [], bearer: [], cookie: [] };
}

const SIGNED_OUT: Denial = { status: 401, failure: failure('http.signed_out', {}) };

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Takes as long for whatever is wrong. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
