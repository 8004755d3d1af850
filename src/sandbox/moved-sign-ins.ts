import path from 'node:path';

/** Variables that name a file or folder, or several, in which programs keep what lets somebody act in a person's name. */
const NAMING = new Set(
  `AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE AWS_WEB_IDENTITY_TOKEN_FILE AZURE_CONFIG_DIR BOTO_CONFIG
  CLAUDE_CONFIG_DIR CLOUDSDK_CONFIG CODEX_HOME CONTAINERS_AUTH_FILE DATABRICKS_CONFIG_FILE DOCKER_CONFIG
  DOCTL_CONFIG_DIR GEMINI_CLI_HOME GH_CONFIG_DIR GLAB_CONFIG_DIR GNUPGHOME GOOGLE_APPLICATION_CREDENTIALS
  HELM_CONFIG_HOME HELM_REGISTRY_CONFIG KUBECONFIG NETRC NPM_CONFIG_USERCONFIG OCI_CLI_CONFIG_FILE OP_CONFIG_DIR
  PASSWORD_STORE_DIR PGPASSFILE RCLONE_CONFIG REGISTRY_AUTH_FILE SSH_AUTH_SOCK TF_CLI_CONFIG_FILE
  TF_DATA_DIR VAULT_CONFIG_PATH VAULT_TOKEN_FILE`.split(/\s+/),
);

/** Variables that name a folder with such places in it. */
const HOLDING: Readonly<Record<string, readonly string[]>> = {
  XDG_CONFIG_HOME: words(
    `chromium configstore containers/auth.json doctl gcloud gh git/credentials glab-cli google-chrome helm hub
    netlify op opencode pnpm/rc rclone`,
  ),
  XDG_DATA_HOME: ['gh', 'keyrings', 'opencode', 'password-store'],
  XDG_RUNTIME_DIR: ['containers/auth.json', 'gnupg', 'keyring'],
  CARGO_HOME: ['credentials', 'credentials.toml'],
  COMPOSER_HOME: ['auth.json'],
  GEM_HOME: ['credentials'],
  GRADLE_USER_HOME: ['gradle.properties'],
};

/** Where a person's sign-ins lie that are not where everybody's do. The whole environment is looked at, not an agent's. */
export function movedSignIns(env: Readonly<Record<string, string | undefined>>): string[] {
  const places = Object.entries(env).flatMap(([name, value = '']) => [
    ...(NAMING.has(name.toUpperCase()) ? value.split(path.delimiter) : []),
    ...(HOLDING[name] ?? []).map((inside) => path.join(value, inside)),
  ]);
  return [...new Set(places)].filter((place) => path.isAbsolute(place) && path.resolve(place) !== '/');
}

function words(text: string): string[] {
  return text.split(/\s+/);
}
