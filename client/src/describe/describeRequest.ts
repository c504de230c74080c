/** Which object a command describes. */
export interface DescribeRequest {
  /** Object such as `pod/web-0`. */
  readonly object: string;
  /** Undefined for the namespace of the kubeconfig context or, for a must-gather, `default`. */
  readonly namespace?: string;
}
