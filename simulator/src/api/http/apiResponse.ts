/** What is answered, before it is written onto a connection. */
import type { ApiError } from '#simulator/store/apiError.ts';
import type { JsonObject } from '#simulator/store/kubeObject.ts';

/** Where a stream writes to. */
export interface Outlet {
  /** Goes out with what else is written in this turn of the event loop. */
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
  /** @returns of `open`: called when the connection is gone */
  | { readonly kind: 'stream'; readonly type: string; readonly open: (outlet: Outlet) => () => void };

export function createJsonResponse(
  body: unknown,
  code = 200,
  headers?: Readonly<Record<string, string | readonly string[]>>,
): ApiResponse {
  return { kind: 'json', code, body, ...(headers === undefined ? {} : { headers }) };
}

/** A failure, as clients know it. */
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

/** What the real server says of paths that nobody serves. */
export const pageNotFound: ApiResponse = {
  kind: 'text',
  code: 404,
  text: '404 page not found\n',
  type: 'text/plain; charset=utf-8',
};
