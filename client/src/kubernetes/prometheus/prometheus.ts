/**
 * Defines the queries to Prometheus and their errors. Methods don't throw or reject, except for bugs in the extension.
 */
import type { RaisedAlerts, Sampled } from '#core/metrics/samples.ts';
import type { Result } from '#core/common/result.ts';

/** An error of a query. `message` is one line for the user that includes the next step and no tokens. */
export interface MetricsProblem {
  readonly kind:
    /** The address is unknown: no Route was found and the setting is empty. */
    | 'notFound'
    /**
     * The cluster no longer accepts the login, or the kubeconfig has no credentials. `message` comes from the
     * connection.
     */
    | 'login'
    /**
     * The user has no token, because a client certificate works only for the API server. The user can allow the
     * extension to request a token (`allowTokenRequest`).
     */
    | 'noToken'
    /** The user doesn't have permission to read metrics. `message` names the missing permission. */
    | 'forbidden'
    /** The proxy of Prometheus rejects the token. The cluster login can still be valid. */
    | 'refused'
    /** The query is invalid. `message` comes from the server. */
    | 'query'
    | 'tls'
    | 'network'
    | 'timeout'
    | 'server'
    | 'badAnswer'
    | 'aborted';
  readonly message: string;
}

export type MetricsResponse<T> = Result<T, MetricsProblem>;

export interface QueryRange {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

export interface Prometheus {
  /** Host of Prometheus without credentials, for display. Undefined until it's found. */
  readonly host: string | undefined;
  /**
   * Evaluates a query over a time range. Longer ranges have a greater distance between data points, so that each series
   * has at most 1,000 points.
   * @returns the series and the distance between data points in milliseconds
   */
  range(
    query: string,
    range: QueryRange,
    signal?: AbortSignal,
  ): Promise<MetricsResponse<Sampled & { readonly step: number }>>;
  /** Evaluates a query at one time, by default now. */
  instant(query: string, at?: number, signal?: AbortSignal): Promise<MetricsResponse<Sampled>>;
  /** Returns the pending and firing alerts of the product that the server reported. */
  alerts(signal?: AbortSignal): Promise<MetricsResponse<RaisedAlerts>>;
  /**
   * Allows requests for 10-minute tokens of the service account prometheus-k8s in openshift-monitoring, after the user
   * agreed. A new token is requested when a query needs it. Tokens are kept only in memory.
   */
  allowTokenRequest(): void;
  close(): void;
}
