import { isRecord } from '../base/is-record.ts';
import { parseJson } from '../base/parse-json.ts';

/** A manifest, with the lock file beside it. */
export interface LockedManifest {
  readonly manifest: string;
  readonly lock: string | undefined;
}

/**
 * Whether a package comes from a registry as others get it: its version is a plain one, nothing else is put in its
 * place, and where there is a lock file, that one has its checksum.
 */
export function isPlainRegistryVersion(name: string, { manifest, lock }: LockedManifest): boolean {
  const document = parseJson(manifest);
  if (!isRecord(document)) return isPlainRequirement(name, manifest);
  const specs = FIELDS.flatMap((field) => {
    const listed = document[field];
    return isRecord(listed) && typeof listed[name] === 'string' ? [listed[name]] : [];
  });
  if (specs.length === 0 || !specs.every((spec) => PLAIN.test(spec))) return false;
  const replaced = [
    document['overrides'],
    document['resolutions'],
    valueOf(document['pnpm'], 'overrides'),
    document['patchedDependencies'],
  ];
  if (
    replaced.some(
      (one) =>
        isRecord(one) && Object.keys(one).some((key) => key.split(/[>/]|\*\*/).some((part) => part.startsWith(name))),
    )
  )
    return false;
  return lock === undefined || hasChecksum(name, lock);
}

const FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
const PLAIN = /^(?:(?:[\^~<>=v]*\s*(?:\d[\w.+-]*|[xX*]))(?:\s*(?:\|\||-|\s)\s*[\^~<>=v]*\s*\d[\w.+-]*)*|latest|next|)$/;

function valueOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

function hasChecksum(name: string, lock: string): boolean {
  const document = parseJson(lock);
  if (isRecord(document)) {
    const entry = valueOf(document['packages'], `node_modules/${name}`) ?? valueOf(document['dependencies'], name);
    const resolved = valueOf(entry, 'resolved');
    return typeof valueOf(entry, 'integrity') === 'string' && (resolved === undefined || isRegistryUrl(resolved));
  }
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  // pnpm and yarn: the entry, up to the next one.
  const entry = new RegExp(String.raw`^ {0,2}['"]?/?${escaped}@[^\n]*:\n((?:[ \t]+[^\n]*\n?)+)`, 'm').exec(
    `${lock}\n`,
  )?.[1];
  return (
    entry !== undefined && /\b(?:integrity|checksum)\b/.test(entry) && !/\b(?:tarball|directory|repo):/.test(entry)
  );
}

function isRegistryUrl(resolved: unknown): boolean {
  return typeof resolved === 'string' && /^https:\/\/[^/]*(?:registry|npm)[^/]*\//.test(resolved);
}

/** A line of a Python manifest. */
function isPlainRequirement(name: string, manifest: string): boolean {
  const pattern = name.replaceAll(/[-_.]+/g, '[-_.]+');
  const found = [...manifest.matchAll(new RegExp(String.raw`(?<![\w.-])${pattern}(?![\w-])[^\n'"]*`, 'gi'))].map(
    ([line]) => line,
  );
  return found.length > 0 && found.every((line) => !/@|:\/\/|git\+|\bpath\s*=|\burl\s*=|\bgit\s*=/.test(line));
}
