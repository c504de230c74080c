/**
 * Sends signed, read-only requests to the edge hosting service. Based on public documentation and never tested with the
 * service. Doesn't use VS Code. The caller provides the settings and the access key.
 */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getValue } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, ApiProblem, HostResponse } from '#client/kubernetes/connection.ts';
import { Backoff } from '#client/kubernetes/watch/backoff.ts';
import { InterruptibleDelay } from '#client/kubernetes/watch/interruptibleDelay.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';
import { HttpsHost } from '#client/kubernetes/transport/httpsHost.ts';
import { isLoopback, parseUrl } from '#client/kubernetes/parseUrl.ts';
import { edgeReadActions, edgeServiceName, type EdgeReadAction } from './edgeActions.ts';
import { edgeProblem, wayProblem, wrongTime } from './edgeProblem.ts';
import { signedHeaders, type EdgeKeys } from './signRequest.ts';

export interface EdgeServiceParts {
  /** Address such as `https://veecp.volcengineapi.com`. */
  readonly endpoint: string;
  /** Region such as `cn-beijing`. */
  readonly region: string;
  /** API version such as `2021-03-03`. */
  readonly version: string;
  readonly keys: EdgeKeys;
  readonly clock: Clock;
  readonly chance: Chance;
}

/**
 * Timeout of a request in milliseconds, and maximum size of a response in bytes. A page contains up to 100 resources.
 */
const timeout = 30_000;
const most = 8 * 1024 * 1024;
/** Maximum number of attempts per request, by error kind. */
const attempts: Partial<Record<ApiProblem['kind'], number>> = { tooMany: 6, server: 3, network: 2, timeout: 2 };
/** Smallest clock difference to correct, in milliseconds. The service accepts signatures that are older than this. */
const smallSkew = 60_000;

export class EdgeService {
  readonly #parts: EdgeServiceParts;
  readonly #host: string;
  readonly #http: HttpsHost;
  #skew = 0;

  constructor(parts: EdgeServiceParts) {
    this.#parts = parts;
    const url = parseUrl(parts.endpoint);
    this.#host = url?.host ?? '';
    this.#http = new HttpsHost({
      origin: url?.origin ?? '',
      clock: parts.clock,
      login: () => Promise.resolve(succeed({})),
    });
  }

  get host(): string {
    return this.#host;
  }

  /**
   * Number of milliseconds by which the clock of the service is ahead of this computer's clock. It is 0 until the
   * service rejects the time of a signature.
   */
  get skew(): number {
    return this.#skew;
  }

  /**
   * Sends a request and returns the JSON of a successful response.
   * @param body request fields as named in the API documentation
   */
  async ask(action: EdgeReadAction, body: object, signal: AbortSignal): Promise<ApiResult<unknown>> {
    if (!Object.hasOwn(edgeReadActions, action))
      return fail({ kind: 'invalid', message: l10n.t`No request was sent because the action isn't read-only.` });
    const wrong = endpointProblem(this.#parts.endpoint) ?? settingsProblem(this.#parts);
    if (wrong !== undefined) return fail({ kind: 'invalid', message: wrong });
    const backoff = new Backoff(this.#parts.chance);
    const rest = new InterruptibleDelay(this.#parts.clock);
    const wake = (): void => rest.wake();
    signal.addEventListener('abort', wake);
    try {
      let corrected = false;
      for (let attempt = 1; ; attempt += 1) {
        const { answer, date } = await this.#once(action, JSON.stringify(body), signal);
        if (answer.ok || signal.aborted) return answer;
        const { kind, reason, retryAfter } = answer.error;
        if (reason === wrongTime && !corrected && this.#correct(date)) {
          corrected = true;
          continue;
        }
        if (attempt >= (attempts[kind] ?? 1)) return answer;
        await rest.for(backoff.failed(retryAfter));
        if (signal.aborted) return fail({ kind: 'aborted', message: l10n.t`Canceled.` });
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  close(): void {
    this.#http.close();
  }

  async #once(
    action: EdgeReadAction,
    json: string,
    signal: AbortSignal,
  ): Promise<{ readonly answer: ApiResult<unknown>; readonly date?: string }> {
    const { version, region, keys, clock } = this.#parts;
    const query = { Action: action, Version: version };
    const signed = { method: 'POST', host: this.#host, query, body: json, region, service: edgeServiceName } as const;
    const headers = signedHeaders(signed, keys, clock.now() + this.#skew);
    const path = `/?${new URLSearchParams(query).toString()}`;
    const sent = await this.#http.request({ method: 'POST', path, json, headers, signal, timeout, most });
    if (!sent.ok) return { answer: fail(wayProblem(sent.error, this.#host)) };
    const { date } = sent.value;
    return { answer: this.#read(sent.value, action), ...(date === undefined ? {} : { date }) };
  }

  #read(sent: HostResponse, action: EdgeReadAction): ApiResult<unknown> {
    const { version, keys, clock } = this.#parts;
    const value = parse(sent.body);
    const problem = edgeProblem(sent, value, {
      host: this.#host,
      action,
      version,
      accessKeyId: keys.accessKeyId,
      now: clock.now(),
    });
    if (problem !== undefined) return fail(problem);
    return isJsonObject(getValue(value, 'Result'))
      ? succeed(value)
      : fail({
          kind: 'badAnswer',
          message: l10n.t`The response from ${this.#host} to ${action} isn't a valid edge hosting response. Check osc.edge.endpoint.`,
        });
  }

  /**
   * Uses the time of the service for all further signatures. Returns false if the clocks already agree or the response
   * has no valid date.
   */
  #correct(date: string | undefined): boolean {
    const skew = Date.parse(date ?? '') - this.#parts.clock.now();
    if (Number.isNaN(skew) || Math.abs(skew - this.#skew) < smallSkew) return false;
    this.#skew = skew;
    return true;
  }
}

/** Returns an error message if the `osc.edge.endpoint` setting is invalid. */
export function endpointProblem(endpoint: string): string | undefined {
  const url = parseUrl(endpoint);
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return invalidSetting('osc.edge.endpoint', 'https://veecp.volcengineapi.com');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return l10n.t(
      '{0} starts with http://, which is allowed only for this computer (127.0.0.1, localhost). Use https://.',
      'osc.edge.endpoint',
    );
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return l10n.t`The osc.edge.endpoint setting can contain only a scheme, a host, and a port. Remove everything else.`;
  return undefined;
}

function settingsProblem({ region, version }: EdgeServiceParts): string | undefined {
  if (!/^[a-z0-9-]{1,40}$/.test(region)) return invalidSetting('osc.edge.region', 'cn-beijing');
  return /^\d{4}-\d\d-\d\d$/.test(version) ? undefined : invalidSetting('osc.edge.version', '2021-03-03');
}

function invalidSetting(name: string, example: string): string {
  return l10n.t`Invalid ${name} setting: expected a value such as ${example}.`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
