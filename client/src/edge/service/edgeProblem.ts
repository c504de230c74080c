/**
 * Converts errors of the edge hosting service to messages that describe the next step. Error codes:
 * docs.byteplus.com/byteplus-platform/reference/common-error-codes.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { ApiProblem, HostResponse } from '#client/kubernetes/connection.ts';
import { parseRetryAfter } from '#client/kubernetes/transport/retryAfter.ts';
import type { EdgeReadAction } from './edgeActions.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export interface EdgeRequestTarget {
  readonly host: string;
  readonly action: EdgeReadAction;
  readonly version: string;
  /** Redacted in messages. */
  readonly accessKeyId: string;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
}

/** Error code of a signature whose time is too old or in the future. */
export const wrongTime = 'InvalidTimestamp';

/**
 * Returns the error that a response reports. Returns undefined if the response isn't an error.
 * @param value response body as parsed JSON; undefined if the body isn't valid JSON
 */
export function edgeProblem(
  answer: HostResponse,
  value: unknown,
  { host, action, version, accessKeyId, now }: EdgeRequestTarget,
): ApiProblem | undefined {
  const { status, sentOnTo } = answer;
  const code = getString(value, 'ResponseMetadata', 'Error', 'Code') ?? '';
  const isError = status < 200 || status >= 300 || code !== '';
  if (!isError) return undefined;
  const shown = sanitizeLine(code, 80).replaceAll(accessKeyId, '***');
  const said = sanitizeLine(
    (getString(value, 'ResponseMetadata', 'Error', 'Message') ?? '').replaceAll(accessKeyId, '***'),
    200,
  );
  const about = omitUndefined({
    status,
    reason: shown === '' ? undefined : shown,
    retryAfter: parseRetryAfter(answer.retryAfter, now),
  });
  const words = `${shown === '' ? status : shown}${said === '' ? '' : `: ${said.replace(/\.$/, '')}`}`;
  const problem = (kind: ApiProblem['kind'], message: string): ApiProblem => ({ kind, message, ...about });
  if (status >= 300 && status < 400)
    return problem(
      'badAnswer',
      sentOnTo === undefined
        ? l10n.t`${host} redirects to another address, but the extension doesn't follow redirects. Check osc.edge.endpoint.`
        : l10n.t`${host} redirects to ${sentOnTo}, but the extension doesn't follow redirects. Check osc.edge.endpoint.`,
    );
  if (status === 429 || /Throttl|FlowLimit|RateLimit|TooManyRequests|RequestLimit|QpsLimit/i.test(code))
    return problem('tooMany', l10n.t`Too many requests to ${host} (${words}). Try again in a minute.`);
  if (code === wrongTime || /(?:Signature|Request)Expired/i.test(code))
    return problem(
      'credentials',
      l10n.t`${host} rejected the signature timestamp (${words}). Check this computer's clock.`,
    );
  if (code === 'SignatureDoesNotMatch')
    return problem(
      'unauthorized',
      l10n.t`${host} rejected the signature. Set the access key again, and check osc.edge.region.`,
    );
  if (
    /^(?:InvalidAccessKey|InvalidCredential|InvalidSecurityToken|Missing(?:Signature|AuthenticationToken))/.test(
      code,
    ) ||
    status === 401
  )
    return problem('unauthorized', l10n.t`${host} rejected the access key (${words}). Set the access key again.`);
  if (/^(?:AccessDenied|LackPolicy)/.test(code) || status === 403)
    return problem('forbidden', l10n.t`The access key doesn't have permission to call ${action} (${words}).`);
  if (/^(?:InvalidActionOrVersion|ServiceNotFound)/.test(code) || status === 404)
    return problem(
      'notFound',
      l10n.t`${host} doesn't support ${action} in version ${version} (${words}). Check osc.edge.endpoint and osc.edge.version.`,
    );
  if (status >= 500) return problem('server', l10n.t`${host} can't process ${action} now (${words}). Try again later.`);
  return problem('invalid', l10n.t`${host} rejected ${action} (${words}).`);
}

/**
 * Adapts an error that occurs before a response arrives. The transport's own message refers to kubeconfigs, which don't
 * apply here.
 */
export function wayProblem(problem: ApiProblem, host: string): ApiProblem {
  if (problem.kind !== 'tls' && problem.kind !== 'network') return problem;
  const { kind, brief } = problem;
  if (kind === 'network')
    return {
      ...problem,
      message: `${brief ?? host}: ${l10n.t`check osc.edge.endpoint and this computer's network connection.`}`,
    };
  const words = brief ?? l10n.t`The TLS handshake with ${host} failed.`;
  return {
    ...problem,
    message: `${words}${getSentenceSeparator()}${l10n.t(
      "The extension verifies the certificate against this computer's trusted CAs. Check {0}.",
      'osc.edge.endpoint',
    )}`,
  };
}
