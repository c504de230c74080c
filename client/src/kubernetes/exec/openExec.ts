/** Opens the WebSocket for a process in a container. Loaded on first use. */
import * as l10n from '@vscode/l10n';
import type { Agent, ClientRequest } from 'node:http';
import { isJsonObject } from '#core/common/json.ts';
import { fail, succeed } from '#core/common/result.ts';
import type { ApiProblem, ApiResult, ExecOptions, ExecSession } from '../connection.ts';
import type { Clock } from '../clock.ts';
import { runExchange, type Endable } from '../transport/exchange.ts';
import { isSuccess, receiveBody, type Received } from '../transport/receiveResponse.ts';
import type { ErrorResponse } from '../transport/statusProblem.ts';
import { RunningExecSession, type ExecConnection } from './execSession.ts';
import { createHandshake } from './webSocketHandshake.ts';

/** `reason` of a problem if the connection can't become a WebSocket. */
const upgradeRefusedReason = 'upgradeRefused';

/** The functions of a connection that an exec request uses. */
export interface ExecRequest {
  readonly options: ExecOptions;
  /** Time limit until the server accepts the connection, in milliseconds. */
  readonly timeout: number;
  readonly clock: Clock;
  /** Host and port of the server, for messages. */
  readonly server: string;
  /** Agent of this request only. A kept-alive connection could break, and a command must not be sent twice. */
  readonly agent: Agent;
  /** Sends the request with additional headers. Can throw. */
  readonly send: (headers: Readonly<Record<string, string>>) => ClientRequest;
  /** Adds a session to the connection, so that it ends with the connection. Returns a function that removes it. */
  readonly register: (session: Endable) => () => void;
  readonly problemOf: (response: ErrorResponse) => ApiProblem;
}

/** Sends the request, and resolves when the server has upgraded the connection or rejected the request. */
export async function openExec(request: ExecRequest): Promise<ApiResult<ExecSession>> {
  const { options, timeout, clock, server, agent, send, register } = request;
  const handshake = createHandshake();
  let upgraded: ExecConnection | undefined;
  const outcome = await runExchange<Received>(
    {
      clock,
      server,
      signal: options.signal,
      timeout,
      send: () => send(handshake.headers),
      receive: (response, exchange) => receiveBody(response, exchange, server),
      upgrade: ({ response: { statusCode: status = 101, headers }, socket, head }, exchange) => {
        const protocol = handshake.protocolIn(headers);
        if (protocol === undefined) socket.destroy();
        else upgraded = { socket, head, protocol };
        exchange.finish(succeed({ status, headers, body: '' }));
      },
    },
    register,
  );
  // The agent no longer manages an upgraded connection.
  agent.destroy();
  if (!outcome.ok) {
    const { unused: _unused, ...problem } = outcome.error;
    return fail(problem);
  }
  return upgraded === undefined ? fail(refusal(outcome.value, request)) : succeed(startSession(upgraded, request));
}

function startSession(connection: ExecConnection, request: ExecRequest): ExecSession {
  const { options, clock, server, register, problemOf } = request;
  let remove = (): void => undefined;
  const session = new RunningExecSession({
    ...connection,
    options,
    clock,
    server,
    problemOf: (status, code) => problemOf({ status: code, headers: {}, body: JSON.stringify(withKind(status)) }),
    onOver: () => remove(),
  });
  remove = register({ abort: session.close });
  void session.ended.then(remove);
  return session;
}

/** Adds the kind, which the Status of a process doesn't have. */
function withKind(status: unknown): unknown {
  return isJsonObject(status) ? { ...status, kind: 'Status' } : status;
}

/** Statuses with which proxies, or servers behind proxies that remove the header `Upgrade`, reject an upgrade. */
const refusedStatuses: readonly number[] = [400, 404, 405, 426, 501];

function refusal(response: Received, { server, problemOf }: ExecRequest): ApiProblem {
  const { status } = response;
  const problem = problemOf(response);
  const isFromServer = problem.details !== undefined;
  const isRefused = isFromServer
    ? status === 501 || (status === 400 && /upgrade request required/i.test(problem.message))
    : status === 101 || isSuccess(status) || refusedStatuses.includes(status);
  if (!isRefused) return problem;
  return {
    kind: 'badAnswer',
    reason: upgradeRefusedReason,
    status,
    message: l10n.t`${server} returned ${status} instead of a WebSocket connection. A proxy between this computer and the cluster might not support WebSockets.`,
  };
}
