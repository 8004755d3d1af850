import { placesOf, type Places } from './places.ts';
import type { Claim } from './stance.ts';

/** `AuthService.java is in auth/`: both may exist, and the file still lie elsewhere. */
export function misplacedIn(claims: readonly Claim[], places: Places): string | undefined {
  const said = claims.filter(({ stance, mentions }) => stance === 'there' && mentions.length === 1);
  const paths = said.flatMap((claim) => claim.mentions.map(({ kind, text }) => ({ kind, text, claim })));
  const named = paths.filter(({ kind }) => kind === 'path');
  const folder = named.find(({ text }) => text.endsWith('/'));
  const file = named.find(({ text }) => !text.includes('/') && !text.includes('*'));
  if (named.length !== 2 || folder === undefined || file === undefined) return undefined;
  const { before, after } = folder.claim;
  if (!INSIDE_BEFORE.test(before) && !INSIDE_AFTER.test(after)) return undefined;
  const folders = placesOf(folder.text, places);
  const files = placesOf(file.text, places).filter((path) => !path.endsWith('/'));
  if (folders.length === 0 || files.length === 0) return undefined;
  if (files.some((path) => folders.some((one) => path.startsWith(one)))) return undefined;
  return `${file.text}: not in ${folder.text}; found: ${files.slice(0, 3).join(', ')}`;
}

const INSIDE_BEFORE = /\b(?:in|under|inside|within|below)\s+(?:the\s+)?$/i;
const INSIDE_AFTER =
  /^\s*(?:디렉토리|디렉터리|폴더|패키지|경로)?\s*(?:아래|하위|안|밑|내)?에(?:\s|는\s|도\s)*(?:있|위치|존재|정의)/;
