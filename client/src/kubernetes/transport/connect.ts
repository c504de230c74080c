/** Connects to one cluster as one user. Uses node:https, because VS Code applies its proxy settings to that module. */
import * as l10n from '@vscode/l10n';
import { setMaxListeners } from 'node:events';
import { ClientRequest, request as httpRequest, type Agent, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { omitUndefined } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import type {
  ApiResult,
  ApiProblem,
  AskOptions,
  Connection,
  RouteHostOptions,
  ConnectionIdentity,
  ExecOptions,
  ExecSession,
  HttpHost,
  SendOptions,
  StreamOptions,
} from '../connection.ts';
import type { RequestCredential, CredentialDeps } from '../auth/requestCredential.ts';
import { CredentialProvider } from '../auth/credentials.ts';
import type { ClusterContext } from '../kubeconfig/clusterContext.ts';
import { execPath, execUrl } from '../exec/execPath.ts';
import { proxyOf } from '../kubeconfig/contexts.ts';
import { agentFor } from './connectionAgent.ts';
import { runExchange, type Endable, type Exchange, type ExchangeResult } from './exchange.ts';
import { removeCredentials } from './removeCredentials.ts';
import { isSuccess, receiveBody, receiveLines, type Received } from './receiveResponse.ts';
import { bearerOf, HttpsHost } from './httpsHost.ts';
import { requestUrl } from './requestUrl.ts';
import { isChange, type CheckedRequest } from './isChange.ts';
import { statusProblem, type ErrorResponse } from './statusProblem.ts';
import { trustedBy } from './trustedAuthorities.ts';
import { targetOf } from './requestTarget.ts';

export interface ConnectDeps extends CredentialDeps {
  /** The user agent that appears in the audit log of the server. */
  readonly userAgent?: string;
  /** Called for each request. Returns whether requests that would change the cluster are rejected. */
  readonly isReadOnly?: () => boolean;
}

/** Creates a connection without contacting the server. Callers should share one connection for equal identities. */
export function connect(context: ClusterContext, deps: ConnectDeps): Connection {
  return new HttpConnection(context, deps);
}

/** The parts of one request. */
interface Call {
  readonly method: string;
  readonly url: URL;
  readonly options: AskOptions;
  readonly content?: { readonly type: string; readonly bytes: Buffer };
  readonly stream?: StreamOptions;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Agent to use instead of that of the connection. */
  readonly agent?: Agent;
}

const defaultTimeout = 30_000;
/**
 * Maximum number of remembered secrets. They are redacted from responses, which can contain a credential that was
 * renewed in the meantime.
 */
const mostRemembered = 50;

const leadsElsewhere = (): ApiProblem => ({
  kind: 'invalid',
  message: l10n.t`Request not sent: a name in the request contains characters that aren't allowed in an API path.`,
});
const refusedHere = (): ApiProblem => ({
  kind: 'readOnly',
  message: l10n.t`Request not sent: the osc.readOnly setting is enabled, so the extension doesn't change any cluster.`,
});

class HttpConnection implements Connection {
  readonly identity: ConnectionIdentity;
  readonly #deps: ConnectDeps;
  readonly #credentials: CredentialProvider;
  readonly #base: URL | undefined;
  readonly #proxy: URL | undefined;
  readonly #agent: Agent;
  readonly #gone = new AbortController();
  readonly #open = new Set<Endable>();
  #remembered: readonly string[] = [];

  constructor(context: ClusterContext, deps: ConnectDeps) {
    const { name, server, user, namespace, access } = context;
    this.identity = { context: name, server, user, ...omitUndefined({ namespace }) };
    this.#deps = deps;
    this.#credentials = new CredentialProvider(context, deps);
    this.#base = access === undefined ? undefined : new URL(access.cluster.server);
    const proxy = access?.cluster.proxyUrl === undefined ? undefined : proxyOf(access.cluster.proxyUrl);
    // Each request that waits for credentials adds a listener. Dozens at a time are expected and not a leak.
    setMaxListeners(0, this.#gone.signal);
    this.#proxy = proxy;
    this.#agent = agentFor(this.#base?.protocol !== 'http:', proxy, this.#gone.signal);
  }

  ask(path: string, options: AskOptions = {}): Promise<ApiResult<unknown>> {
    if (this.#refuses(path, { ...options, method: 'GET' })) return Promise.resolve(fail(refusedHere()));
    return this.#json(path, { method: 'GET', options });
  }

  send(path: string, options: SendOptions): Promise<ApiResult<unknown>> {
    const { method, body, contentType = 'application/json' } = options;
    if (this.#refuses(path, options)) return Promise.resolve(fail(refusedHere()));
    return this.#json(path, {
      method,
      options,
      ...(body === undefined ? {} : { content: { type: contentType, bytes: Buffer.from(JSON.stringify(body)) } }),
    });
  }

  async stream(path: string, options: StreamOptions): Promise<ApiResult<void>> {
    if (this.#refuses(path, { ...options, method: 'GET' })) return fail(refusedHere());
    const answer = await this.#call(path, { method: 'GET', options, stream: options });
    return answer.ok ? succeed(undefined) : answer;
  }

  async exec(options: ExecOptions): Promise<ApiResult<ExecSession>> {
    if (this.#refuses(execPath(options), { method: 'GET' })) return fail(refusedHere());
    const { openExec } = await import('../exec/openExec.ts');
    return this.#withCredential(options.signal, async (credential) => {
      const url = this.#base === undefined ? undefined : execUrl(this.#base, options);
      if (url === undefined) return fail(leadsElsewhere());
      this.#remember(credential);
      const agent = agentFor(url.protocol !== 'http:', this.#proxy, this.#gone.signal);
      const opened = await openExec({
        options,
        timeout: options.timeout ?? defaultTimeout,
        clock: this.#deps.clock,
        server: this.#server,
        agent,
        send: (headers) => this.#request({ method: 'GET', url, options: {}, headers, agent }, credential),
        register: (session) => this.#register(session),
        problemOf: (response) => this.#problemOf(response),
      });
      if (opened.ok) this.#credentials.accepted(credential);
      return opened;
    });
  }

  withoutCredentials(text: string): string {
    return removeCredentials(text, this.#remembered);
  }

  allowRenewal(): void {
    this.#credentials.allowRenewal();
  }

  otherHost({ origin, authorities, token }: RouteHostOptions): HttpHost {
    let trusted: { readonly own: Buffer | undefined; readonly ca: readonly string[] } | undefined;
    return new HttpsHost({
      origin,
      clock: this.#deps.clock,
      gone: this.#gone.signal,
      ...omitUndefined({ proxy: this.#proxy, userAgent: this.#deps.userAgent }),
      login: async (signal) => {
        const credential = await this.#unlessAborted(this.#credentials.current(), signal);
        if (!credential.ok) return credential;
        const { headers, tls } = credential.value;
        const authorization =
          token === undefined ? bearerOf(headers, this.identity.user) : succeed(`Bearer ${token()}`);
        if (!authorization.ok) return authorization;
        if (trusted === undefined || trusted.own !== tls.ca)
          trusted = { own: tls.ca, ca: trustedBy(tls.ca, authorities) };
        return succeed({ authorization: authorization.value, ca: trusted.ca });
      },
    });
  }

  close(): void {
    for (const exchange of this.#open) exchange.abort();
    this.#gone.abort();
    this.#agent.destroy();
  }

  async #json(path: string, call: Omit<Call, 'url'>): Promise<ApiResult<unknown>> {
    const answer = await this.#call(path, call);
    if (!answer.ok) return answer;
    const { status, body } = answer.value;
    if (status === 204) return succeed(undefined);
    try {
      return succeed(JSON.parse(body));
    } catch {
      return fail(this.#notJson(status));
    }
  }

  /** Sends a request. Retries if a reused connection was broken. */
  #call(path: string, unplaced: Omit<Call, 'url'>): Promise<ApiResult<Received>> {
    return this.#withCredential(unplaced.options.signal, async (credential) => {
      const url = this.#base === undefined ? undefined : requestUrl(this.#base, path, unplaced.options.query);
      return url === undefined ? fail(leadsElsewhere()) : this.#attempt({ ...unplaced, url }, credential);
    });
  }

  /** Makes an attempt with the current credentials. Retries if the server no longer accepts them and others exist. */
  async #withCredential<T>(
    signal: AbortSignal | undefined,
    attempt: (credential: RequestCredential) => Promise<ApiResult<T>>,
  ): Promise<ApiResult<T>> {
    const credential = await this.#unlessAborted(this.#credentials.current(), signal);
    if (!credential.ok) return credential;
    const answer = await attempt(credential.value);
    if (answer.ok || answer.error.kind !== 'unauthorized') return answer;
    const renewed = await this.#unlessAborted(this.#credentials.renewed(credential.value), signal);
    if (renewed === undefined) return answer;
    return renewed.ok ? attempt(renewed.value) : renewed;
  }

  async #attempt(call: Call, credential: RequestCredential): Promise<ApiResult<Received>> {
    this.#remember(credential);
    let outcome = await this.#exchange(call, credential);
    // The server closed an idle connection. Only GET requests are repeated, because they change nothing.
    for (let tries = 0; tries < 3 && !outcome.ok && outcome.error.unused === true && call.method === 'GET'; tries += 1)
      outcome = await this.#exchange(call, credential);
    if (!outcome.ok) {
      const { unused: _unused, ...problem } = outcome.error;
      return fail(problem);
    }
    if (!isSuccess(outcome.value.status)) return fail(this.#problemOf(outcome.value));
    this.#credentials.accepted(credential);
    return outcome;
  }

  #problemOf(response: ErrorResponse): ApiProblem {
    return statusProblem(response, {
      server: this.#server,
      user: this.identity.user,
      credentials: this.#remembered,
      now: this.#deps.clock.now(),
    });
  }

  /** Returns whether the request would change something, but changes are disabled. */
  #refuses(path: string, request: CheckedRequest): boolean {
    return this.#deps.isReadOnly?.() === true && isChange(path, request);
  }

  /** Adds a request or session that ends when the connection closes. Returns a function that removes it. */
  #register(endable: Endable): () => void {
    if (this.#gone.signal.aborted) endable.abort();
    this.#open.add(endable);
    return () => void this.#open.delete(endable);
  }

  #remember({ secrets }: RequestCredential): void {
    if (secrets.every((secret) => this.#remembered.includes(secret))) return;
    this.#remembered = [...new Set([...secrets, ...this.#remembered])].slice(0, mostRemembered);
  }

  #exchange(call: Call, credential: RequestCredential): Promise<ExchangeResult<Received>> {
    const { options, stream } = call;
    return runExchange<Received>(
      {
        clock: this.#deps.clock,
        server: this.#server,
        signal: options.signal,
        timeout: options.timeout ?? defaultTimeout,
        ...(stream === undefined ? {} : { idle: stream.idle }),
        send: () => this.#request(call, credential),
        receive: (response, exchange) => this.#receive(response, exchange, call),
      },
      (exchange) => this.#register(exchange),
    );
  }

  #receive(response: IncomingMessage, exchange: Exchange<Received>, { stream, options: { charge } }: Call): void {
    const { statusCode: status = 0, headers } = response;
    const type = headers['content-type'] ?? '';
    // The extension doesn't request compression, so a compressed response comes from an intermediary and might be a
    // decompression bomb.
    const isPacked = !['', 'identity'].includes(headers['content-encoding'] ?? '');
    const isReadable =
      stream === undefined
        ? /^application\/([\w.-]+\+)?json\b/i.test(type) || status === 204
        : !/^text\/html\b/i.test(type);
    if (isSuccess(status) && (isPacked || !isReadable)) return exchange.fail(this.#notJson(status));
    if (stream === undefined || !isSuccess(status)) return receiveBody(response, exchange, this.#server, { charge });
    exchange.guard(() => stream.onOpen?.());
    receiveLines(response, exchange, this.#server, stream);
  }

  #request(
    { method, url, options, content, headers: extra, agent = this.#agent }: Call,
    { headers, tls }: RequestCredential,
  ): ClientRequest {
    const isSecure = url.protocol === 'https:';
    const all: RequestOptions = {
      ...targetOf(url),
      method,
      agent,
      // The options are also set on the agent, but VS Code might replace the agent with its own.
      ...tls,
      headers: {
        Accept: options.accept ?? 'application/json',
        'Accept-Encoding': 'identity',
        'User-Agent': this.#deps.userAgent ?? 'openshift-sandboxed-containers-tools',
        ...(content === undefined ? {} : { 'Content-Type': content.type, 'Content-Length': content.bytes.length }),
        ...extra,
        ...Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
        ),
      },
    };
    const request = this.#start(all, isSecure);
    // The other side might disappear without closing the connection.
    request.setSocketKeepAlive(true, 30_000);
    request.end(content?.bytes);
    return request;
  }

  /**
   * Starts the request. Bypasses `request` if the kubeconfig specifies a proxy, because VS Code would otherwise use the
   * proxy from its own settings.
   */
  #start(options: RequestOptions, isSecure: boolean): ClientRequest {
    if (this.#proxy !== undefined) return new ClientRequest(options);
    return isSecure ? httpsRequest(options) : httpRequest(options);
  }

  /** Waits for credentials that several requests share. An aborted request stops waiting, and the others continue. */
  #unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T | ApiResult<never>> {
    return new Promise((resolve, reject) => {
      const signals = [this.#gone.signal, ...(signal === undefined ? [] : [signal])];
      const aborted = fail<ApiProblem>({ kind: 'aborted', message: l10n.t`Canceled.` });
      if (signals.some((one) => one.aborted)) return resolve(aborted);
      const leave = (): void => {
        for (const one of signals) one.removeEventListener('abort', leave);
        resolve(aborted);
      };
      for (const one of signals) one.addEventListener('abort', leave);
      // The promise is already settled, so `leave` only removes the listeners.
      work.then(resolve, reject).finally(leave).catch(reject);
    });
  }

  #notJson(status: number): ApiProblem {
    const message = l10n.t`${this.#server} returned a response that isn't JSON. Check whether a proxy or login page is intercepting the connection, and check the server address in the kubeconfig.`;
    return { kind: 'badAnswer', message, status };
  }

  get #server(): string {
    return this.#base?.host ?? this.identity.context;
  }
}
