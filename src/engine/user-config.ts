import path from 'node:path';
import { unwrap } from '../base/failure.ts';
import { err } from '../base/result.ts';
import { decode } from '../schema/codec.ts';
import type { ConfigUser } from '../schema/config/user.ts';
import { kindOf } from '../schema/documents.ts';
import { documentFailure } from './read-document.ts';
import { readRegularFile } from './read-file.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const NAME = 'config-user';

/** The person's own settings; undefined where there are none. They may be a link: many people keep theirs elsewhere. */
export function readUserConfig(env: Environment): ConfigUser | undefined {
  const file = userConfigFile(env);
  if (file === undefined) return undefined;
  const bytes = readRegularFile(file, { limit: kindOf(NAME).maxBytes, followLinks: true });
  if (!bytes.ok) return bytes.error.code === 'file.missing' ? undefined : unwrap(bytes);
  const decoded = decode(NAME, bytes.value);
  if (decoded.ok) return decoded.value;
  return unwrap(err(documentFailure({ kind: 'invalid', problems: decoded.error }, { document: NAME, path: file })));
}

/** Whether what sessions decide may be saved in claude-mem. */
export function savesMemory(env: Environment): boolean {
  return readUserConfig(env)?.memory?.save ?? false;
}

/** What the person lets every sandboxed process read. */
export function readablePlaces(env: Environment): string[] {
  const home = env['HOME'] ?? '/';
  return (readUserConfig(env)?.sandbox?.read ?? []).map((place) => placeNamed(place, { env, from: home }));
}

/** A place that the person's settings name: `~` is their home, and others begin at `from`. */
export function placeNamed(place: string, { env, from }: { readonly env: Environment; readonly from: string }): string {
  return path.resolve(from, place.replace(/^~(?=\/|$)/, env['HOME'] ?? '/'));
}

/** Undefined: nothing says where it would lie. */
export function userConfigFile({ XDG_CONFIG_HOME: config, HOME: home }: Environment): string | undefined {
  if (config !== undefined && path.isAbsolute(config)) return path.join(config, 'orchestral/config.json');
  return home !== undefined && path.isAbsolute(home) ? path.join(home, '.config/orchestral/config.json') : undefined;
}
