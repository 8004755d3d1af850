import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, unwrap } from '../../base/failure.ts';
import { realDisk } from '../../files/disk.ts';
import { makeFolder, removeFolder, removeStubbornFolder } from '../../files/folder.ts';
import { nonce } from '../../files/identity.ts';
import { FileLock } from '../../files/lock.ts';
import { replaceFile } from '../../files/replace.ts';
import { sweepFolder } from '../../files/sweep-folder.ts';
import { discard, sweepTemporaries, writeTemporary } from '../../files/temporary.ts';
import type { BindMount, Overlay } from '../../sandbox/sandbox.ts';
import { vendorFolders, type VendorFolder, type VendorName, vendorsOf } from '../vendors.ts';
import { claudeAccountFile, copyClaudeAccount } from './claude-account.ts';
import { signInFiles } from './sign-in-files.ts';
import { copySignIn, removeSignIn, type SignInPlaces, syncSignIn } from './sync-sign-in.ts';
import { mountedNames, vendorOverlay } from './vendor-overlay.ts';

export interface VendorFolderOptions {
  readonly backend: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder of ours for one run, where no agent sees it. */
  readonly root: string;
}

/** What an agent finds in the places of its vendor, while it is called. */
export interface OpenVendorFolders {
  readonly overlays: readonly Overlay[];
  readonly binds: readonly BindMount[];
  /** Once no process of the call is left. */
  close(): Promise<void>;
}

/** How often renewed tokens are looked for: until then the person's own programs have one that may be worth nothing. */
const SYNC_MS = 1000;

/**
 * The vendor's folders as the agents of a run share them, so that they renew a token once and can take up each other's
 * conversations: swept, signed in, with the person's settings to be read. The person's own are never written, but for
 * a token that was renewed. Below a `catchFailure`.
 */
export async function openVendorFolders(options: VendorFolderOptions): Promise<OpenVendorFolders> {
  const { root } = options;
  const used = usedVendors(options);
  if (used.length === 0) return { overlays: [], binds: [], close: () => Promise.resolve() };
  const users = path.join(root, 'users');
  makeFolder(users);
  const call = path.join(root, 'calls', nonce());
  const opened = await locked(root, async () => {
    const isAlone = countUsers(users) === 0;
    for (const vendor of used) await prepare(vendor, { root, isAlone });
    if (isAlone) await removeStubbornFolder(path.join(root, ASIDE));
    const overlays = used.flatMap(({ folders }) =>
      folders.map((folder) =>
        vendorOverlay(folder, { ours: folder.ours, substitutes: path.join(root, 'substitutes') }),
      ),
    );
    const account = used.some(({ vendor }) => vendor === 'claude') ? makeAccount(call, options.env) : undefined;
    const user = writeTemporary(realDisk, path.join(users, 'call'), [], { isVolatile: true });
    return { user, ...withAccount(overlays, account) };
  });
  const sync = () =>
    catchFailure(async () => {
      for (const { signIn } of used) await syncSignIn(signIn);
    });
  let syncing = Promise.resolve();
  let isSyncing = false;
  const timer = setInterval(() => {
    if (isSyncing) return;
    isSyncing = true;
    syncing = sync().then(() => void (isSyncing = false));
  }, SYNC_MS).unref();
  const { user, overlays, binds } = opened;
  return {
    overlays,
    binds,
    close: async () => {
      clearInterval(timer);
      await syncing;
      await removeFolder(call);
      await locked(root, async () => {
        discard(realDisk, user);
        // Where it cannot be written now, the next call of the run tries again.
        const synced = await sync();
        if (!synced.ok || countUsers(users) > 0) return;
        for (const { signIn } of used) removeSignIn(signIn);
        await removeStubbornFolder(path.join(root, ASIDE));
      });
    },
  };
}

const ASIDE = 'aside';

interface UsedVendor {
  readonly vendor: VendorName;
  readonly folders: readonly (VendorFolder & { readonly at: string; readonly ours: string })[];
  readonly signIn: SignInPlaces;
}

/** A program that may be any vendor's gets the folders of those that the person uses. */
function usedVendors({ backend, env, root }: VendorFolderOptions): UsedVendor[] {
  return vendorsOf(backend).flatMap((vendor) => {
    const folders = vendorFolders(vendor, env).map((folder, index) => ({
      ...folder,
      ours: path.join(root, `${vendor}-${index}`),
    }));
    const [first] = folders;
    if (first === undefined || (vendor !== backend && !folders.some(({ at }) => fs.existsSync(at)))) return [];
    const signIn = { vendor, theirs: first.at, ours: first.ours, record: path.join(root, `${vendor}.signed-in`) };
    return [{ vendor, folders, signIn }];
  });
}

async function prepare(
  { vendor, folders, signIn }: UsedVendor,
  { root, isAlone }: { readonly root: string; readonly isAlone: boolean },
): Promise<void> {
  for (const { ours, isPrivate } of folders) if (isPrivate !== true) makeFolder(ours);
  // What a conductor that was killed left, and what the person renewed.
  await syncSignIn(signIn);
  for (const folder of folders) {
    if (folder.isPrivate === true) continue;
    const mounted = new Set(mountedNames(folder));
    const isHeld = (name: string): boolean =>
      !isAlone && (mounted.has(name) || name === signInFiles[vendor].name || folder.held?.test(name) === true);
    sweepFolder(folder.ours, { kept: folder.sessions ?? [], isHeld, isAlone, aside: path.join(root, ASIDE) });
  }
  if (isAlone || !fs.existsSync(signIn.record)) copySignIn(signIn);
}

/** Those that are alive, of this process or another. */
function countUsers(users: string): number {
  sweepTemporaries(realDisk, users);
  return fs.readdirSync(users).length;
}

function makeAccount(call: string, env: VendorFolderOptions['env']): BindMount {
  const [at, from] = [claudeAccountFile(env), path.join(call, 'claude.json')];
  unwrap(replaceFile(realDisk, from, Buffer.from(copyClaudeAccount(at))));
  return { at, from, writable: true };
}

function withAccount(
  overlays: readonly Overlay[],
  account: BindMount | undefined,
): Pick<OpenVendorFolders, 'overlays' | 'binds'> {
  if (account === undefined) return { overlays, binds: [] };
  const { at, from } = account;
  const around = overlays.find((overlay) => overlay.at === path.dirname(at));
  if (around === undefined) return { overlays, binds: [account] };
  const parts = [...around.parts, { name: path.basename(at), from, writable: true } as const];
  return { overlays: overlays.map((one) => (one === around ? { ...one, parts } : one)), binds: [] };
}

async function locked<T>(root: string, work: () => Promise<T>): Promise<T> {
  const lock = new FileLock({
    disk: realDisk,
    path: path.join(root, 'lock'),
    command: 'vendor folders',
    onNotice: () => {},
  });
  unwrap(await lock.take());
  try {
    return await work();
  } finally {
    lock.close();
  }
}
