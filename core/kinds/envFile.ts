/**
 * Detects env files: files with `KEY=VALUE` lines from which a kustomization creates ConfigMaps and Secrets. Used
 * before other modules are loaded.
 */

/** File patterns that the editor uses for env files. `isEnvFileName` checks the same for a URI or path. */
export const envFilePatterns: readonly string[] = ['**/*.{env,properties}', '**/.env*'];

/** Returns whether the URI or path might be an env file. */
export function isEnvFileName(uri: string): boolean {
  return /(?:\.(?:env|properties)|\/\.env[^/]*)$/.test(uri);
}

/** Names that are used only for peer pods. Names such as `AWS_ACCESS_KEY_ID` occur in many other env files. */
const ownKey =
  /^[ \t\uFEFF]*(?:CLOUD_PROVIDER|VXLAN_PORT|PROXY_TIMEOUT|PEERPODS_LIMIT_PER_NODE|DISABLECVM|PODVM_[A-Z_]+|LIBVIRT_[A-Z_]+|IBMCLOUD_PODVM_[A-Z_]+|AZURE_INSTANCE_SIZES?|GCP_INSTANCE_TYPES)=/m;

/** Returns whether the text sets a key that only peer pods use. */
export function setsOurKeys(text: string): boolean {
  return ownKey.test(text);
}
