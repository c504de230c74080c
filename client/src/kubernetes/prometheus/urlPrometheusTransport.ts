/**
 * Connects to the Prometheus in the settings without credentials, because cluster credentials are only for hosts of
 * that cluster.
 */
import * as l10n from '@vscode/l10n';
import { fail, succeed } from '#core/common/result.ts';
import type { HostResponse } from '../connection.ts';
import type { Clock } from '../clock.ts';
import { HttpsHost } from '../transport/httpsHost.ts';
import { isLoopback, parseUrl } from '../parseUrl.ts';
import { toPrometheusStatusError, toPrometheusTransportError } from './prometheusErrors.ts';
import type { MetricsResponse, MetricsProblem } from './prometheus.ts';
import { bounds, type PrometheusTransport, type WayRequest } from './prometheusTransport.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export class UrlPrometheusTransport implements PrometheusTransport {
  readonly host: string | undefined;
  readonly #problem: MetricsProblem | undefined;
  readonly #prefix: string;
  readonly #http: HttpsHost;

  /** @param address the value of the setting */
  constructor(address: string, clock: Clock) {
    const url = parseUrl(address);
    const wrong = wrongWords(url);
    this.#problem = wrong === undefined ? undefined : { kind: 'notFound', message: wrong };
    this.host = wrong === undefined ? url?.host : undefined;
    this.#prefix = url?.pathname.replace(/\/+$/, '') ?? '';
    this.#http = new HttpsHost({ origin: url?.origin ?? '', clock, login: () => Promise.resolve(succeed({})) });
  }

  async send(request: WayRequest, signal: AbortSignal | undefined): Promise<MetricsResponse<HostResponse>> {
    if (this.#problem !== undefined) return fail(this.#problem);
    const host = this.host ?? '';
    const answer = await this.#http.request({
      ...request,
      path: `${this.#prefix}${request.path}`,
      ...bounds,
      ...(signal === undefined ? {} : { signal }),
    });
    if (!answer.ok)
      return fail(
        answer.error.kind === 'tls'
          ? { kind: 'tls', message: tlsWords(answer.error.brief, host) }
          : toPrometheusTransportError(answer.error, host),
      );
    const { status } = answer.value;
    if (status >= 200 && status < 300) return answer;
    if (status === 401 || status === 403) {
      const message = l10n.t`${host} requires authentication (${status}), but the extension sends no credentials to the Prometheus in osc.prometheus.url. Set an address that doesn't require authentication, or clear the setting.`;
      return fail({ kind: status === 401 ? 'refused' : 'forbidden', message });
    }
    return fail(toPrometheusStatusError(answer.value, host));
  }

  allowTokenRequest(): void {
    // This transport never sends a token.
  }

  close(): void {
    this.#http.close();
  }
}

function wrongWords(url: URL | undefined): string | undefined {
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return l10n.t`osc.prometheus.url isn't a valid Prometheus address. It must start with https://, or with http:// for a Prometheus on this computer.`;
  if (url.username !== '' || url.password !== '')
    return l10n.t`osc.prometheus.url contains a user name or password, but the extension connects to this Prometheus without credentials. Remove them.`;
  if (url.search !== '' || url.hash !== '') return l10n.t`osc.prometheus.url can't contain ? or #.`;
  // Others on the network can read and change unencrypted data.
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return l10n.t(
      '{0} starts with http://, which is allowed only for this computer (127.0.0.1, localhost). Use https://.',
      'osc.prometheus.url',
    );
  return undefined;
}

function tlsWords(brief: string | undefined, host: string): string {
  const said = brief ?? l10n.t`The TLS handshake with ${host} failed.`;
  return `${said}${getSentenceSeparator()}${l10n.t("The extension verifies the certificate against this computer's trusted CAs. Check {0}.", 'osc.prometheus.url')}`;
}
