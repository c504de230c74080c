/**
 * Identifies the pods and temporary namespaces that `oc debug node/NAME` creates. oc deletes them when the shell ends,
 * unless it's killed. Source of the pods: openshift/oc@0180b33de pkg/cli/debug/debug.go
 * (debugPodAnnotationSourceResource, approximatePodTemplateForObject).
 */
import { getString } from '../common/json.ts';

/** Annotation with the debugged object, such as `/v1, Resource=nodes/worker-0`. */
const sourceResource = 'debug.openshift.io/source-resource';

/** Image stream tag in the namespace openshift that oc uses for a debug pod. */
export const debugImageTag = 'tools:latest';
/** Image that oc uses if the cluster doesn't have the image stream tag. */
export const fallbackDebugImage = 'registry.redhat.io/rhel8/support-tools';

/**
 * Matches the temporary namespaces of debug pods. The last five characters are random. Sources: the output of oc,
 * `Temporary namespace openshift-debug-wjxnq is created for debugging node...` and, for older versions, `Creating debug
 * namespace/openshift-debug-node-m9dxb ...`; the random characters are those of k8s.io/apimachinery pkg/util/rand.
 */
const debugNamespace = /^openshift-debug-(?:node-)?[bcdfghjklmnpqrstvwxz2456789]{5}$/;

/** A debug pod. */
export interface DebugPod {
  readonly kind: 'Pod';
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
}

/**
 * Returns the debug pod of a node. Returns undefined for other pods, and for pods that are being deleted.
 * @param node name of the node; if undefined, the debug pods of all nodes count
 */
export function readDebugPod(raw: unknown, node?: string): DebugPod | undefined {
  const [name, namespace, uid] = ['name', 'namespace', 'uid'].map((field) => getString(raw, 'metadata', field));
  if (name === undefined || namespace === undefined || uid === undefined) return undefined;
  if (getString(raw, 'metadata', 'deletionTimestamp') !== undefined) return undefined;
  const source = getString(raw, 'metadata', 'annotations', sourceResource) ?? '';
  const debugged = /^(?:.*=)?nodes\/([^/]+)$/.exec(source)?.[1];
  return debugged !== undefined && (node === undefined || debugged === node)
    ? { kind: 'Pod', name, namespace, uid }
    : undefined;
}

/**
 * Returns the temporary namespace of a debug pod. Returns undefined for other namespaces, and if it is being deleted.
 */
export function readDebugNamespace(
  raw: unknown,
): { readonly kind: 'Namespace'; readonly name: string; readonly uid: string } | undefined {
  const [name, uid] = [getString(raw, 'metadata', 'name'), getString(raw, 'metadata', 'uid')];
  if (name === undefined || uid === undefined || !debugNamespace.test(name)) return undefined;
  return getString(raw, 'metadata', 'deletionTimestamp') === undefined ? { kind: 'Namespace', name, uid } : undefined;
}
