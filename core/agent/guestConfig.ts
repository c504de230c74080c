/**
 * Keys of the configuration files in initdata: aa.toml of the attestation agent, and cdh.toml of the Confidential Data
 * Hub. Source: domain/12-attestation.md 12.7; confidential-containers/guest-components@8246e5e0
 * attestation-agent/attestation-agent/src/config/, confidential-data-hub/hub/src/config/mod.rs, image-rs/src/config.rs.
 */

/** A table: its keys with their tables. `value` for keys without a table, or with a table of any content. */
export interface GuestTable {
  readonly [key: string]: GuestTable | 'value';
}

/** A configuration file. */
export interface GuestConfig {
  readonly keys: GuestTable;
  /** Keys that must be in a table, by the path of the table. A table that doesn't exist needs no keys, except ''. */
  readonly required: Readonly<Record<string, string>>;
}

/** Configuration files by name. */
const configs: Readonly<Record<string, GuestConfig>> = {
  'aa.toml': {
    keys: {
      token_configs: {
        coco_as: { url: 'value' },
        kbs: { url: 'value', cert: 'value', tee_key_algorithm: 'value' },
      },
      eventlog_config: { init_pcr: 'value', enable_eventlog: 'value', eventlog_algorithm: 'value' },
      log: { level: 'value' },
    },
    required: { 'token_configs.kbs': 'url' },
  },
  'cdh.toml': {
    keys: {
      socket: 'value',
      credentials: { path: 'value', resource_uri: 'value' },
      kbc: { name: 'value', url: 'value', kbs_cert: 'value' },
      aa: { aa_socket: 'value' },
      image: {
        image_security_policy_uri: 'value',
        image_security_policy: 'value',
        sigstore_config_uri: 'value',
        sigstore_config: 'value',
        authenticated_registry_credentials_uri: 'value',
        registry_configuration_uri: 'value',
        registry_config: 'value',
        max_concurrent_layer_downloads_per_image: 'value',
        image_pull_proxy: { https_proxy: 'value', http_proxy: 'value', no_proxy: 'value' },
        extra_root_certificates: 'value',
        work_dir: 'value',
        kbc: 'value',
        kbs_uri: 'value',
      },
      skip_sealed_secret_verification: 'value',
      log: { level: 'value' },
    },
    required: { '': 'kbc', kbc: 'name' },
  },
};

/** Returns the keys of a file in initdata. */
export function findGuestConfig(name: string): GuestConfig | undefined {
  return Object.hasOwn(configs, name) ? configs[name] : undefined;
}

/**
 * Names of clients in `kbc.name`. Source: guest-components@8246e5e0 confidential-data-hub/kms/src/plugins/kbs/mod.rs.
 */
export const guestClients = ['cc_kbc', 'offline_fs_kbc'] as const;

/** Settings in cdh.toml that name a resource. */
export const resourceSettings: readonly string[] = [
  'credentials.resource_uri',
  'image.image_security_policy_uri',
  'image.authenticated_registry_credentials_uri',
  'image.sigstore_config_uri',
  'image.registry_configuration_uri',
];

/** Problem with the URI of a resource. */
export type ResourceUriProblem =
  | { readonly type: 'scheme'; readonly scheme: string }
  | { readonly type: 'parts'; readonly instead?: string };

/**
 * Returns the problem with the URI of a resource. A URI without `://` is the path of a file. Source:
 * guest-components@8246e5e0 attestation-agent/deps/resource_uri/src/lib.rs, image-rs/src/resource/mod.rs.
 */
export function findResourceUriProblem(text: string): ResourceUriProblem | undefined {
  const [, scheme = '', rest = ''] = /^([^:/?#]*):\/\/(.*)$/s.exec(text) ?? [];
  if (!text.includes('://')) return undefined;
  if (scheme === 'file' || /^kbs\+./.test(scheme)) return undefined;
  if (scheme !== 'kbs') return { type: 'scheme', scheme };
  const [path = ''] = rest.split(/[?#]/, 1);
  const parts = path.split('/');
  // The text before the first slash is the address of the KBS, which the guest ignores.
  if (parts.length - 1 === 3) return undefined;
  return parts.length === 3 && parts.every((part) => part !== '')
    ? { type: 'parts', instead: `kbs:///${rest}` }
    : { type: 'parts' };
}
