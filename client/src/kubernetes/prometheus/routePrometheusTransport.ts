/**
 * Connects to the Prometheus of a cluster through its Route. Uses the user's token, but never gives it to code outside
 * the cluster connection.
 */
import * as l10n from '@vscode/l10n';
import { isDeepStrictEqual } from 'node:util';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, Connection, HostResponse, HttpHost } from '../connection.ts';
import type { Clock } from '../clock.ts';
import { withAbort } from './withAbort.ts';
import { toPrometheusStatusError, toPrometheusTransportError } from './prometheusErrors.ts';
import type { MetricsResponse, MetricsProblem } from './prometheus.ts';
import { missingRight } from './missingPermission.ts';
import { findRoute } from './findRoute.ts';
import { account, RequestedToken } from './requestedToken.ts';
import { ingressAuthorities } from './ingressCertificates.ts';
import { aborted, bounds, type PrometheusTransport, type WayRequest } from './prometheusTransport.ts';

/** The Route, opened as the user and as the service account of the requested token. */
interface Opened {
  readonly host: string;
  readonly authorities: readonly string[];
  readonly asUser: HttpHost;
  readonly asAccount: HttpHost;
}

export class RoutePrometheusTransport implements PrometheusTransport {
  readonly #connection: Connection;
  readonly #requested: RequestedToken;
  readonly #closed = new AbortController();
  #mayRequest = false;
  #token = '';
  #opened: Opened | undefined;
  /** True if the Route is looked up again for the next request, because its host or certificate might have changed. */
  #isStale = false;
  #opening: Promise<MetricsResponse<Opened>> | undefined;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#requested = new RequestedToken(connection, clock);
  }

  get host(): string | undefined {
    return this.#opened?.host;
  }

  async send(request: WayRequest, signal: AbortSignal | undefined): Promise<MetricsResponse<HostResponse>> {
    const opened = await this.#open(signal);
    if (!opened.ok) return opened;
    const { host, asUser } = opened.value;
    const own = await this.#request(asUser, request, signal);
    const hasNone = !own.ok && own.error.kind === 'credentials' && own.error.reason === 'NoToken';
    if (hasNone && this.#mayRequest) return this.#sendAsAccount(opened.value, request, signal);
    if (hasNone) {
      const message = l10n.t`${own.error.message} The cluster's Prometheus accepts only tokens. Log in with a token (oc login), or allow the extension to request a 10-minute token for ${account.name}.`;
      return fail({ kind: 'noToken', message });
    }
    return this.#judged(own, opened.value, async () => {
      const missing = await missingRight(this.#connection, request.method === 'GET' ? 'get' : 'create', signal);
      return missing.kind === 'aborted'
        ? aborted()
        : {
            ...missing,
            message: missing.message.replace(l10n.t`The cluster's Prometheus`, l10n.t`Prometheus at ${host}`),
          };
    });
  }

  allowTokenRequest(): void {
    this.#mayRequest = true;
  }

  close(): void {
    this.#closed.abort();
    this.#requested.forget();
    this.#token = '';
    const opened = this.#opened;
    this.#opened = undefined;
    closeBoth(opened);
  }

  /**
   * Sends a request with the requested token. If a cached token is rejected, retries once with a new one, because the
   * cluster might have revoked it.
   */
  async #sendAsAccount(
    opened: Opened,
    request: WayRequest,
    signal: AbortSignal | undefined,
    isLast = false,
  ): Promise<MetricsResponse<HostResponse>> {
    const before = this.#token;
    const token = await this.#requested.current(signal);
    if (!token.ok) return token;
    this.#token = token.value;
    const answer = await this.#request(opened.asAccount, request, signal);
    if (answer.ok && answer.value.status === 401) {
      this.#requested.forget();
      if (!isLast && before === token.value) return this.#sendAsAccount(opened, request, signal, true);
    }
    const refused: MetricsProblem = {
      kind: 'forbidden',
      message: l10n.t`Service account ${account.name} in ${account.namespace} doesn't have permission to read this cluster's metrics. Log in with your own token (oc login).`,
    };
    return this.#judged(answer, opened, () => Promise.resolve(refused));
  }

  #request(host: HttpHost, request: WayRequest, signal: AbortSignal | undefined): Promise<ApiResult<HostResponse>> {
    return host.request({ ...request, ...bounds, ...(signal === undefined ? {} : { signal }) });
  }

  async #judged(
    answer: ApiResult<HostResponse>,
    opened: Opened,
    whenForbidden: () => Promise<MetricsProblem>,
  ): Promise<MetricsResponse<HostResponse>> {
    if (answer.ok && answer.value.status >= 200 && answer.value.status < 300) return answer;
    const problem = answer.ok
      ? toPrometheusStatusError(answer.value, opened.host)
      : toPrometheusTransportError(answer.error, opened.host);
    if (problem.kind === 'network' || problem.kind === 'tls') this.#isStale = true;
    return fail(problem.kind === 'forbidden' ? await whenForbidden() : problem);
  }

  /** Looks up the Route once for all concurrent callers. */
  async #open(signal: AbortSignal | undefined): Promise<MetricsResponse<Opened>> {
    if (this.#closed.signal.aborted) return fail(aborted());
    if (this.#opened !== undefined && !this.#isStale) return succeed(this.#opened);
    this.#opening ??= this.#find().finally(() => {
      this.#opening = undefined;
    });
    return withAbort(this.#opening, signal);
  }

  async #find(): Promise<MetricsResponse<Opened>> {
    const connection = this.#connection;
    if (connection.otherHost === undefined)
      return fail({
        kind: 'notFound',
        message: l10n.t`No Prometheus is available because the data doesn't come from a running cluster.`,
      });
    const { signal } = this.#closed;
    const host = await findRoute(connection, signal);
    if (!host.ok) return host;
    const authorities = await ingressAuthorities(connection, signal);
    if (signal.aborted) return fail(aborted());
    this.#isStale = false;
    const before = this.#opened;
    // If nothing changed, the old connection is kept, because other requests might be using it.
    if (before?.host === host.value && isDeepStrictEqual(before.authorities, authorities)) return succeed(before);
    const origin = `https://${host.value}`;
    const opened: Opened = {
      host: host.value,
      authorities,
      asUser: connection.otherHost({ origin, authorities }),
      asAccount: connection.otherHost({ origin, authorities, token: () => this.#token }),
    };
    this.#opened = opened;
    closeBoth(before);
    return succeed(opened);
  }
}

function closeBoth(opened: Opened | undefined): void {
  opened?.asUser.close();
  opened?.asAccount.close();
}
