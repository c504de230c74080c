/**
 * Converts error responses to problems. Uses the sanitized message of the server if the body is a Kubernetes Status.
 */
import * as l10n from '@vscode/l10n';
import type { IncomingHttpHeaders } from 'node:http';
import { omitUndefined, getNumber, getString } from '#core/common/json.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { redact } from '#client/text/redact.ts';
import type { ApiProblem } from '../connection.ts';
import { parseUrl } from '../parseUrl.ts';
import { removeCredentialsFromValue, removeCredentials } from './removeCredentials.ts';
import { parseRetryAfter } from './retryAfter.ts';

export interface ErrorResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Body of the response, as text. */
  readonly body: string;
}

export interface RequestOrigin {
  /** Host and port. */
  readonly server: string;
  /** Name of the user in the kubeconfig. */
  readonly user: string;
  /** Credentials of this connection. They are removed from the result in any encoding. */
  readonly credentials: readonly string[];
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
}

/** Maximum length of a server message, in characters. Longer messages are truncated. */
const maxWords = 500;

export function statusProblem({ status, headers, body }: ErrorResponse, asked: RequestOrigin): ApiProblem {
  const details = removeCredentialsFromValue(statusObject(body), asked.credentials);
  const wait =
    parseRetryAfter(headers['retry-after'], asked.now) ?? seconds(getNumber(details, 'details', 'retryAfterSeconds'));
  const kind = kindOf(status, wait);
  const said = cleaned(getString(details, 'message') ?? '');
  return {
    kind,
    message: messageOf(kind, status, said, headers, asked),
    status,
    ...omitUndefined({ reason: getString(details, 'reason'), retryAfter: wait, details }),
  };
}

function kindOf(status: number, wait: number | undefined): ApiProblem['kind'] {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'notFound';
  if (status === 408) return 'timeout';
  if (status === 409) return 'conflict';
  if (status === 410) return 'gone';
  if (status === 429 || (status === 503 && wait !== undefined)) return 'tooMany';
  if (status >= 500) return 'server';
  return status >= 400 ? 'invalid' : 'badAnswer';
}

function messageOf(
  kind: ApiProblem['kind'],
  status: number,
  said: string,
  headers: IncomingHttpHeaders,
  { server, user, credentials }: RequestOrigin,
): string {
  switch (kind) {
    case 'unauthorized':
      return user === ''
        ? l10n.t`${server} requires a login, but the context has no user. Log in, for example with oc login.`
        : l10n.t`${server} rejected the login for "${user}" (401). The login might have expired. Log in again, for example with oc login.`;
    case 'forbidden':
      return said === '' ? l10n.t`${server} denied the request from "${user}" (403).` : l10n.t`Access denied: ${said}`;
    case 'notFound':
      return said === '' ? l10n.t`${server} can't find the requested resource (404).` : said;
    case 'tooMany':
      return said === ''
        ? l10n.t`${server} is busy (${status}). Retry later.`
        : l10n.t`${server} is busy (${status}): ${said}`;
    case 'gone':
      return said === '' ? l10n.t`${server} no longer has the requested resource version (410).` : said;
    case 'server':
      return said === ''
        ? l10n.t`${server} returned ${status}. A backend service isn't running or is still starting. Retry later.`
        : l10n.t`${server} returned ${status}: ${said}`;
    case 'badAnswer':
      return removeCredentials(redirectWords(status, headers, server), credentials);
    default:
      return said === '' ? l10n.t`${server} rejected the request (${status}).` : said;
  }
}

function redirectWords(status: number, headers: IncomingHttpHeaders, server: string): string {
  const target = parseUrl(headers.location ?? '')?.host ?? '';
  return target === ''
    ? l10n.t`${server} returned ${status}, which isn't a valid API server response. Check whether a proxy or login page is intercepting the connection.`
    : l10n.t`${server} redirects to ${cleaned(target)} (${status}), and redirects aren't followed. Check for a login page, and check the server address in the kubeconfig.`;
}

function statusObject(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return getString(value, 'kind') === 'Status' ? value : undefined;
  } catch {
    return undefined;
  }
}

function seconds(value: number | undefined): number | undefined {
  return value === undefined || value <= 0 ? undefined : parseRetryAfter(String(Math.ceil(Math.min(value, 86_400))), 0);
}

/** Returns the server message as one line, with anything that looks like a credential redacted. */
function cleaned(text: string): string {
  return sanitizeLine(redact(text.slice(0, 10_000)), maxWords);
}
