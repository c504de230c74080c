/** One way to a Prometheus: where it is and as whom it is asked. */
import * as l10n from '@vscode/l10n';
import type { HostAnswer, HostRequest } from '../connection.ts';
import type { MetricsAnswer, MetricsProblem } from './prometheus.ts';

/** Milliseconds, and bytes of an answer: 500 series of 1,000 points in JSON. */
export const bounds = { timeout: 30_000, most: 20 * 1024 * 1024 } as const;

export type WayRequest = Pick<HostRequest, 'method' | 'path' | 'form'>;

export interface PrometheusTransport {
  readonly host: string | undefined;
  /** The answer of a success; what is none is a problem, in words. */
  send(request: WayRequest, signal: AbortSignal | undefined): Promise<MetricsAnswer<HostAnswer>>;
  allowTokenRequest(): void;
  close(): void;
}

export const aborted = (): MetricsProblem => ({ kind: 'aborted', message: l10n.t`Canceled.` });
