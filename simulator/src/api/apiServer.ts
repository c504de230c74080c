/** Runs the HTTPS server on the loopback interface: reads requests, writes responses, and tracks connections. */
import { ServerResponse, type IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { ApiError } from '../store/apiError.ts';
import { badRequest, internalError } from '../store/apiError.ts';
import type { ApiResponse } from './http/apiResponse.ts';
import { createErrorResponse } from './http/apiResponse.ts';
import { Authorizer } from './auth/authorization.ts';
import { bodyLimit, tooLarge } from './http/body.ts';
import type { Certificates } from './auth/certificates.ts';
import type { ApiServerState } from './handlers/apiServerState.ts';
import type { FaultEffect } from './http/faults.ts';
import { createStatusObject } from './http/apiResponse.ts';
import type { ServerLimits } from './http/limits.ts';
import { closesUnread, foreignHost, takesBody, usualLimits } from './http/limits.ts';
import type { ApiRequest } from './http/request.ts';
import { parseRequestPath, verbOf } from './http/request.ts';
import { refusedUnread, route, userOf } from './router.ts';
import { openOutlet, sendBytes } from './http/sending.ts';
import { ObjectTexts } from './handlers/watchHandlers.ts';

export class ApiServer {
  readonly #cluster: ApiServerState;
  readonly #certificates: Certificates;
  readonly #authorizer: Authorizer;
  readonly #limits: ServerLimits;
  readonly #texts = new ObjectTexts();
  readonly #connections = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(cluster: ApiServerState, certificates: Certificates, limits: Partial<ServerLimits> = {}) {
    this.#cluster = cluster;
    this.#limits = { ...usualLimits, ...limits };
    this.#certificates = certificates;
    this.#authorizer = new Authorizer(cluster.store, cluster.resources);
  }

  get port(): number {
    return this.#port;
  }

  /**
   * Starts listening on the loopback interface.
   * @param port 0 for any free port
   */
  async listen(port: number): Promise<void> {
    const { key, cert } = this.#certificates;
    const { requestMilliseconds, connections } = this.#limits;
    const times = {
      handshakeTimeout: requestMilliseconds,
      headersTimeout: requestMilliseconds,
      requestTimeout: requestMilliseconds,
      connectionsCheckingInterval: Math.ceil(requestMilliseconds / 5),
      keepAliveTimeout: 60_000,
    };
    const server = createServer({ key, cert, ALPNProtocols: ['http/1.1'], ...times }, (request, response) => {
      this.#answer(request, response).catch((error: unknown) => this.#failed(response, error));
    });
    server.on('upgrade', (request: IncomingMessage, _socket, head: Buffer) => this.#upgrade(request, head));
    server.maxConnections = connections;
    server.on('connection', (socket: Socket) => {
      this.#connections.add(socket);
      socket.on('close', () => this.#connections.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
    // A broken connection isn't a server error.
    server.on('error', () => undefined);
    const address = server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : port;
    this.#server = server;
  }

  /** Closes all connections. The server keeps running. */
  cutConnections(): void {
    for (const socket of this.#connections) socket.destroy();
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    this.cutConnections();
    await closed;
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const head = readHead(this.#cluster, incoming);
    const refused =
      'code' in head
        ? createErrorResponse(head)
        : takesBody(head)
          ? refusedUnread(this.#cluster, this.#authorizer, head)
          : undefined;
    const isRead = !('code' in head) && refused === undefined && takesBody(head);
    // Only users with write permission can make the server store a body.
    const body = isRead ? await readBody(incoming) : Buffer.alloc(0);
    if (!isRead) leaveBody(incoming, response);
    if ('code' in head || body === undefined)
      return this.#write(incoming, response, refused ?? createErrorResponse(tooLarge), undefined);
    const read = { ...head, body };
    const effect = this.#cluster.faults.take(read);
    const answer =
      effect?.kind === 'status'
        ? createErrorResponse(effect.error)
        : effect?.kind === 'errorEvent'
          ? errorStream(effect)
          : (refused ?? this.#routed(read));
    response.once('close', () => this.#audit(read, response.statusCode));
    this.#write(incoming, response, answer, effect);
  }

  /** Handles a request to upgrade the connection, such as `kubectl exec`. The request has no body. */
  #upgrade(incoming: IncomingMessage, rest: Buffer): void {
    const { socket } = incoming;
    const request = readHead(this.#cluster, incoming);
    const effect = 'code' in request ? undefined : this.#cluster.faults.take(request);
    const answer =
      'code' in request
        ? createErrorResponse(request)
        : effect?.kind === 'status'
          ? createErrorResponse(effect.error)
          : this.#routed(request);
    if (answer.kind === 'upgrade' && (effect === undefined || effect.kind === 'slow')) {
      const start = (): void => {
        if (!('code' in request)) this.#audit(request, 101);
        socket.write(answer.head);
        answer.start(socket, rest);
      };
      if (effect === undefined) start();
      else socket.once('close', this.#cluster.store.clock.afterWall(effect.milliseconds, start));
      return;
    }
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(incoming);
    response.assignSocket(socket);
    response.setHeader('Connection', 'close');
    response.once('finish', () => socket.end());
    if (!('code' in request)) response.once('finish', () => this.#audit(request, response.statusCode));
    this.#write(incoming, response, answer.kind === 'upgrade' ? upgradeRequired : answer, effect);
  }

  #routed(request: ApiRequest): ApiResponse {
    try {
      return route(this.#cluster, this.#authorizer, this.#texts, request);
    } catch (error) {
      return createErrorResponse(internalError(error instanceof Error ? error.message : String(error)));
    }
  }

  #write(
    incoming: IncomingMessage,
    response: ServerResponse,
    answer: ApiResponse,
    effect: FaultEffect | undefined,
  ): void {
    if (effect?.kind === 'halfOpen' && effect.afterBytes === undefined) return;
    if (effect?.kind === 'reset' && effect.afterBytes === undefined) return void incoming.socket.destroy();
    const send = (): void => this.#send(incoming, response, answer, effect);
    if (effect?.kind === 'slow') {
      const cancel = this.#cluster.store.clock.afterWall(effect.milliseconds, send);
      response.once('close', cancel);
    } else send();
  }

  #send(
    incoming: IncomingMessage,
    response: ServerResponse,
    answer: ApiResponse,
    effect: FaultEffect | undefined,
  ): void {
    response.setHeader('Audit-Id', randomUUID());
    response.setHeader('Cache-Control', 'no-cache, private');
    if (answer.kind === 'stream') {
      response.writeHead(200, { 'Content-Type': answer.type });
      response.flushHeaders();
      const stop = answer.open(openOutlet(incoming.socket, response, effect));
      response.once('close', stop);
      if (response.destroyed || response.writableEnded) stop();
      return;
    }
    // The handler of upgrades takes the others.
    if (answer.kind === 'upgrade') return this.#send(incoming, response, upgradeRequired, effect);
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    const text = answer.kind === 'json' ? `${JSON.stringify(answer.body)}\n` : answer.text;
    const bytes = Buffer.from(text);
    response.writeHead(answer.code, {
      'Content-Type': answer.type ?? 'application/json',
      'Content-Length': bytes.length,
    });
    if (incoming.method === 'HEAD') response.end();
    else sendBytes(incoming.socket, response, bytes, effect);
  }

  #failed(response: ServerResponse, error: unknown): void {
    if (response.headersSent) return void response.destroy();
    const body = JSON.stringify(
      createStatusObject(internalError(error instanceof Error ? error.message : String(error))),
    );
    response.writeHead(500, { 'Content-Type': 'application/json' }).end(body);
  }

  #audit(request: ApiRequest, code: number): void {
    const { verb, method, path, query, user, headers, body } = request;
    const search = query.toString();
    this.#cluster.audit.add({
      verb,
      method,
      url: search === '' ? path : `${path}?${search}`,
      user: user?.name,
      userAgent: headers['user-agent'],
      code,
      at: this.#cluster.store.clock.now(),
      body: this.#cluster.audit.keepsBodies && body.length > 0 && body.length < 65_536 ? parsed(body) : undefined,
    });
  }
}

const upgradeRequired = createErrorResponse(badRequest('Upgrade request required'));

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function errorStream({ error, leaveOpen }: { readonly error: ApiError; readonly leaveOpen?: boolean }): ApiResponse {
  return {
    kind: 'stream',
    type: 'application/json',
    open: (outlet) => {
      outlet.write(`${JSON.stringify({ type: 'ERROR', object: createStatusObject(error) })}\n`);
      if (leaveOpen !== true) outlet.end();
      return () => undefined;
    },
  };
}

/** Reads a request without its body. Returns an error if it isn't an API request. */
function readHead(cluster: ApiServerState, incoming: IncomingMessage): ApiRequest | ApiError {
  const { method = 'GET', headers } = incoming;
  const foreign = foreignHost(headers);
  if (foreign !== undefined) return foreign;
  try {
    const url = new URL(incoming.url ?? '/', 'https://127.0.0.1');
    const target = parseRequestPath(url.pathname);
    const user = userOf(cluster, headers.authorization);
    return {
      method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      verb: verbOf(method, target, url.searchParams),
      target,
      body: Buffer.alloc(0),
      user,
    };
  } catch {
    return badRequest('invalid request path');
  }
}

/** Discards the unread request body if it's short. Otherwise, closes the connection after the response. */
function leaveBody(incoming: IncomingMessage, response: ServerResponse): void {
  if (closesUnread(incoming.headers)) response.setHeader('Connection', 'close');
  else incoming.resume();
}

async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    if (!(chunk instanceof Buffer)) continue;
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size > bodyLimit ? undefined : Buffer.concat(chunks);
}
