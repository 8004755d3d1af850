import * as z from 'zod/mini';
import { isRecord, parseJson } from '../../base/json.ts';
import type { VendorName } from '../vendors.ts';

type Document = Readonly<Record<string, unknown>>;

/** The file by which a vendor's program acts in a person's name. */
export interface SignInFile {
  /** In the first of the vendor's folders. */
  readonly name: string;
  /** Of a document, what agents get; undefined where there is nothing that we know. */
  copy(document: Document): Document | undefined;
  /**
   * A document with what a refresh changed in it. Undefined: `other` is no newer, of another account, or nothing that a
   * refresh makes. Both may hold anything; what `other` adds is of the expected types.
   */
  refresh(document: Document, other: Document, now: number): Document | undefined;
}

/** No token is good for longer: whoever says so wants to count as newer than everything to come. */
const LONGEST_MS = 400 * 24 * 60 * 60_000;

const text = z.string().check(z.minLength(1));

const claudeSignIn = z.object({
  accessToken: text,
  refreshToken: z.optional(z.nullable(z.string())),
  expiresAt: z.optional(z.nullable(z.number())),
  refreshTokenExpiresAt: z.optional(z.nullable(z.number())),
  scopes: z.optional(z.array(z.string())),
  subscriptionType: z.optional(z.nullable(z.string())),
  rateLimitTier: z.optional(z.nullable(z.string())),
  clientId: z.optional(z.string()),
});

/** It does not say whose it is: an agent that replaces it is found out by the vendor only. */
const claude: SignInFile = {
  name: '.credentials.json',
  copy: ({ claudeAiOauth }) => {
    const known = claudeSignIn.safeParse(claudeAiOauth).data;
    return known && { claudeAiOauth: known };
  },
  refresh: (document, other, now) => {
    const [before, after] = [document, other].map(({ claudeAiOauth }) => claudeSignIn.safeParse(claudeAiOauth).data);
    if (before === undefined || after === undefined || (after.refreshToken ?? '') === '') return undefined;
    if (!isNewer(after.expiresAt, before.expiresAt, now)) return undefined;
    return { ...document, claudeAiOauth: { ...toRecord(document['claudeAiOauth']), ...after } };
  },
};

const codexTokens = z.object({
  id_token: text,
  access_token: text,
  refresh_token: text,
  account_id: z.optional(z.nullable(z.string())),
});

const codexSignIn = z.object({
  auth_mode: z.optional(z.nullable(z.string())),
  OPENAI_API_KEY: z.optional(z.nullable(z.string())),
  tokens: z.optional(z.nullable(codexTokens)),
  last_refresh: z.optional(z.nullable(z.string())),
});

const codex: SignInFile = {
  name: 'auth.json',
  copy: (document) => codexSignIn.safeParse(document).data,
  refresh: (document, other, now) => {
    const [before, after] = [document, other].map((one) => codexSignIn.safeParse(one).data);
    const [old, tokens] = [before?.tokens, after?.tokens];
    if (old == null || tokens == null) return undefined;
    const isSame =
      (old.account_id ?? null) === (tokens.account_id ?? null) && isSamePerson(old.id_token, tokens.id_token);
    const time = (one: typeof before): number => Date.parse(one?.last_refresh ?? '');
    if (!isSame || !isNewer(time(after), time(before) || 0, now)) return undefined;
    return {
      ...document,
      tokens: { ...toRecord(document['tokens']), ...tokens },
      last_refresh: after?.last_refresh,
    };
  },
};

const geminiSignIn = z.object({
  access_token: text,
  refresh_token: z.optional(z.string()),
  scope: z.optional(z.string()),
  token_type: z.optional(z.string()),
  id_token: z.optional(z.string()),
  expiry_date: z.number(),
});

const gemini: SignInFile = {
  name: 'oauth_creds.json',
  copy: (document) => geminiSignIn.safeParse(document).data,
  refresh: (document, other, now) => {
    const [before, after] = [document, other].map((one) => geminiSignIn.safeParse(one).data);
    if (before === undefined || after === undefined) return undefined;
    const isSame =
      after.refresh_token === undefined ||
      after.refresh_token === before.refresh_token ||
      (before.id_token !== undefined && isSamePerson(before.id_token, after.id_token ?? ''));
    return isSame && isNewer(after.expiry_date, before.expiry_date, now) ? { ...document, ...after } : undefined;
  },
};

const opencodeOauth = z.object({
  type: z.literal('oauth'),
  refresh: text,
  access: z.string(),
  expires: z.number(),
  accountId: z.optional(z.string()),
  enterpriseUrl: z.optional(z.string()),
});

const opencodeSignIn = z.union([
  opencodeOauth,
  z.object({ type: z.literal('api'), key: text, metadata: z.optional(z.record(z.string(), z.string())) }),
  z.object({ type: z.literal('wellknown'), key: text, token: text }),
]);

/** By provider. */
const opencode: SignInFile = {
  name: 'auth.json',
  copy: (document) => {
    const known = Object.entries(document).flatMap(([provider, one]) => {
      const { data } = opencodeSignIn.safeParse(one);
      return data === undefined ? [] : [[provider, data] as const];
    });
    return known.length === 0 ? undefined : Object.fromEntries(known);
  },
  refresh: (document, other, now) => {
    const newer = Object.entries(document).flatMap(([provider, one]) => {
      const [before, after] = [one, other[provider]].map((each) => opencodeOauth.safeParse(each).data);
      if (before === undefined || after === undefined || !isNewer(after.expires, before.expires, now)) return [];
      const isSame =
        (before.accountId === undefined || before.accountId === after.accountId) &&
        before.enterpriseUrl === after.enterpriseUrl;
      return isSame ? [[provider, { ...toRecord(one), ...after }] as const] : [];
    });
    return newer.length === 0 ? undefined : { ...document, ...Object.fromEntries(newer) };
  },
};

export const signInFiles: Readonly<Record<VendorName, SignInFile>> = { claude, codex, gemini, opencode };

function isNewer(after: number | null | undefined, before: number | null | undefined, now: number): boolean {
  return Number.isFinite(after) && (after ?? 0) > (before ?? 0) && (after ?? 0) < now + LONGEST_MS;
}

/** Whether two identity tokens are about the same person at the same issuer. Nobody checks their signatures here. */
function isSamePerson(before: string, after: string): boolean {
  const [old, now] = [before, after].map((token) => {
    const [, claims = ''] = token.split('.');
    const { iss, sub } = toRecord(parseJson(Buffer.from(claims, 'base64url').toString()));
    return typeof sub === 'string' ? JSON.stringify([iss, sub]) : undefined;
  });
  return old !== undefined && old === now;
}

function toRecord(value: unknown): Document {
  return isRecord(value) ? value : {};
}
