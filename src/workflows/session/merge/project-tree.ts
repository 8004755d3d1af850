/** What the merge needs to know of the real project. All paths are relative to its root, with `/` and no ignored files. */
export interface ProjectTree {
  readonly paths: readonly string[];
  /** Every file for which `isManifest` says yes. */
  readonly manifests: readonly Manifest[];
  /** Texts of explored files, as many as are cheap to read: only what they import counts. */
  readonly sources: readonly { readonly path: string; readonly text: string }[];
}

export interface Manifest {
  readonly path: string;
  readonly text: string;
  /** The dependencies it names; null where nothing can read them. */
  readonly dependencies: readonly string[] | null;
}

/** Whether the text of this file tells what the project is made of. */
export function isManifest(path: string): boolean {
  return declaresDependencies(path) || SETTINGS.test(path);
}

export function declaresDependencies(path: string): boolean {
  return DEPENDENCIES.test(path);
}

const DEPENDENCIES = new RegExp(
  [
    String.raw`package\.json|composer\.json|deno\.jsonc?|pyproject\.toml|setup\.(?:py|cfg)|Pipfile|environment\.ya?ml`,
    String.raw`(?:[\w.-]*[-_.])?requirements(?:[-_.][\w.-]*)?\.(?:txt|in)|Cargo\.toml|go\.mod|pom\.xml`,
    String.raw`[\w.-]+\.gradle(?:\.kts)?|libs\.versions\.toml|build\.sbt|[\w.-]+\.(?:cs|fs|vb)proj`,
    String.raw`Directory\.Packages\.props|Gemfile|[\w.-]+\.gemspec|mix\.exs|pubspec\.yaml|Package\.swift`,
  ]
    .map((names) => String.raw`(?:^|\/)(?:${names})$`)
    .join('|'),
);

const SETTINGS =
  /(^|\/)((docker-)?compose[\w.-]*\.ya?ml|Dockerfile[\w.-]*|application[\w.-]*\.(ya?ml|properties)|schema\.prisma)$/;
