/** What the dashboard's server refuses, and why it cannot be started or reached. */
export interface ServerFailureParams {
  /** What a person decided is saved, and no process could be started that goes on with it. */
  'dashboard.not_conducted': { readonly reason: string };
  /** What the dashboard's server refuses, in the order in which it looks. */
  'http.host': { readonly host: string };
  'http.origin': { readonly origin: string };
  'http.cross_site': { readonly site: string };
  'http.method': { readonly method: string };
  'http.content_type': Readonly<Record<never, never>>;
  'http.signed_out': Readonly<Record<never, never>>;
  'http.locked_out': { readonly seconds: number };
  /** A cookie is not enough: only the command line may. */
  'http.programs_only': Readonly<Record<never, never>>;
  'http.csrf': Readonly<Record<never, never>>;
  'http.too_large': { readonly limit: number };
  'http.invalid': { readonly part: 'path' | 'query' | 'body' };
  /** No route, project, file, revision or document of this name. */
  'http.unknown': { readonly name: string };
  'http.bug': Readonly<Record<never, never>>;
  /** What a person decided on is another by now. */
  'shown.changed': { readonly what: 'settings' | 'knowledge' | 'clean' | 'trust' };
  'settings.invalid': { readonly file: string; readonly count: number };
  'comment.unknown': { readonly comment: string };
  /** Its process ended, or says nothing. */
  'dashboard.not_started': { readonly seconds: number };
  'dashboard.no_port': { readonly port: number };
  /** Why other devices cannot be let in there. */
  'dashboard.remote_refused': {
    readonly why: 'wildcard' | 'unresolved' | 'taken' | 'absent' | 'public_url' | 'certificate' | 'half_certificate';
    readonly given: string;
  };
  /** The server said no, in its words. */
  'dashboard.refused': { readonly said: string };
  'dashboard.no_device': { readonly device: string };
}
