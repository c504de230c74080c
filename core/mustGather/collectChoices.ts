/**
 * What somebody chose of a must-gather. Sources: OSC 1.12 §7.1 (the two documented commands, --run-namespace);
 * openshift/oc@6b8e30c5b pkg/cli/admin/mustgather/mustgather.go (options).
 */

/**
 * `sandboxed`: with the image of OpenShift sandboxed containers; `cluster`: what every must-gather brings; `audit`: the
 * audit logs alone.
 */
export type GatherWhat = 'sandboxed' | 'cluster' | 'both' | 'audit';

export interface GatherChoices {
  readonly what: GatherWhat;
  /** Of OpenShift sandboxed containers; needed for `sandboxed` and `both`. */
  readonly image?: string;
  /** Logs of the last `2h`; without it all that is there. */
  readonly since?: string;
  /** How long it may gather: `30m`. Copying takes as long as it takes. */
  readonly timeout: string;
  /** The node on which it gathers; without it any of the control plane. */
  readonly node?: string;
  /** One that is there, and may run privileged pods; without it one is made, and deleted again. */
  readonly runNamespace?: string;
}

/** As oc takes it when nothing is said. */
export const usualTimeout = '10m';

/** A duration as Go reads it, of one unit: more nobody needs to write. */
export function isDuration(text: string): boolean {
  return /^[1-9]\d{0,4}[smh]$/.test(text);
}

/** RFC 1123, as Kubernetes names namespaces. */
export function isNamespaceName(text: string): boolean {
  return text.length <= 63 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(text);
}

/** RFC 1123, as Kubernetes names nodes. */
export function isNodeName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(text);
}

/** `host:5000/path/name:tag` or `...@sha256:...`, and nothing that an option could begin with. */
export function isImage(text: string): boolean {
  return (
    text.length <= 500 &&
    /^[a-zA-Z0-9][\w.-]*(?::\d{1,5})?(?:\/[\w.-]+)*(?::[\w][\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/.test(text)
  );
}
