/** The folder of a project. Paths are from its root, with `/`. */
export interface ProjectFiles {
  has(path: string): boolean;
  /** Undefined: not there, no regular file, or larger than anything that people write. */
  text(path: string): string | undefined;
  /** Files anywhere in it, in the order of their names; links are not followed. */
  find(fits: (path: string) => boolean): readonly string[];
}
