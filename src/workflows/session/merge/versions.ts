import type { Presence, Signs } from './presence.ts';
import type { Technology } from './technologies/technology.ts';
import { withoutComments } from './without-comments.ts';

/** A version as an assumption names it: `18`, `3.x`, `17+`. */
export interface ClaimedVersion {
  readonly parts: readonly number[];
  readonly orLater: boolean;
}

interface DeclaredVersion {
  readonly text: string;
  readonly parts: readonly number[];
  readonly range: 'exact' | 'caret' | 'open';
}

export type VersionVerdict =
  | { readonly is: 'matched' }
  | { readonly is: 'mismatched'; readonly declared: string }
  | { readonly is: 'unknown' };

/** Compares with what a manifest declares; where several differ or none tells, nothing is said. */
export function checkVersion(
  claimed: ClaimedVersion,
  { technology, presence, signs }: { technology: Technology; presence: Presence; signs: Signs },
): VersionVerdict {
  const declared = declaredVersions(technology, presence, signs);
  const verdicts = declared.map((one) => ({ is: compare(claimed, one), declared: one.text }));
  const [first] = verdicts;
  if (first === undefined || verdicts.some(({ is }) => is !== first.is)) return { is: 'unknown' };
  return first.is === 'mismatched' ? { is: first.is, declared: first.declared } : { is: first.is };
}

function compare({ parts, orLater }: ClaimedVersion, declared: DeclaredVersion): VersionVerdict['is'] {
  const difference = firstDifference(parts, declared.parts);
  if (difference === 0) return 'matched';
  if (difference > 0) return orLater ? 'matched' : 'mismatched';
  if (declared.range === 'exact') return 'mismatched';
  return declared.range === 'caret' && parts[0] !== declared.parts[0] ? 'mismatched' : 'unknown';
}

/** Above 0 when the declared version is later, as far as the claim tells. */
function firstDifference(claimed: readonly number[], declared: readonly number[]): number {
  for (const [i, part] of claimed.entries()) {
    const difference = (declared[i] ?? part) - part;
    if (difference !== 0) return difference;
  }
  return 0;
}

function declaredVersions(technology: Technology, presence: Presence, { tree }: Signs): DeclaredVersion[] {
  const marks = technology.version === undefined ? [] : [technology.version.source];
  if (presence.is === 'there') marks.push(...presence.dependencies.flatMap(dependencyMarks));
  return tree.manifests.flatMap(({ path, text }) => {
    const bare = withoutComments(path, text);
    return marks.flatMap((mark) => {
      const pattern = new RegExp(String.raw`(?:${mark})['"(\s]*([\^~]|[<>=!]=?)?\s*v?(\d+(?:[._]\d+)*)`, 'im');
      const [, sign = '', number] = pattern.exec(bare) ?? [];
      return number === undefined ? [] : [declaredVersion(sign, number)];
    });
  });
}

/** How manifests put a version beside a name: `"x": "1"`, `'g:x:1'`, `id 'x' version '1'`, `x = "1"`, `x>=1`, pom.xml. */
function dependencyMarks(dependency: string): string[] {
  const name = escaped(dependency);
  const artifact = escaped(dependency.slice(dependency.lastIndexOf(':') + 1));
  const before = String.raw`(?<![\w.@/-])`;
  return [
    String.raw`${before}["']?${name}["']?\)?\s*(?::|=(?!=)|\bversion\b|(?=[<>=~^!]))\s*(?:\{[^}\n]*?\bversion\s*=)?`,
    String.raw`<artifactId>${artifact}<\/artifactId>\s*<version>`,
    String.raw`${before}${name} v(?=\d)`,
  ];
}

function declaredVersion(sign: string, number: string): DeclaredVersion {
  const range = sign.startsWith('>') ? 'open' : /[~^]/.test(sign) ? 'caret' : 'exact';
  return { text: `${sign}${number}`, parts: number.split(/[._]/).map(Number), range };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
