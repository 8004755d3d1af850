/**
 * The technologies that an assumption can be checked for, and how each shows itself in a project. Lists of names are
 * written with spaces between; a dependency or import that ends in `*` stands for everything that begins so.
 */
export interface Technology {
  readonly name: string;
  /** Technologies of one kind stand in for each other: what is used instead. */
  readonly kind: string;
  /** Other names, Korean ones among them; a space also stands for a hyphen or for nothing. */
  readonly also?: readonly string[];
  /** Its name is an English word too: in English text only the capitals tell. */
  readonly word?: true;
  /** Names in manifests, as `manifestReader` gives them. */
  readonly dependencies?: string;
  /** Dependencies that always bring it along; their version is not its own. */
  readonly broughtBy?: string;
  readonly files?: RegExp;
  /** First parts of what sources import. */
  readonly imports?: string;
  /** What settings say where it is used: images, addresses, providers. */
  readonly settings?: RegExp;
  /** Where manifests say which version, beside the dependency itself. */
  readonly version?: RegExp;
  /** It can be there without showing itself, so that its absence is never proven. */
  readonly elusive?: true;
}
