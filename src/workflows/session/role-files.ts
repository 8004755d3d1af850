import { normalPath } from '../../base/normal-path.ts';
import { type ChangePart, isConfiguration, isProduct } from '../../languages/change-class.ts';
import { isLockFile } from '../../languages/manifests.ts';
import type { Design } from '../../schema/contracts/design.ts';

/** What decides whose a file is. */
export interface RoleFacts {
  /** Files that the design says the work creates or changes. */
  readonly named: ReadonlySet<string>;
  /** Files that the design says are to be created. */
  readonly toCreate: ReadonlySet<string>;
  /** A project without tests may be given a runner. */
  readonly hadTests: boolean;
  readonly isThrowingStub: (path: string) => boolean;
  /** Support code that only gains something, and runs nothing when it is loaded. */
  readonly isHarmless: (part: ChangePart) => boolean;
  readonly isManifest: (path: string) => boolean;
}

export interface StrayFile {
  readonly path: string;
  readonly kind: string;
}

/** What QA changed and may not: anything but tests, stubs that throw, and packages that only tests need. */
export function qaStrays(parts: readonly ChangePart[], facts: RoleFacts): StrayFile[] {
  const addsPackages = parts.some(isAddedDevDependency);
  const isQas = (part: ChangePart): boolean => {
    if (part.class === 'control') return facts.named.has(part.path);
    if (isConfiguration(part)) return !facts.hadTests || facts.named.has(part.path) || facts.isHarmless(part);
    if (!isProduct(part)) return true;
    if (isAddedDevDependency(part) || (addsPackages && (isLockFile(part.path) || part.part === 'format'))) return true;
    if (!facts.hadTests && (facts.isManifest(part.path) || isLockFile(part.path))) return true;
    return part.kind === 'added' && facts.toCreate.has(part.path) && facts.isThrowingStub(part.path);
  };
  return unique(parts.filter((part) => !isQas(part)));
}

/** `devDependencies.vitest`, `[dependency-groups] dev pytest` */
function isAddedDevDependency({ part = '', kind, dependency }: ChangePart): boolean {
  return dependency !== undefined && kind === 'added' && /^(?:devDependencies\.|.*\b(?:dev|test)\b)/.test(part);
}

export interface ImplementerFacts {
  readonly named: ReadonlySet<string>;
  /** Test files that QA wrote for this subtask. */
  readonly frozen: ReadonlySet<string>;
}

/** What the Implementer changed and may not: tests, and how they run, unless the design names the file. */
export function implementerStrays(parts: readonly ChangePart[], { named, frozen }: ImplementerFacts): StrayFile[] {
  const isIts = (part: ChangePart): boolean =>
    [part.path, part.from ?? part.path].every((path) => !frozen.has(path)) && (isProduct(part) || named.has(part.path));
  return unique(parts.filter((part) => !isIts(part)));
}

function unique(parts: readonly ChangePart[]): StrayFile[] {
  const files = parts.map((part) => ({ path: part.path, kind: kindOf(part) }));
  return [...new Map(files.map((file) => [`${file.path} ${file.kind}`, file])).values()];
}

function kindOf({ class: own, part }: ChangePart): string {
  return part === undefined ? own : `${own}: ${part}`;
}

/** Files that a design says are created or changed; those that only exist are there to be read. */
export function designedFiles({ brief, contract }: Design): Pick<RoleFacts, 'named' | 'toCreate'> {
  const named = contract.file_refs.filter(({ status }) => status !== 'exists');
  const created = [...contract.file_refs, ...brief.file_refs].filter(({ status }) => status === 'to_create');
  const paths = (refs: readonly { readonly path: string }[]) => new Set(refs.map(({ path }) => normalPath(path)));
  return { named: paths(named), toCreate: paths(created) };
}
