/**
 * Limits for requests. The server listens on the loopback interface, where every process and web page on the computer
 * can reach it.
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
 * Rejects requests with a foreign host name. In a DNS rebinding attack, the name of a web page resolves to this
 * computer, but the browser still sends that name in the Host header.
 * @returns undefined if the request is meant for the simulator
 */
export function foreignHost({ host }: IncomingHttpHeaders): ApiError | undefined {
  if (/^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(host ?? '')) return undefined;
  return {
    code: 421,
    reason: '',
    message:
      'the simulator accepts only requests to 127.0.0.1, localhost, or [::1]. Use one of these in the server address of the kubeconfig',
  };
}

/** Returns whether the request body is used. */
export function takesBody({ target, method }: ApiRequest): boolean {
  return target !== undefined && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}

/** Maximum size in bytes of an unused request body that the server still reads. The connection can then be reused. */
const passing = 65_536;

/**
 * Returns whether the connection closes after the response because an unused body is too long or its length is unknown.
 */
export function closesUnread(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > passing;
}
