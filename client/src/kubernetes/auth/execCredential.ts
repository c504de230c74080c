/**
 * Builds the input of credential plugins and reads their output. Source: kubernetes/website@main
 * content/en/docs/reference/access-authn-authz/authentication.md, section "client-go credential plugins".
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString, getValue } from '#core/common/json.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import type { ClusterEntry } from '../kubeconfig/entries.ts';

const group = 'client.authentication.k8s.io';
const versions: readonly string[] = [`${group}/v1`, `${group}/v1beta1`];

export function isKnownVersion(apiVersion: string): boolean {
  return versions.includes(apiVersion);
}

export interface ExecCredential {
  readonly token?: string;
  /** Client certificate in PEM. `key` is its private key, also in PEM. */
  readonly certificate?: string;
  readonly key?: string;
  /** Expiry time in milliseconds since 1970. If undefined, the credential is valid until the server rejects it. */
  readonly expiresAt?: number;
}

/**
 * Returns the value of KUBERNETES_EXEC_INFO.
 * @param cluster only for plugins that require cluster information
 * @param ca CA of the cluster, in PEM
 */
export function execInfo(apiVersion: string, cluster: ClusterEntry | undefined, ca: Buffer | undefined): string {
  const told =
    cluster === undefined
      ? undefined
      : omitUndefined({
          server: cluster.server,
          'tls-server-name': cluster.tlsServerName,
          'insecure-skip-tls-verify': cluster.skipTlsVerify ? true : undefined,
          'certificate-authority-data': ca?.toString('base64'),
          'proxy-url': cluster.proxyUrl,
          config: cluster.execConfig,
        });
  return JSON.stringify({
    kind: 'ExecCredential',
    apiVersion,
    spec: omitUndefined({ cluster: told, interactive: false }),
  });
}

function notCredential(name: string): string {
  return l10n.t`Credential plugin "${name}" didn't return an ExecCredential in JSON.`;
}

/**
 * Reads the output of a credential plugin.
 * @param name of the plugin, for messages
 * @returns the credential, or the problem as a sentence
 */
export function readCredential(output: string, apiVersion: string, name: string): Result<ExecCredential, string> {
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch {
    return fail(notCredential(name));
  }
  if (getString(value, 'kind') !== 'ExecCredential') return fail(notCredential(name));
  if (getString(value, 'apiVersion') !== apiVersion)
    return fail(
      l10n.t`Credential plugin "${name}" didn't return apiVersion ${apiVersion}, which the kubeconfig requires.`,
    );
  const token = text(value, 'token');
  const certificate = text(value, 'clientCertificateData');
  const key = text(value, 'clientKeyData');
  if ((certificate === undefined) !== (key === undefined))
    return fail(
      l10n.t`Credential plugin "${name}" returned a certificate without its key, or a key without its certificate.`,
    );
  if (token === undefined && certificate === undefined)
    return fail(l10n.t`Credential plugin "${name}" returned neither a token nor a certificate.`);
  const expires = getValue(value, 'status', 'expirationTimestamp') ?? undefined;
  const expiresAt = typeof expires === 'string' ? Date.parse(expires) : undefined;
  if (expires !== undefined && (expiresAt === undefined || Number.isNaN(expiresAt)))
    return fail(l10n.t`Credential plugin "${name}" returned an invalid expirationTimestamp.`);
  return succeed(omitUndefined({ token, certificate, key, expiresAt }));
}

function text(value: unknown, field: string): string | undefined {
  const found = getString(value, 'status', field)?.trim() ?? '';
  return found === '' ? undefined : found;
}
