/** Connects to one Prometheus with a fixed address and identity. */
import * as l10n from '@vscode/l10n';
import type { HostResponse, HostRequest } from '../connection.ts';
import type { MetricsResponse, MetricsProblem } from './prometheus.ts';

/**
 * Request timeout in milliseconds, and maximum response size in bytes. The size is enough for 500 series of 1,000 data
 * points in JSON.
 */
export const bounds = { timeout: 30_000, most: 20 * 1024 * 1024 } as const;

export type WayRequest = Pick<HostRequest, 'method' | 'path' | 'form'>;

export interface PrometheusTransport {
  readonly host: string | undefined;
  /**
   * Sends a request and returns a successful response. Any other response becomes a problem with a message for the
   * user.
   */
  send(request: WayRequest, signal: AbortSignal | undefined): Promise<MetricsResponse<HostResponse>>;
  allowTokenRequest(): void;
  close(): void;
}

export const aborted = (): MetricsProblem => ({ kind: 'aborted', message: l10n.t`Canceled.` });
