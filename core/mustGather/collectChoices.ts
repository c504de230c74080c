/**
 * Defines the must-gather options that the user selects. Sources: OSC 1.12 §7.1 (the two documented commands,
 * --run-namespace); openshift/oc@6b8e30c5b pkg/cli/admin/mustgather/mustgather.go (options).
 */

/**
 * Data to collect. `sandboxed`: data from the must-gather image of OpenShift sandboxed containers. `cluster`: data from
 * the default must-gather. `both`: `sandboxed` and `cluster`. `audit`: only the audit logs.
 */
export type GatherWhat = 'sandboxed' | 'cluster' | 'both' | 'audit';

export interface GatherChoices {
  readonly what: GatherWhat;
  /** Must-gather image of OpenShift sandboxed containers. Required for `sandboxed` and `both`. */
  readonly image?: string;
  /** Log time range, such as `2h`. If undefined, all logs are collected. */
  readonly since?: string;
  /** Maximum collection time, such as `30m`. Copying isn't limited. */
  readonly timeout: string;
  /** Node for the must-gather pods. If undefined, any control plane node. */
  readonly node?: string;
  /** Existing namespace that allows privileged pods. If undefined, oc creates a namespace and deletes it afterward. */
  readonly runNamespace?: string;
}

/** Default timeout of oc. */
export const usualTimeout = '10m';

/** Returns whether a text is a Go duration with a single unit. Combined units aren't needed. */
export function isDuration(text: string): boolean {
  return /^[1-9]\d{0,4}[smh]$/.test(text);
}

/** Returns whether a text is a valid namespace name (RFC 1123). */
export function isNamespaceName(text: string): boolean {
  return text.length <= 63 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(text);
}

/** Returns whether a text is a valid node name (RFC 1123). */
export function isNodeName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(text);
}

/**
 * Returns whether a text is an image reference such as `host:5000/path/name:tag` or `...@sha256:...`. A valid reference
 * never begins with a hyphen, so oc can't mistake it for an option.
 */
export function isImage(text: string): boolean {
  return (
    text.length <= 500 &&
    /^[a-zA-Z0-9][\w.-]*(?::\d{1,5})?(?:\/[\w.-]+)*(?::[\w][\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/.test(text)
  );
}
