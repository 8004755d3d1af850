/** What a module offers to those who import it, as far as its text says so. */
export interface ExportedName {
  /** `default`; `module.exports` for a module that is itself the value; `*` for everything of another module. */
  readonly name: string;
  readonly kind: ExportKind;
  readonly form: ModuleForm;
  /** What the module itself calls it, where it has a declaration. */
  readonly local?: string;
  readonly flow?: Flow;
  /** Of a class, of an object, of an enumeration. */
  readonly members?: readonly ExportedMember[];
  /** The text of a constant that needs nothing else to be understood. */
  readonly literal?: string;
  /** What a class extends, as it is written. */
  readonly base?: string;
  /** `<T, U>` */
  readonly typeParameters?: string;
  /** Where it really comes from. */
  readonly from?: { readonly specifier: string; readonly name: string };
}

/** `unknown`: something that is made when the module is loaded, and may be callable. */
type ExportKind = 'function' | 'class' | 'object' | 'enum' | 'constant' | 'interface' | 'type' | 'unknown';

export type ModuleForm = 'esm' | 'commonjs' | 'python';

export type Flow = 'sync' | 'async' | 'generator' | 'async generator';

export interface ExportedMember {
  readonly name: string;
  readonly kind: 'method' | 'getter' | 'value';
  readonly owner: 'instance' | 'class' | 'static';
  readonly flow: Flow;
}

/** Nothing that exists while a program runs. */
export function isTypeOnly({ kind }: Pick<ExportedName, 'kind'>): boolean {
  return kind === 'interface' || kind === 'type';
}
