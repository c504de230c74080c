/**
 * What is asked of a Prometheus, and why it may not answer. Nothing of it throws or rejects, but for faults of this
 * program.
 */
import type { RaisedAlerts, Sampled } from '#core/metrics/samples.ts';
import type { Result } from '#core/common/result.ts';

/** `message` is one line with what to do next, fit to be shown: no tokens. */
export interface MetricsProblem {
  readonly kind:
    /** No way to it is known: no route, no setting. */
    | 'notFound'
    /**
     * The cluster itself no longer accepts the login, or the kubeconfig gives none: `message` is that of the
     * connection.
     */
    | 'login'
    /**
     * The user has no token to show: a client certificate logs in to the API alone. Somebody may agree to make one
     * (`allowTokenRequest`).
     */
    | 'noToken'
    /** The user may not read metrics; `message` names what is missing. */
    | 'forbidden'
    /** What stands before it refuses the token: that says nothing of the login to the cluster. */
    | 'refused'
    /** The query is wrong: `message` is what the server says of it. */
    | 'query'
    | 'tls'
    | 'network'
    | 'timeout'
    | 'server'
    | 'badAnswer'
    | 'aborted';
  readonly message: string;
}

export type MetricsAnswer<T> = Result<T, MetricsProblem>;

export interface QueryRange {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

export interface Prometheus {
  /** Where it is asked, to be shown: a host, without credentials. Undefined: not found out yet. */
  readonly host: string | undefined;
  /**
   * Over a stretch of time, at most so many points that the server takes it.
   * @returns the distance of the points as well, in milliseconds
   */
  range(
    query: string,
    range: QueryRange,
    signal?: AbortSignal,
  ): Promise<MetricsAnswer<Sampled & { readonly step: number }>>;
  /** At one moment, now when left out. */
  instant(query: string, at?: number, signal?: AbortSignal): Promise<MetricsAnswer<Sampled>>;
  /** The alerts of the product that are pending or firing, as far as the server answered. */
  alerts(signal?: AbortSignal): Promise<MetricsAnswer<RaisedAlerts>>;
  /**
   * Somebody agreed that a token of ten minutes is requested for the service account prometheus-k8s in
   * openshift-monitoring, and again when it has ended and something is asked; it stands in memory alone.
   */
  allowTokenRequest(): void;
  close(): void;
}
