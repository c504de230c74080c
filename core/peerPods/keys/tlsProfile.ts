/**
 * Describes the TLS settings of cloud-api-adaptor in peer-pods-cm. Sources:
 * confidential-containers/cloud-api-adaptor@7c8c2880 src/cloud-api-adaptor/pkg/util/tlsconfig/tlsconfig.go, and the
 * names in crypto/tls of Go, which k8s.io/component-base/cli/flag accepts.
 */

/** Keys of the TLS settings. */
export const tlsKeyNames: readonly string[] = ['TLS_MIN_VERSION', 'TLS_CIPHER_SUITES'];

/** Values of TLS_MIN_VERSION that cloud-api-adaptor accepts. */
export const tlsMinVersions: readonly string[] = ['VersionTLS12', 'VersionTLS13'];

/** Value of TLS_MIN_VERSION that doesn't allow TLS_CIPHER_SUITES. */
export const minVersionWithoutSuites = 'VersionTLS13';

/** IANA names of the cipher suites that Go knows, with their name in OpenSSL. */
const suites: readonly (readonly [iana: string, openSsl: string])[] = [
  ['TLS_RSA_WITH_AES_128_CBC_SHA', 'AES128-SHA'],
  ['TLS_RSA_WITH_AES_256_CBC_SHA', 'AES256-SHA'],
  ['TLS_RSA_WITH_AES_128_GCM_SHA256', 'AES128-GCM-SHA256'],
  ['TLS_RSA_WITH_AES_256_GCM_SHA384', 'AES256-GCM-SHA384'],
  ['TLS_RSA_WITH_AES_128_CBC_SHA256', 'AES128-SHA256'],
  ['TLS_RSA_WITH_RC4_128_SHA', 'RC4-SHA'],
  ['TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'DES-CBC3-SHA'],
  ['TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA', 'ECDHE-ECDSA-AES128-SHA'],
  ['TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA', 'ECDHE-ECDSA-AES256-SHA'],
  ['TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256', 'ECDHE-ECDSA-AES128-SHA256'],
  ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'ECDHE-ECDSA-AES128-GCM-SHA256'],
  ['TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384', 'ECDHE-ECDSA-AES256-GCM-SHA384'],
  ['TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256', 'ECDHE-ECDSA-CHACHA20-POLY1305'],
  ['TLS_ECDHE_ECDSA_WITH_RC4_128_SHA', 'ECDHE-ECDSA-RC4-SHA'],
  ['TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA', 'ECDHE-RSA-AES128-SHA'],
  ['TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA', 'ECDHE-RSA-AES256-SHA'],
  ['TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256', 'ECDHE-RSA-AES128-SHA256'],
  ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ['TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ['TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256', 'ECDHE-RSA-CHACHA20-POLY1305'],
  ['TLS_ECDHE_RSA_WITH_RC4_128_SHA', 'ECDHE-RSA-RC4-SHA'],
  ['TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA', 'ECDHE-RSA-DES-CBC3-SHA'],
];

const byOpenSslName: ReadonlyMap<string, string> = new Map(suites.map(([iana, openSsl]) => [openSsl, iana]));

/** Returns the IANA name of a cipher suite with this name in OpenSSL. */
export function findSuiteByOpenSslName(name: string): string | undefined {
  return byOpenSslName.get(name.toUpperCase());
}

/**
 * Returns whether the text can't be the IANA name of a cipher suite. Only the form is checked, because the set of names
 * depends on the Go version of cloud-api-adaptor.
 */
export function isNoIanaName(name: string): boolean {
  return !/^TLS_[A-Z0-9_]+$/.test(name);
}
