/**
 * Sends requests to hosts other than the API server. Always verifies the certificate, sends no credentials other than a
 * token, and doesn't follow redirects.
 */
import * as l10n from '@vscode/l10n';
import { ClientRequest, request as httpRequest, type Agent } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { Headers } from '../auth/impersonation.ts';
import type { ApiResult, HostResponse, HostRequest, HttpHost } from '../connection.ts';
import type { Clock } from '../clock.ts';
import { isLoopback, parseUrl } from '../parseUrl.ts';
import { agentFor } from './connectionAgent.ts';
import { runExchange, type Endable, type ExchangeResult } from './exchange.ts';
import { removeCredentials } from './removeCredentials.ts';
import { receiveBody, type Received } from './receiveResponse.ts';
import { targetOf } from './requestTarget.ts';

export interface HostLogin {
  /** Value of the Authorization header. If undefined, requests are anonymous. */
  readonly authorization?: string;
  /** Trusted CAs in PEM format. If undefined, the CAs that Node and VS Code trust apply. */
  readonly ca?: readonly string[];
}

export interface HostParts {
  readonly origin: string;
  readonly clock: Clock;
  /** Proxy of the kubeconfig. If set, it replaces the proxy settings of VS Code. */
  readonly proxy?: URL;
  readonly userAgent?: string;
  /** Aborts when the connection that created this host closes. */
  readonly gone?: AbortSignal;
  /** Called for each request to get the credentials. */
  readonly login: (signal: AbortSignal | undefined) => Promise<ApiResult<HostLogin>>;
}

/**
 * Maximum number of objects, arrays, and elements in a response. The JSON of a time series contains about one per 8
 * bytes.
 */
const mostValues = 4_000_000;

const invalid = (message: string): ApiResult<never> => fail({ kind: 'invalid', message });

export class HttpsHost implements HttpHost {
  readonly #parts: HostParts;
  readonly #origin: URL | undefined;
  readonly #agent: Agent;
  readonly #closed = new AbortController();
  readonly #open = new Set<Endable>();
  readonly #leave = (): void => this.close();

  constructor(parts: HostParts) {
    this.#parts = parts;
    const url = parseUrl(parts.origin);
    this.#origin = url !== undefined && isAllowed(url) ? url : undefined;
    this.#agent = agentFor(url?.protocol !== 'http:', parts.proxy, this.#closed.signal);
    parts.gone?.addEventListener('abort', this.#leave, { once: true });
  }

  async request(request: HostRequest): Promise<ApiResult<HostResponse>> {
    const origin = this.#origin;
    if (origin === undefined)
      return invalid(
        l10n.t`Request not sent: the server address must start with https:// and can contain only a host and a port.`,
      );
    if (!request.path.startsWith('/')) return invalid(l10n.t`Request not sent: the path must start with a slash.`);
    const url = parseUrl(`${origin.origin}${request.path}`);
    if (url?.host !== origin.host)
      return invalid(l10n.t`Request not sent: the path points to a host other than ${origin.host}.`);
    const login = await this.#parts.login(request.signal);
    if (!login.ok) return login;
    // A token is sent only over TLS, because another host could receive it otherwise.
    if (login.value.authorization !== undefined && url.protocol !== 'https:')
      return invalid(l10n.t`Request not sent: tokens are sent only to addresses that start with https://.`);
    let outcome = await this.#exchange(url, request, login.value);
    // The host closed an idle connection.
    for (let tries = 0; tries < 3 && !outcome.ok && outcome.error.unused === true; tries += 1)
      outcome = await this.#exchange(url, request, login.value);
    if (!outcome.ok) {
      const { unused: _unused, ...problem } = outcome.error;
      return fail(problem);
    }
    const { status, headers, body } = outcome.value;
    const token = login.value.authorization?.replace(/^\w+ /, '') ?? '';
    const own = (text: string): string => removeCredentials(text, [token]);
    const sentOnTo = parseUrl(headers.location ?? '')?.host;
    return succeed({
      status,
      type: headers['content-type'] ?? '',
      body: own(body),
      ...omitUndefined({
        sentOnTo: sentOnTo === undefined ? undefined : own(sentOnTo),
        date: headers.date,
        retryAfter: headers['retry-after'],
      }),
    });
  }

  close(): void {
    this.#parts.gone?.removeEventListener('abort', this.#leave);
    this.#closed.abort();
    for (const exchange of this.#open) exchange.abort();
    this.#agent.destroy();
  }

  #exchange(url: URL, request: HostRequest, login: HostLogin): Promise<ExchangeResult<Received>> {
    return runExchange<Received>(
      {
        clock: this.#parts.clock,
        server: url.host,
        signal: request.signal,
        timeout: request.timeout,
        send: () => this.#send(url, request, login),
        receive: (response, exchange) => {
          // The extension doesn't request compression, and a compressed response might be a decompression bomb.
          const isPacked = !['', 'identity'].includes(response.headers['content-encoding'] ?? '');
          if (isPacked)
            exchange.fail({
              kind: 'badAnswer',
              message: l10n.t`${url.host} returned a compressed response, which wasn't requested.`,
            });
          else receiveBody(response, exchange, url.host, { most: request.most, values: mostValues });
        },
      },
      (exchange) => {
        if (this.#closed.signal.aborted) exchange.abort();
        this.#open.add(exchange);
        return () => void this.#open.delete(exchange);
      },
    );
  }

  #send(url: URL, { method, form, json, headers }: HostRequest, { authorization, ca }: HostLogin): ClientRequest {
    const isSecure = url.protocol === 'https:';
    const text = form === undefined ? json : new URLSearchParams(form).toString();
    const content = text === undefined ? undefined : Buffer.from(text);
    const type = form === undefined ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded';
    const options: RequestOptions = {
      ...targetOf(url),
      method,
      agent: this.#agent,
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca: [...ca] }),
      headers: {
        Accept: 'application/json',
        'Accept-Encoding': 'identity',
        'User-Agent': this.#parts.userAgent ?? 'openshift-sandboxed-containers-tools',
        ...(content === undefined ? {} : { 'Content-Type': type, 'Content-Length': content.length }),
        ...headers,
        ...omitUndefined({ Authorization: authorization }),
      },
    };
    // As for the API server, VS Code's proxy settings apply if the kubeconfig specifies no proxy.
    const request =
      this.#parts.proxy !== undefined
        ? new ClientRequest(options)
        : isSecure
          ? httpsRequest(options)
          : httpRequest(options);
    request.end(content);
    return request;
  }
}

/** Returns whether the URL contains only an origin and uses TLS. Plain HTTP is allowed only for this computer. */
function isAllowed(url: URL): boolean {
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

/**
 * Returns the user's token as a header value. Fails if the user impersonates another user, because other hosts don't
 * support impersonation and would respond to the actual user.
 */
export function bearerOf(headers: Headers, user: string): ApiResult<string> {
  const noToken = (message: string): ApiResult<string> => fail({ kind: 'credentials', reason: 'NoToken', message });
  if (Object.keys(headers).some((name) => name.startsWith('Impersonate-')))
    return noToken(l10n.t`User "${user}" impersonates another user, but only the API server supports impersonation.`);
  const authorization = headers['Authorization'];
  if (typeof authorization === 'string' && authorization.startsWith('Bearer ')) return succeed(authorization);
  return noToken(
    l10n.t`User "${user}" authenticates without a token, for example with a certificate, but only the API server supports this.`,
  );
}
