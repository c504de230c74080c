/**
 * Defines the keys in the configuration files that initdata contains: aa.toml for the attestation agent, and cdh.toml
 * for the Confidential Data Hub. Source: domain/12-attestation.md 12.7;
 * confidential-containers/guest-components@8246e5e0 attestation-agent/attestation-agent/src/config/,
 * confidential-data-hub/hub/src/config/mod.rs, image-rs/src/config.rs.
 */

/** The keys in a table, each with its own table. `value` stands for other values and for tables with any keys. */
export interface GuestTable {
  readonly [key: string]: GuestTable | 'value';
}

/** The known and required keys in a configuration file. */
export interface GuestConfig {
  readonly keys: GuestTable;
  /**
   * The key that a table must contain if the table exists, by the path of the table. The path of the top-level table is
   * ''.
   */
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

/** Returns the keys for a file in initdata, or undefined for an unknown file. */
export function findGuestConfig(name: string): GuestConfig | undefined {
  return Object.hasOwn(configs, name) ? configs[name] : undefined;
}

/**
 * Clients that `kbc.name` can select. Source: guest-components@8246e5e0
 * confidential-data-hub/kms/src/plugins/kbs/mod.rs.
 */
export const guestClients = ['cc_kbc', 'offline_fs_kbc'] as const;

/** Settings in cdh.toml whose value is a resource URI. */
export const resourceSettings: readonly string[] = [
  'credentials.resource_uri',
  'image.image_security_policy_uri',
  'image.authenticated_registry_credentials_uri',
  'image.sigstore_config_uri',
  'image.registry_configuration_uri',
];

/** Problem with a resource URI: an unknown scheme, or the wrong number of parts in the path. */
export type ResourceUriProblem =
  | { readonly type: 'scheme'; readonly scheme: string }
  | { readonly type: 'parts'; readonly instead?: string };

/**
 * Returns the problem with a resource URI. Text without `://` is a file path. Source:
 * guest-components@8246e5e0 attestation-agent/deps/resource_uri/src/lib.rs, image-rs/src/resource/mod.rs.
 */
export function findResourceUriProblem(text: string): ResourceUriProblem | undefined {
  if (!text.includes('://')) return undefined;
  const [, scheme = '', rest = ''] = /^([^:/?#]*):\/\/(.*)$/s.exec(text) ?? [];
  if (scheme === 'file' || /^kbs\+./.test(scheme)) return undefined;
  if (scheme !== 'kbs') return { type: 'scheme', scheme };
  const [path = ''] = rest.split(/[?#]/, 1);
  const parts = path.split('/');
  // The text before the first slash is the address of the KBS, which the guest ignores.
  if (parts.length === 4) return undefined;
  return parts.length === 3 && parts.every((part) => part !== '')
    ? { type: 'parts', instead: `kbs:///${rest}` }
    : { type: 'parts' };
}
