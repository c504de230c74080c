/**
 * Converts network errors of Node.js to messages that explain what the user can do. Doesn't show Node's own messages
 * because they might quote received data.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import type { ApiProblem } from '../connection.ts';

interface Words {
  readonly kind: ApiProblem['kind'];
  /** Returns the complete message for a server. */
  readonly message: (server: string) => string;
  /**
   * Returns only the cause, without advice. Defined only for network and certificate errors.
   * @see ApiProblem
   */
  readonly brief?: (server: string) => string;
}

const notTrusted: Words = {
  kind: 'tls',
  message: (server) =>
    l10n.t`The certificate for ${server} isn't signed by a trusted CA. Check certificate-authority in the kubeconfig. Log in again with oc login, or contact the cluster administrator.`,
  brief: (server) => l10n.t`The certificate for ${server} isn't signed by a trusted CA.`,
};
const unreachable: Words = {
  kind: 'network',
  message: (server) => l10n.t`No route to ${server}. Check the network connection and whether a VPN is required.`,
  brief: (server) => l10n.t`No route to ${server}`,
};
const broken: Words = {
  kind: 'network',
  message: (server) => l10n.t`Connection to ${server} lost. The server might be restarting.`,
  brief: (server) => l10n.t`Connection to ${server} lost`,
};
const noTls: Words = {
  kind: 'tls',
  message: (server) =>
    l10n.t`The TLS handshake with ${server} failed. Check the port, and check whether a proxy is intercepting the connection.`,
};
const clientRefused: Words = {
  kind: 'tls',
  message: (server) =>
    l10n.t`${server} requires a valid client certificate. The certificate in the kubeconfig might be missing, expired, or not accepted by the server. Log in again.`,
};
const noHttp: Words = {
  kind: 'badAnswer',
  message: (server) =>
    l10n.t`${server} returned a response that isn't HTTP. Check the port, and check whether a proxy is intercepting the connection.`,
};

const revoked = (server: string): string => l10n.t`The certificate for ${server} was revoked.`;

const byCode: Readonly<Record<string, Words>> = {
  ECONNREFUSED: {
    kind: 'network',
    message: (server) =>
      l10n.t`Connection refused by ${server}. Check whether the cluster is running and whether a VPN is required.`,
    brief: (server) => l10n.t`Connection refused by ${server}`,
  },
  ECONNRESET: broken,
  EPIPE: broken,
  ECONNABORTED: broken,
  ETIMEDOUT: {
    kind: 'timeout',
    message: (server) =>
      l10n.t`${server} isn't responding. Check whether the cluster is running and whether a VPN is required.`,
  },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  ENETDOWN: unreachable,
  ENOTFOUND: {
    kind: 'network',
    message: (server) =>
      l10n.t`DNS lookup for ${server} found no address. Check the spelling and whether a VPN is required.`,
    brief: (server) => l10n.t`DNS lookup for ${server} found no address`,
  },
  EAI_AGAIN: {
    kind: 'network',
    message: (server) =>
      l10n.t`DNS lookup for ${server} failed temporarily. Check the network connection and whether a VPN is required.`,
    brief: (server) => l10n.t`DNS lookup for ${server} failed temporarily`,
  },
  CERT_HAS_EXPIRED: {
    kind: 'tls',
    message: (server) =>
      l10n.t`The certificate for ${server} has expired. Check the clock on this computer. If the clock is correct, the cluster administrator must renew the certificate.`,
    brief: (server) => l10n.t`The certificate for ${server} has expired.`,
  },
  CERT_NOT_YET_VALID: {
    kind: 'tls',
    message: (server) => l10n.t`The certificate for ${server} isn't valid yet. Check the clock on this computer.`,
    brief: (server) => l10n.t`The certificate for ${server} isn't valid yet.`,
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    kind: 'tls',
    message: (server) =>
      l10n.t`The certificate from ${server} was issued for a different name. Check the server address in the kubeconfig. If you use a tunnel, set tls-server-name.`,
    brief: (server) => l10n.t`The certificate from ${server} was issued for a different name.`,
  },
  CERT_REVOKED: { kind: 'tls', message: revoked, brief: revoked },
  DEPTH_ZERO_SELF_SIGNED_CERT: notTrusted,
  SELF_SIGNED_CERT_IN_CHAIN: notTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: notTrusted,
  CERT_UNTRUSTED: notTrusted,
  CERT_SIGNATURE_FAILURE: notTrusted,
  INVALID_CA: notTrusted,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: clientRefused,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: clientRefused,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: clientRefused,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: clientRefused,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: clientRefused,
  EPROTO: noTls,
};

/**
 * Converts a network error.
 * @param error value that was thrown or emitted
 * @param server host and port, for the message
 */
export function toNetworkError(error: unknown, server: string): ApiProblem {
  const code = getString(error, 'code') ?? '';
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  if (known !== undefined)
    return { kind: known.kind, message: known.message(server), ...omitUndefined({ brief: known.brief?.(server) }) };
  if (code.startsWith('HPE_')) return { kind: noHttp.kind, message: noHttp.message(server) };
  if (code.startsWith('ERR_OSSL_')) {
    return {
      kind: 'credentials',
      message: l10n.t`Can't read a certificate or key in the kubeconfig, or the certificate doesn't match the key. Log in again.`,
    };
  }
  if (code.startsWith('ERR_SSL_')) return { kind: noTls.kind, message: noTls.message(server) };
  const proxy = /^(?:Bad response: (\d{3})|Proxy timeout|Socks5? .*|Proxy connection timed out)$/i.exec(
    error instanceof Error ? error.message.slice(0, 200) : '',
  );
  if (proxy !== null) {
    const answered = proxy[1] === undefined ? server : `${server} (${proxy[1]})`;
    return {
      kind: 'network',
      message: l10n.t`The proxy in the kubeconfig couldn't connect to ${answered}. Check proxy-url.`,
      brief: l10n.t`The proxy in the kubeconfig couldn't connect to ${answered}`,
    };
  }
  const isShown = /^[A-Z0-9_]{1,60}$/.test(code);
  return {
    kind: 'network',
    message: isShown
      ? l10n.t`The connection to ${server} failed (${code}).`
      : l10n.t`The connection to ${server} failed.`,
    brief: isShown ? l10n.t`The connection to ${server} failed (${code})` : l10n.t`The connection to ${server} failed`,
  };
}
