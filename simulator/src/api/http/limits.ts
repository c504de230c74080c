/**
 * What strangers can ask of the server: it listens on loopback, where every program and every web page of the machine
 * reaches it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ApiError } from '#simulator/store/apiError.ts';
import type { ApiRequest } from './request.ts';

export interface ServerLimits {
  /** For receiving a whole request, its body too; how long answers and watches take is not limited. Milliseconds. */
  readonly requestMilliseconds: number;
  /** At the same time; more are closed at once. */
  readonly connections: number;
}

export const usualLimits: ServerLimits = { requestMilliseconds: 30_000, connections: 500 };

/**
 * A page whose name was made to lead to this machine still asks under its own name (DNS rebinding).
 * @returns undefined: it is us who is asked
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

/** Whether what is sent along can matter. */
export function takesBody({ target, method }: ApiRequest): boolean {
  return target !== undefined && ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
}

/** So much of a body that is not read is let pass, so that the connection can be used again. Bytes. */
const passing = 65_536;

/** Whether a body that is not read is so long, or of no known length, that the connection ends with the answer. */
export function closesUnread(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > passing;
}
