/**
 * Asks the service of edge hosting, with signed requests that read and nothing else. Written from public documents,
 * never run against the service. Without VS Code: settings and keys are handed in.
 */
import * as l10n from '@vscode/l10n';
import { isJsonObject, getValue } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiResult, ApiProblem, HostAnswer } from '#client/kubernetes/connection.ts';
import { Backoff } from '#client/kubernetes/watch/backoff.ts';
import { InterruptibleDelay } from '#client/kubernetes/watch/interruptibleDelay.ts';
import type { Chance, Clock } from '#client/kubernetes/clock.ts';
import { HttpsHost } from '#client/kubernetes/transport/httpsHost.ts';
import { isLoopback, parseUrl } from '#client/kubernetes/parseUrl.ts';
import { edgeReadActions, edgeServiceName, type EdgeReadAction } from './edgeActions.ts';
import { edgeProblem, wayProblem, wrongTime } from './edgeProblem.ts';
import { signedHeaders, type EdgeKeys } from './signRequest.ts';

export interface EdgeServiceParts {
  /** `https://veecp.volcengineapi.com` */
  readonly endpoint: string;
  /** `cn-beijing` */
  readonly region: string;
  /** `2021-03-03` */
  readonly version: string;
  readonly keys: EdgeKeys;
  readonly clock: Clock;
  readonly chance: Chance;
}

/** Milliseconds until an answer must be there, and bytes that it may have: a page has a hundred resources. */
const timeout = 30_000;
const most = 8 * 1024 * 1024;
/** How often one question is asked that the service puts off, and one that it cannot answer. */
const attempts: Partial<Record<ApiProblem['kind'], number>> = { tooMany: 6, server: 3, network: 2, timeout: 2 };
/** Clocks differ by less than this, in milliseconds: the service lets a signature be older. */
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

  /** By how many milliseconds the clock of the service is ahead of ours, once it refused a signature for its time. */
  get skew(): number {
    return this.#skew;
  }

  /** The JSON of an answer that is none of an error. @param body as the documents name its fields */
  async ask(action: EdgeReadAction, body: object, signal: AbortSignal): Promise<ApiResult<unknown>> {
    if (!Object.hasOwn(edgeReadActions, action))
      return fail({ kind: 'invalid', message: l10n.t`No request was sent because the action isn't a read action.` });
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

  #read(sent: HostAnswer, action: EdgeReadAction): ApiResult<unknown> {
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
          message: l10n.t`The response of ${this.#host} to ${action} isn't a valid edge hosting response. Check osc.edge.endpoint.`,
        });
  }

  /** Signs with the time of the service from now on; false: the clocks agree, or it does not say its time. */
  #correct(date: string | undefined): boolean {
    const skew = Date.parse(date ?? '') - this.#parts.clock.now();
    if (Number.isNaN(skew) || Math.abs(skew - this.#skew) < smallSkew) return false;
    this.#skew = skew;
    return true;
  }
}

/** What is wrong with the setting, in words; undefined: nothing. */
export function endpointProblem(endpoint: string): string | undefined {
  const url = parseUrl(endpoint);
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return l10n.t`Invalid osc.edge.endpoint setting: expected an address such as https://veecp.volcengineapi.com.`;
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return l10n.t`The osc.edge.endpoint setting starts with http://, which is allowed only for this computer (127.0.0.1, localhost). Use https://.`;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return l10n.t`The osc.edge.endpoint setting can contain only a scheme, a host, and a port. Remove everything else.`;
  return undefined;
}

function settingsProblem({ region, version }: EdgeServiceParts): string | undefined {
  if (!/^[a-z0-9-]{1,40}$/.test(region))
    return l10n.t`Invalid osc.edge.region setting: expected a region such as cn-beijing.`;
  return /^\d{4}-\d\d-\d\d$/.test(version)
    ? undefined
    : l10n.t`Invalid osc.edge.version setting: expected a version such as 2021-03-03.`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
