/**
 * Env files: `KEY=VALUE` lines from which a kustomization makes ConfigMaps and Secrets. Asked before anything else is
 * loaded.
 */

/**
 * The names under which an editor hands such files to us; a pattern for each, and what tells the same of a URI or path.
 */
export const envFilePatterns: readonly string[] = ['**/*.{env,properties}', '**/.env*'];

/** True for the URI or path of a file that may be one. */
export function isEnvFileName(uri: string): boolean {
  return /(?:\.(?:env|properties)|\/\.env[^/]*)$/.test(uri);
}

/** Names that nothing else uses. `AWS_ACCESS_KEY_ID` and its like stand in the env files of all the world. */
const ownKey =
  /^[ \t\uFEFF]*(?:CLOUD_PROVIDER|VXLAN_PORT|PROXY_TIMEOUT|PEERPODS_LIMIT_PER_NODE|DISABLECVM|PODVM_[A-Z_]+|LIBVIRT_[A-Z_]+|IBMCLOUD_PODVM_[A-Z_]+|AZURE_INSTANCE_SIZES?|GCP_INSTANCE_TYPES)=/m;

/** True when the text sets something that only peer pods read. */
export function setsOurKeys(text: string): boolean {
  return ownKey.test(text);
}
