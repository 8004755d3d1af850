import fs from 'node:fs';
import path from 'node:path';
import type { DocumentName } from '../schema/documents.ts';
import { documentAt, leadsToDocuments, type PlaceIds, placeRoots } from '../schema/places.ts';

/** A file that is, or should be, a document. */
export interface Found {
  readonly path: string;
  readonly name: DocumentName;
  /** What its place says it holds; undefined for a file that lies elsewhere. */
  readonly ids?: PlaceIds;
}

/** Documents of a project by their place, in the order of their paths. Links are not followed: they may lead out. */
export function documentsBelow(root: string, folder: string = root): Found[] {
  const within = path.relative(root, folder);
  const found = placeRoots.flatMap((place) => collect(root, place));
  return found.filter((one) => within === '' || one.path.startsWith(folder + path.sep));
}

function collect(root: string, place: string): Found[] {
  const file = path.join(root, place);
  const document = documentAt(place);
  if (document !== undefined) return exists(file) ? [{ path: file, ...document }] : [];
  return entriesOf(file).flatMap((entry) => {
    const inside = `${place}/${entry.name}`;
    if (entry.isDirectory() && leadsToDocuments(inside)) return collect(root, inside);
    const known = documentAt(inside);
    return known === undefined ? [] : [{ path: path.join(root, inside), ...known }];
  });
}

function entriesOf(folder: string): fs.Dirent[] {
  try {
    const entries = fs.readdirSync(folder, { withFileTypes: true });
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function exists(file: string): boolean {
  try {
    fs.lstatSync(file);
    return true;
  } catch {
    return false;
  }
}
