import { err, ok, type Result } from '../base/result.ts';
import { conforms } from './conform.ts';
import { kindOf, type DocumentName, type DocumentOf } from './documents.ts';
import { firstFindings, type Finding } from './finding.ts';
import { placeFindings, type PlaceIds } from './places.ts';

/** Whether a parsed value is a document of this name: version, then shape, then the rules between fields. */
export function checkDocument<N extends DocumentName>(
  name: N,
  value: unknown,
  place?: PlaceIds,
): Result<DocumentOf<N>, Finding[]> {
  const kind = kindOf(name);
  const newer = newerVersion(value, kind.newestVersion);
  if (newer !== undefined) return err([newer]);
  const findings: Finding[] = [];
  if (!conforms(kind.schema, value, findings)) return err(findings);
  findings.push(...firstFindings(kind.rules?.(value) ?? []));
  if (place !== undefined) findings.push(...placeFindings(name, value, place));
  return findings.length > 0 ? err(findings) : ok(value);
}

/** Nothing else is said about a newer document: what looks wrong in it may be right there. */
function newerVersion(value: unknown, newest: number | undefined): Finding | undefined {
  if (newest === undefined || typeof value !== 'object' || value === null || !('version' in value)) return undefined;
  const { version } = value;
  const number = typeof version === 'string' && /^\d+\.\d+$/.test(version) ? Number.parseInt(version, 10) : version;
  if (typeof number !== 'number' || !(number > newest)) return undefined;
  return { at: ['version'], expected: { kind: 'version', newest: String(newest) }, got: version };
}
