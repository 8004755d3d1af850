import { isRecord } from '../../base/json.ts';
import { parseJson } from '../../base/json.ts';

type Packages = Record<string, unknown>;
type Listed = Readonly<Packages>;

export interface LockMerge {
  readonly baseline: string;
  readonly candidate: string;
  /** The merged package.json beside it. */
  readonly manifest: string;
  /** Packages that come from the baseline, with everything they need. */
  readonly names: readonly string[];
}

/** A package-lock.json that agrees with a merged manifest; undefined: it cannot be made. */
export function mergePackageLock({ baseline, candidate, manifest, names }: LockMerge): string | undefined {
  const [old, now, own] = [baseline, candidate, manifest].map((text) => parseJson(text));
  const from = isRecord(old) ? old['packages'] : undefined;
  const listed = isRecord(now) ? now['packages'] : undefined;
  if (!isRecord(now) || !isRecord(from) || !isRecord(listed) || !isRecord(own)) return undefined;
  const to: Packages = { ...listed };
  const root: Packages = isRecord(to['']) ? { ...to[''] } : {};
  for (const field of DEPENDENCIES) {
    if (own[field] === undefined) delete root[field];
    else root[field] = own[field];
  }
  to[''] = root;
  const left: Place[] = [];
  for (const name of names) {
    const place = `node_modules/${name}`;
    for (const path of Object.keys(to)) if (path === place || path.startsWith(`${place}/`)) delete to[path];
    if (from[place] !== undefined) left.push({ from: place, to: place });
  }
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    to[place.to] = from[place.from];
    left.push(...neededBy(place, from, to));
  }
  return `${JSON.stringify({ ...now, packages: sorted(to) }, null, 2)}\n`;
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** Where a package is in one lock file, and where it goes in the other. */
interface Place {
  readonly from: string;
  readonly to: string;
}

function neededBy(place: Place, from: Listed, to: Listed): Place[] {
  const entry = from[place.from];
  const fields = ['dependencies', 'optionalDependencies', 'peerDependencies'].map((key) =>
    isRecord(entry) ? entry[key] : {},
  );
  const names = new Set(fields.flatMap((field) => (isRecord(field) ? Object.keys(field) : [])));
  return [...names].flatMap((name): Place[] => {
    const found = lookUp(from, place.from, name);
    if (found === undefined) return [];
    const there = lookUp(to, place.to, name);
    if (there !== undefined && versionOf(to[there]) === versionOf(from[found])) return [];
    const top = `node_modules/${name}`;
    return [{ from: found, to: to[top] === undefined ? top : `${place.to}/${top}` }];
  });
}

/** As Node finds a package: in the folder of who needs it, and in those above. */
function lookUp(packages: Listed, path: string, name: string): string | undefined {
  const folders = path.split('/node_modules/').map((_, n, parts) => parts.slice(0, n + 1).join('/node_modules/'));
  const places = [...folders.toReversed().map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
  return places.find((place) => packages[place] !== undefined);
}

function versionOf(entry: unknown): unknown {
  return isRecord(entry) ? entry['version'] : undefined;
}

function sorted(packages: Listed): Listed {
  return Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
}
