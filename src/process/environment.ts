import type { Environment } from './command.ts';

/**
 * What a started process sees of our environment: where things are and how to reach the network, never a token. What a
 * backend needs beyond that is named by its caller.
 */
export function allowedEnvironment(
  from: Readonly<Record<string, string | undefined>>,
  extra: Environment = {},
): Environment {
  const allowed: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value !== undefined && isAllowed(name)) allowed[name] = value;
  }
  return { ...allowed, ...extra };
}

function isAllowed(name: string): boolean {
  return allowedNames.has(name) || allowedPrefixes.some((prefix) => name.startsWith(prefix));
}

const allowedPrefixes = ['LC_', 'XDG_'];

/** The last three lines are where toolchains live: without these a project's own build and tests do not run. */
const allowedNames: ReadonlySet<string> = new Set(
  `PATH HOME USER LOGNAME SHELL TMPDIR TZ LANG LANGUAGE TERM COLORTERM NO_COLOR
  HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy
  SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE CURL_CA_BUNDLE
  NVM_DIR FNM_DIR VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR ASDF_DIR ASDF_DATA_DIR
  JAVA_HOME GRADLE_USER_HOME ANDROID_HOME GOROOT GOPATH CARGO_HOME RUSTUP_HOME
  VIRTUAL_ENV PYENV_ROOT CONDA_PREFIX RBENV_ROOT GEM_HOME DOTNET_ROOT`.split(/\s+/),
);
