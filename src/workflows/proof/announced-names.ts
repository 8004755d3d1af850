import { normalPath } from '../../base/normal-path.ts';
import type { Design } from '../../schema/contracts/design.ts';

/** What a design names, and an implementation may therefore bring: nothing else may be missing when a test is loaded. */
export interface AnnouncedNames {
  /** Of the files that do not exist yet. */
  readonly paths: readonly string[];
  /** Folders (and packages, modules) that come into being with them. */
  readonly folders: ReadonlySet<string>;
  readonly symbols: ReadonlySet<string>;
}

export function announcedNames({ brief, contract }: Design, existing: ReadonlySet<string>): AnnouncedNames {
  const refs = [...brief.file_refs, ...contract.file_refs];
  const paths = [...new Set(refs.map((ref) => normalPath(ref.path)))].filter((one) => !existing.has(one));
  const present = new Set([...existing].flatMap(foldersOf));
  return {
    paths,
    folders: new Set(paths.flatMap(foldersOf).filter((folder) => !present.has(folder))),
    symbols: new Set([
      ...refs.flatMap(({ entity }) => wordsIn(entity)),
      ...contract.interfaces.flatMap(({ name, input, output }) =>
        [name, input.type, output.type, ...input.fields.map((field) => field.type)].flatMap(wordsIn),
      ),
    ]),
  };
}

function foldersOf(file: string): string[] {
  const folders: string[] = [];
  for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) folders.push(file.slice(0, at));
  return folders;
}

function wordsIn(text: string): string[] {
  return text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}
