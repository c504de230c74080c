/** What Node says of a connection -> what the user can do about it. Node's own words are not shown: they may cite what came. */
import { stringAt } from '../../../../core/json.ts';
import type { ApiProblem } from '../connection.ts';

interface Words {
  readonly kind: ApiProblem['kind'];
  /** Follows the name of the server. */
  readonly message: (server: string) => string;
}

const notTrusted: Words = {
  kind: 'tls',
  message: (server) =>
    `The certificate of ${server} is signed by nobody we trust. Is the right certificate-authority in the kubeconfig? Log in again with oc login, or ask who runs the cluster.`,
};
const unreachable: Words = { kind: 'network', message: (server) => `There is no way to ${server}: is this machine online, is a VPN needed?` };
const broken: Words = { kind: 'network', message: (server) => `The connection to ${server} broke. It may be restarting.` };
const noTls: Words = { kind: 'tls', message: (server) => `${server} does not speak TLS as an API server does: is the port right, or is something in between?` };
const clientRefused: Words = {
  kind: 'tls',
  message: (server) => `${server} does not take the client certificate of the kubeconfig, or wants one: it may have expired. Log in again.`,
};
const noHttp: Words = { kind: 'badAnswer', message: (server) => `What ${server} answers is no HTTP: is the port right, or is something in between?` };

const byCode: Readonly<Record<string, Words>> = {
  ECONNREFUSED: { kind: 'network', message: (server) => `Connection refused at ${server}: is the cluster running, is a VPN needed?` },
  ECONNRESET: broken,
  EPIPE: broken,
  ECONNABORTED: broken,
  ETIMEDOUT: { kind: 'timeout', message: (server) => `${server} does not answer: is a VPN needed, or is the cluster down?` },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  ENETDOWN: unreachable,
  ENOTFOUND: { kind: 'network', message: (server) => `The name of ${server} is not known (DNS): is it spelled right, is a VPN needed?` },
  EAI_AGAIN: { kind: 'network', message: (server) => `The name of ${server} cannot be looked up now (DNS): is this machine online, is a VPN needed?` },
  CERT_HAS_EXPIRED: {
    kind: 'tls',
    message: (server) => `The certificate of ${server} has expired: whoever runs the cluster has to renew it. Is the clock of this machine right?`,
  },
  CERT_NOT_YET_VALID: { kind: 'tls', message: (server) => `The certificate of ${server} is not valid yet: is the clock of this machine right?` },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    kind: 'tls',
    message: (server) =>
      `The certificate of ${server} is for another name: is the server in the kubeconfig right? Behind a tunnel, tls-server-name says the name.`,
  },
  CERT_REVOKED: { kind: 'tls', message: (server) => `The certificate of ${server} was revoked.` },
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

/** @param error whatever was thrown or emitted @param server host and port, for the message */
export function networkProblem(error: unknown, server: string): ApiProblem {
  const code = stringAt(error, 'code') ?? '';
  const known = Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  if (known !== undefined) return { kind: known.kind, message: known.message(server) };
  if (code.startsWith('HPE_')) return { kind: noHttp.kind, message: noHttp.message(server) };
  if (code.startsWith('ERR_OSSL_')) {
    return { kind: 'credentials', message: 'A certificate or key of the kubeconfig cannot be read, or they do not belong together: log in again.' };
  }
  if (code.startsWith('ERR_SSL_')) return { kind: noTls.kind, message: noTls.message(server) };
  const proxy = /^(?:Bad response: (\d{3})|Proxy timeout|Socks5? .*|Proxy connection timed out)$/i.exec(
    error instanceof Error ? error.message.slice(0, 200) : '',
  );
  if (proxy !== null) {
    const status = proxy[1] === undefined ? '' : ` (${proxy[1]})`;
    return { kind: 'network', message: `The proxy of the kubeconfig did not connect to ${server}${status}: look at its proxy-url.` };
  }
  return { kind: 'network', message: `The connection to ${server} failed${/^[A-Z0-9_]{1,60}$/.test(code) ? ` (${code})` : ''}.` };
}
