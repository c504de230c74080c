/**
 * Provides an edge hosting service on loopback. It verifies signatures by the published rules, with Node.js crypto and
 * without code of the product or the SDK, and returns results in pages.
 */
import assert from 'node:assert/strict';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject, getNumber } from '#core/common/json.ts';
import { oddServer, type OddServer } from '#test/support/network/oddServer.ts';

export const keys = { accessKeyId: 'AKLTexample', secretKey: 'c2VjcmV0LWtleS1vZi10ZXN0cw==' };
export const region = 'cn-beijing';
/** Maximum difference between the time of a signature and the current time, in milliseconds. */
const window = 15 * 60_000;

export interface EdgeRequest {
  readonly action: string;
  readonly body: unknown;
  readonly authorization: string;
}

export class EdgeServer {
  readonly asked: EdgeRequest[] = [];
  /** Items by action. An action without items is unknown. */
  items: Record<string, readonly object[]> = {};
  /** Responses that replace those of the service. Each is used once, in order. */
  readonly instead: ((response: ServerResponse) => void)[] = [];
  now: () => number = () => Date.UTC(2026, 0, 1);
  #server: OddServer | undefined;

  get url(): string {
    return this.#server?.url ?? '';
  }

  async open(): Promise<void> {
    this.#server = await oddServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => this.#answer(request, response, body));
    });
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  reset(): void {
    this.asked.length = 0;
    this.instead.length = 0;
    this.items = {
      ListClusters: [],
      ListEdgeNodePools: [],
      ListNodePools: [],
      ListEdgeNodes: [],
      ListNodes: [],
      ListAddons: [],
    };
    this.now = () => Date.UTC(2026, 0, 1);
  }

  #answer(request: IncomingMessage, response: ServerResponse, body: string): void {
    const url = new URL(request.url ?? '/', this.url);
    const action = url.searchParams.get('Action') ?? '';
    this.asked.push({ action, body: parsed(body), authorization: request.headers.authorization ?? '' });
    const wrong = signatureProblem(request, url, body, this.now());
    const [other] = wrong === undefined ? this.instead.splice(0, 1) : [];
    if (wrong !== undefined)
      return refuse(
        response,
        wrong === 'InvalidTimestamp' ? 400 : 401,
        wrong,
        `The accesskey [${keys.accessKeyId}] said so.`,
        this.now(),
      );
    if (other !== undefined) return other(response);
    const all = this.items[action];
    if (all === undefined || url.searchParams.get('Version') !== '2021-03-03')
      return refuse(response, 404, 'InvalidActionOrVersion', `Could not find operation ${action}.`, this.now());
    const [page, size] = [getNumber(parsed(body), 'PageNumber') ?? 1, getNumber(parsed(body), 'PageSize') ?? 10];
    assert.ok(size <= 100);
    send(response, 200, {
      ResponseMetadata: { Action: action, Version: '2021-03-03', Service: 'veecp_openapi', Region: region },
      Result: {
        Items: all.slice((page - 1) * size, page * size),
        TotalCount: all.length,
        PageNumber: page,
        PageSize: size,
      },
    });
  }
}

/** Returns why the service rejects a request, or undefined if it accepts the request. */
function signatureProblem(request: IncomingMessage, url: URL, body: string, now: number): string | undefined {
  const { 'x-date': date, 'x-content-sha256': hash, authorization = '' } = request.headers;
  const found =
    /^HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (found === null || typeof date !== 'string') return 'MissingSignature';
  const [, accessKey = '', day = '', where = '', service = '', names = '', signature = ''] = found;
  if (accessKey !== keys.accessKeyId) return 'InvalidAccessKey';
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(at - now) <= window) || !date.startsWith(day)) return 'InvalidTimestamp';
  const signed = names.split(';');
  const bodyHash = createHash('sha256').update(body).digest('hex');
  if (hash !== bodyHash || !['host', 'x-date', 'x-content-sha256'].every((name) => signed.includes(name)))
    return 'SignatureDoesNotMatch';
  if (where !== region || service !== 'veecp_openapi') return 'SignatureDoesNotMatch';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted();
  const headers = signed.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = [request.method, url.pathname, query.join('&'), headers, names, bodyHash].join('\n');
  const toSign = [
    'HMAC-SHA256',
    date,
    `${day}/${where}/${service}/request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const key = [where, service, 'request'].reduce(hmac, hmac(keys.secretKey, day));
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

export function refuse(
  response: ServerResponse,
  status: number,
  Code: string,
  Message: string,
  now?: number,
  headers: Record<string, string> = {},
): void {
  if (now !== undefined) response.setHeader('Date', new Date(now).toUTCString());
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  send(response, status, { ResponseMetadata: { Error: { Code, Message } } });
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
