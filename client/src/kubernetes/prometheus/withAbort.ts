/**
 * Adds cancellation for one of several callers that share the work. An aborted caller stops waiting, and the others
 * continue.
 */
import { fail } from '#core/common/result.ts';
import type { MetricsResponse } from './prometheus.ts';
import { aborted } from './prometheusTransport.ts';

export function withAbort<T>(
  work: Promise<MetricsResponse<T>>,
  signal: AbortSignal | undefined,
): Promise<MetricsResponse<T>> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(fail(aborted()));
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    work
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', leave))
      .catch(reject);
  });
}
