/** Converts errors of Prometheus and of the connection to it into messages that include the next step. */
import * as l10n from '@vscode/l10n';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { getString } from '#core/common/json.ts';
import { redact } from '#client/text/redact.ts';
import type { ApiProblem, HostResponse } from '../connection.ts';
import type { MetricsProblem } from './prometheus.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

/** Converts an error that occurred before the host responded. */
export function toPrometheusTransportError(problem: ApiProblem, host: string): MetricsProblem {
  switch (problem.kind) {
    case 'credentials':
      return { kind: problem.reason === 'NoToken' ? 'noToken' : 'login', message: problem.message };
    case 'tls':
      return { kind: 'tls', message: tlsWords(problem.brief, host) };
    case 'timeout':
    case 'badAnswer':
    case 'aborted':
      return { kind: problem.kind, message: problem.message };
    case 'invalid':
      return { kind: 'notFound', message: problem.message };
    default:
      return { kind: 'network', message: problem.message };
  }
}

/** Converts an error of the cluster API while looking up the address. */
export function apiProblem({ kind, message }: ApiProblem): MetricsProblem {
  switch (kind) {
    case 'unauthorized':
    case 'credentials':
      return { kind: 'login', message };
    case 'forbidden':
    case 'readOnly':
      return { kind: 'forbidden', message };
    case 'network':
    case 'tls':
    case 'timeout':
    case 'aborted':
    case 'badAnswer':
      return { kind, message };
    case 'notFound':
      return { kind: 'notFound', message };
    default:
      return { kind: 'server', message };
  }
}

/** Converts an unsuccessful response. Prometheus itself returns JSON, but its proxies return plain text or HTML. */
export function toPrometheusStatusError({ status, body, sentOnTo }: HostResponse, host: string): MetricsProblem {
  const said = saidIn(body);
  if (said !== undefined && status !== 401 && status !== 403)
    return { kind: kindOfError(status, said.type), message: errorWords(status, said, host) };
  if (status === 401)
    return {
      kind: 'refused',
      message: l10n.t`${host} rejected the token (401). It might not recognize the token, or the token might have just expired. Your cluster login might still be valid. Retry, and if this continues, contact your cluster administrator.`,
    };
  if (status === 403) return { kind: 'forbidden', message: l10n.t`${host} denied access to metrics (403).` };
  if (status === 404)
    return { kind: 'notFound', message: l10n.t`No Prometheus found at ${host} (404). Check the address.` };
  if (status === 429)
    return {
      kind: 'server',
      message: l10n.t`${host} received too many requests (429). Wait a moment, or select a shorter time range.`,
    };
  if (status >= 300 && status < 400)
    return {
      kind: 'badAnswer',
      message:
        sentOnTo === undefined
          ? l10n.t`${host} returned ${status}, which isn't a valid Prometheus response. Check for a proxy or login page.`
          : l10n.t`${host} redirects to ${sanitizeLine(sentOnTo, 200)} (${status}), but the extension doesn't follow redirects. Check for a login page.`,
    };
  if (status === 504 || status === 408)
    return {
      kind: 'timeout',
      message: l10n.t`${host} timed out waiting for its backend (${status}). Select a shorter time range.`,
    };
  if (status >= 500)
    return {
      kind: 'server',
      message: l10n.t`${host} returned ${status}. A backend service isn't running or is still starting. Retry later.`,
    };
  return {
    kind: 'badAnswer',
    message: l10n.t`${host} returned ${status}, which isn't a valid Prometheus response. Check for a proxy or login page.`,
  };
}

export function notPrometheus(host: string): MetricsProblem {
  return {
    kind: 'badAnswer',
    message: l10n.t`${host} returned a response that isn't from Prometheus. Check the address, and check for a proxy or login page.`,
  };
}

/** Returns text from another system in one line, with credentials redacted. */
export function cleaned(text: string, most = 500): string {
  return sanitizeLine(redact(text.slice(0, 10_000)), most);
}

interface Said {
  readonly type: string;
  readonly words: string;
}

/**
 * Returns the error in a Prometheus response. Source: prometheus/prometheus@v2.53.0 docs/querying/api.md, section
 * "Format overview".
 */
function saidIn(body: string): Said | undefined {
  try {
    const value: unknown = JSON.parse(body);
    if (getString(value, 'status') !== 'error') return undefined;
    return { type: getString(value, 'errorType') ?? '', words: cleaned(getString(value, 'error') ?? '') };
  } catch {
    return undefined;
  }
}

function kindOfError(status: number, type: string): MetricsProblem['kind'] {
  if (type === 'bad_data' || type === 'execution') return 'query';
  if (type === 'timeout' || type === 'canceled') return 'timeout';
  if (type === 'not_found') return 'notFound';
  return status === 400 || status === 422 ? 'query' : 'server';
}

function errorWords(status: number, { type, words }: Said, host: string): string {
  const said = words === '' ? l10n.t`${host} returned ${status} without giving a reason.` : words;
  if (type === 'timeout' || type === 'canceled')
    return `${l10n.t`The query exceeded the time limit on ${host}. Select a shorter time range.`}${getSentenceSeparator()}${said}`;
  return said;
}

/** Describes a TLS error. The message for the API server refers to the kubeconfig, which doesn't apply to this host. */
function tlsWords(brief: string | undefined, host: string): string {
  const said = brief ?? l10n.t`The TLS handshake with ${host} failed.`;
  return `${said}${getSentenceSeparator()}${l10n.t`No data was sent. The extension trusts the CA in the kubeconfig, the cluster ingress CA (ConfigMap default-ingress-cert in openshift-config-managed), and this computer's trusted CAs. Contact your cluster administrator.`}`;
}
