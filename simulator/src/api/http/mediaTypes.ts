/** Handles the media types of request bodies. */
import type { ApiError } from '#simulator/store/apiError.ts';

export const protobufType = 'application/vnd.kubernetes.protobuf';

export function parseMediaType(header: string | undefined): string {
  return (header ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

export function createUnsupportedMediaError(accepted: readonly string[]): ApiError {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return { code: 415, reason: 'UnsupportedMediaType', message, details: {} };
}
