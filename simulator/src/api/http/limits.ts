/**
 * Limits for requests. The server listens on loopback, where every program and web page on the computer can reach it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ApiError } from '#simulator/store/apiError.ts';
import type { ApiRequest } from './request.ts';

export interface ServerLimits {
  /**
   * Maximum time to receive a complete request including its body, in milliseconds. Responses and watches aren't
   * limited.
   */
  readonly requestMilliseconds: number;
  /** Maximum number of concurrent connections. Additional ones are closed immediately. */
  readonly connections: number;
}

export const usualLimits: ServerLimits = { requestMilliseconds: 30_000, connections: 500 };

/**
 * Rejects requests with a foreign host name. A web page whose name resolves to this computer (DNS rebinding) still
 * sends its own name.
 * @returns undefined if the request is meant for the simulator
 */
export function foreignHost({ host }: IncomingHttpHeaders): ApiError | undefined {
  if (/^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host ?? '')) return undefined;
  return {
    code: 421,
    reason: '',
    message:
      'the simulator is asked as 127.0.0.1, localhost or [::1] only; write one of them as the server of the kubeconfig',
  };
}

/** Returns whether the request body is used. */
export function takesBody({ target, method }: ApiRequest): boolean {
  return target !== undefined && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}

/** Maximum size in bytes of an unused body that is received, so that the connection can be reused. */
const passing = 65_536;

/** Returns whether an unused body is so long, or of unknown length, that the connection closes after the response. */
export function closesUnread(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > passing;
}
