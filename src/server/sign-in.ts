import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { failure, type Failure } from '../base/failure.ts';
import { csrfHeader } from '../schema/api/paths.ts';
import { type Device, PairedDevice } from './device.ts';

/** Who asks. */
export type Caller =
  | { readonly kind: 'program' }
  | { readonly kind: 'browser'; readonly csrf: string; readonly browser: SignedIn };

/** A browser that is signed in. */
interface SignedIn {
  readonly csrf: string;
  /** Of a browser on another machine. */
  readonly device: PairedDevice | undefined;
  /** Called once, when it is signed out: what is still open for it has to end. */
  readonly endings: Set<() => void>;
}

/** By which way a request came. */
export interface Entrance {
  /** From another machine: only paired devices are let in. */
  readonly isRemote: boolean;
  /** Of who sent it. */
  readonly address: string;
}

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
/** Addresses whose wrong tokens are counted, at the same time. */
const MOST_COUNTED = 1000;
/** Browsers that are signed in at the same time; the oldest is signed out for one more. */
const MOST_BROWSERS = 64;

export function newSecret(): string {
  return randomBytes(32).toString('hex');
}

/** Knows who may use the server: programs of the user by its token, browsers by a cookie that a one-time token was given for. */
export class SignIn {
  readonly #options: SignInOptions;
  /** By hash, until when. */
  readonly #oneTime = new Map<string, { readonly until: number; readonly isRemote: boolean }>();
  /** By hash of the cookie. */
  readonly #browsers = new Map<string, SignedIn>();
  /** When, by what was wrong and whose it was: tabs that a server of before signed in keep no program out. */
  readonly #wrong = new Map<string, number[]>();

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  cookieName(isRemote: boolean): string {
    return `${isRemote ? '__Host-' : ''}orchestral-${this.#options.port}`;
  }

  /** Whether the server is who its record says. */
  prove(nonce: string): string {
    return createHmac('sha256', this.#options.key).update(nonce).digest('hex');
  }

  /** Good once, for a minute; on other machines only if it was made for them. */
  makeOneTimeToken({ isRemote }: Pick<Entrance, 'isRemote'>): string {
    const { now } = this.#options;
    for (const [hash, { until }] of this.#oneTime) if (until < now()) this.#oneTime.delete(hash);
    const token = newSecret();
    this.#oneTime.set(hashOf(token), { until: now() + ONE_TIME_MS, isRemote });
    return token;
  }

  /** The cookie for a browser that has a one-time token. */
  exchange(
    token: string,
    entrance: Entrance,
    agent: string | undefined,
  ): { readonly cookie: string; readonly csrf: string } | Denial {
    const locked = this.#lockedOut('link', entrance);
    if (locked !== undefined) return locked;
    const { isRemote } = entrance;
    const now = this.#options.now();
    const hash = hashOf(token);
    const known = this.#oneTime.get(hash);
    this.#oneTime.delete(hash);
    if (known === undefined || known.until < now || known.isRemote !== isRemote) return this.#count('link', entrance);
    const [value, csrf] = [newSecret(), newSecret()];
    const [oldest] = this.#browsers.keys();
    if (this.#browsers.size >= MOST_BROWSERS && oldest !== undefined) this.#end(oldest);
    const device = isRemote ? new PairedDevice(agent, now) : undefined;
    this.#browsers.set(hashOf(value), { csrf, device, endings: new Set() });
    return { cookie: `${this.cookieName(isRemote)}=${value}; ${attributes(isRemote)}`, csrf };
  }

  /** Who it is, by what the request shows. */
  identify(headers: IncomingHttpHeaders, entrance: Entrance): Caller | Denial {
    const { authorization } = headers;
    if (authorization !== undefined) {
      const locked = this.#lockedOut('bearer', entrance);
      if (locked !== undefined) return locked;
      const [, bearer] = /^Bearer ([0-9a-f]{64})$/.exec(authorization) ?? [];
      const isProgram = bearer !== undefined && !entrance.isRemote && isSame(bearer, this.#options.token);
      return isProgram ? { kind: 'program' } : this.#count('bearer', entrance);
    }
    const cookie = this.#cookieIn(headers, entrance);
    if (cookie === undefined) return SIGNED_OUT;
    const browser = this.#browsers.get(hashOf(cookie));
    if (browser !== undefined && (browser.device !== undefined) === entrance.isRemote) {
      browser.device?.see(this.#options.now());
      return { kind: 'browser', csrf: browser.csrf, browser };
    }
    return this.#lockedOut('cookie', entrance) ?? this.#count('cookie', entrance);
  }

  /** What a change needs besides: a page of another site can send the cookie, but not this. */
  allowsChange(caller: Caller, headers: IncomingHttpHeaders): boolean {
    if (caller.kind === 'program') return true;
    const sent = headers[csrfHeader];
    return typeof sent === 'string' && isSame(sent, caller.csrf);
  }

  signOut(headers: IncomingHttpHeaders, entrance: Entrance): string {
    const cookie = this.#cookieIn(headers, entrance);
    if (cookie !== undefined) this.#end(hashOf(cookie));
    return `${this.cookieName(entrance.isRemote)}=; ${attributes(entrance.isRemote)}; Max-Age=0`;
  }

  /** Oldest first. */
  devices(): Device[] {
    return [...this.#browsers.values()].flatMap(({ device }) => (device === undefined ? [] : [device.view()]));
  }

  /** Signs a device out at once; undefined where there is none of this id. */
  revoke(id: string): Device | undefined {
    for (const [hash, { device }] of this.#browsers) {
      if (device?.id !== id) continue;
      this.#end(hash);
      return device.view();
    }
    return undefined;
  }

  /** Nobody is let in from other machines any more, whatever they were given. */
  revokeAll(): void {
    for (const [hash, { device }] of this.#browsers) if (device !== undefined) this.#end(hash);
    for (const [hash, { isRemote }] of this.#oneTime) if (isRemote) this.#oneTime.delete(hash);
  }

  #end(hash: string): void {
    const browser = this.#browsers.get(hash);
    this.#browsers.delete(hash);
    for (const end of browser?.endings ?? []) end();
  }

  #cookieIn({ cookie = '' }: IncomingHttpHeaders, { isRemote }: Entrance): string | undefined {
    const name = this.cookieName(isRemote);
    const pairs = cookie.split(/; */).filter((pair) => pair.startsWith(`${name}=`));
    const [only] = pairs;
    return pairs.length === 1 ? only?.slice(name.length + 1) : undefined;
  }

  /** A wrong token: whoever guesses is soon refused without a look. */
  #count(shown: Shown, entrance: Entrance): Denial {
    const key = keyOf(shown, entrance);
    const wrong = this.#wrong.get(key) ?? [];
    // What was counted first is forgotten first: a machine with many addresses is no danger to memory.
    this.#wrong.delete(key);
    this.#wrong.set(key, [...wrong, this.#options.now()].slice(-MOST_WRONG));
    const [oldest] = this.#wrong.keys();
    if (this.#wrong.size > MOST_COUNTED && oldest !== undefined) this.#wrong.delete(oldest);
    return this.#lockedOut(shown, entrance) ?? SIGNED_OUT;
  }

  #lockedOut(shown: Shown, entrance: Entrance): Denial | undefined {
    const now = this.#options.now();
    const wrong = (this.#wrong.get(keyOf(shown, entrance)) ?? []).filter((at) => at >= now - WRONG_WITHIN_MS);
    const [first] = wrong;
    if (first === undefined || wrong.length < MOST_WRONG) return undefined;
    const seconds = Math.ceil((first + WRONG_WITHIN_MS - now) / 1000);
    return { status: 429, failure: failure('http.locked_out', { seconds }) };
  }
}

/** What a caller shows to be let in. */
type Shown = 'link' | 'bearer' | 'cookie';

/** On this machine all are one: whoever could send from many addresses could also read the token. */
function keyOf(shown: Shown, { isRemote, address }: Entrance): string {
  return isRemote ? `${shown} ${address}` : shown;
}

function attributes(isRemote: boolean): string {
  return `HttpOnly; SameSite=Strict; Path=/${isRemote ? '; Secure' : ''}`;
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
