/** Defines responses before they're written to a connection. */
import type { Duplex } from 'node:stream';
import type { ApiError } from '#simulator/store/apiError.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';

/** Connection that a streaming response is written to. */
export interface Outlet {
  /** Writes text. All text of one turn of the event loop is sent together. */
  readonly write: (text: string) => void;
  readonly end: () => void;
}

export type ApiResponse =
  | {
      readonly kind: 'json';
      readonly code: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string | readonly string[]>>;
      readonly type?: string;
    }
  | {
      readonly kind: 'text';
      readonly code: number;
      readonly text: string;
      readonly type?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A stream. `open` starts it and returns the function to call when the connection closes. */
  | { readonly kind: 'stream'; readonly type: string; readonly open: (outlet: Outlet) => () => void }
  /** An upgrade to another protocol, which starts with these lines. `start` takes the connection. */
  | { readonly kind: 'upgrade'; readonly head: string; readonly start: (socket: Duplex, head: Buffer) => void };

export function createJsonResponse(
  body: unknown,
  code = 200,
  headers?: Readonly<Record<string, string | readonly string[]>>,
): ApiResponse {
  return { kind: 'json', code, body, ...(headers === undefined ? {} : { headers }) };
}

/** Returns an error response in the format that clients expect. */
export function createErrorResponse(error: ApiError): ApiResponse {
  const retryAfter = error.details?.retryAfterSeconds;
  return {
    kind: 'json',
    code: error.code,
    body: createStatusObject(error),
    ...(retryAfter === undefined ? {} : { headers: { 'Retry-After': String(retryAfter) } }),
  };
}

export function createStatusObject(error: ApiError): JsonObject {
  const { code, reason, message, details, continueToken } = error;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: continueToken === undefined ? {} : { continue: continueToken },
    status: 'Failure',
    message,
    ...(reason === '' ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  };
}

/** Response of a real server for unknown paths. */
export const pageNotFound: ApiResponse = {
  kind: 'text',
  code: 404,
  text: '404 page not found\n',
  type: 'text/plain; charset=utf-8',
};
