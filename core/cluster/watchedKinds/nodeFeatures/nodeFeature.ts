/**
 * NodeFeatures with the features of a node. Only those that Kata requires are kept, because each object contains
 * thousands of others, such as the kernel configuration. Source: kubernetes-sigs/node-feature-discovery@76e6cc8c
 * api/nfd/v1alpha1/types.go (Features), source/cpu/cpu.go.
 */
import * as l10n from '@vscode/l10n';
import { getValue, isJsonObject, omitUndefined } from '#core/common/json.ts';
import type { NodeFeatureGroup } from '#core/product/nodeFeatureRules.ts';
import { getName, getWord, type ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { defineWatchedKind, type WatchedKind } from '#core/cluster/objects/watchedKind.ts';

export interface NodeFeature extends ClusterObject {
  /** Name of the node. */
  readonly node: string;
  /** CPU flags of the node among those that Kata uses. Undefined if the object contains no CPU flags at all. */
  readonly cpuFlags?: readonly string[];
  /** Loaded kernel modules among those that Kata uses. Undefined if the object contains no modules at all. */
  readonly modules?: readonly string[];
  /** Enabled platforms for confidential computing, such as `tdx.enabled`. Undefined if the object contains none. */
  readonly security?: readonly string[];
  /** Vendor of the CPU, such as `Intel` or `AMD`. */
  readonly cpuVendor?: string;
  /** Hypervisor of a node that is a VM, `none` if it isn't, and undefined if unknown. */
  readonly hypervisor?: string;
}

const cpuFlags = ['SSE4', 'VMX', 'SVM', 'HYPERVISOR'];
const modules = ['kvm', 'kvm_intel', 'kvm_amd'];
const security = ['tdx.enabled', 'sev.snp.enabled', 'se.enabled'];

/** Label with the name of the node. Other components can create more NodeFeatures for a node, with other names. */
const nodeNameLabel = 'nfd.node.kubernetes.io/node-name';

/** Returns the names among `known` that a feature of the object contains. Undefined if it has no such feature. */
function elementsOf(
  raw: unknown,
  type: 'flags' | 'attributes',
  feature: string,
  known: readonly string[],
): readonly string[] | undefined {
  const elements = getValue(raw, 'spec', 'features', type, feature, 'elements');
  if (!isJsonObject(elements)) return undefined;
  return known.filter((name) => Object.hasOwn(elements, name) && (type === 'flags' || elements[name] === 'true'));
}

function kindInGroup(group: NodeFeatureGroup): WatchedKind<NodeFeature> {
  return defineWatchedKind<NodeFeature>({
    group,
    version: 'v1alpha1',
    plural: 'nodefeatures',
    kind: 'NodeFeature',
    scope: 'all',
    // An object can be 500 KB. The features of other nodes are then unknown.
    most: 100,
    optional: true,
    neededFor: () => l10n.t`why a node isn't eligible for Kata`,
    read: (raw, object) => ({
      ...object,
      node: getName(raw, 'metadata', 'labels', nodeNameLabel) ?? object.name,
      ...omitUndefined({
        cpuFlags: elementsOf(raw, 'flags', 'cpu.cpuid', cpuFlags),
        modules: elementsOf(raw, 'flags', 'kernel.loadedmodule', modules),
        security: elementsOf(raw, 'attributes', 'cpu.security', security),
        cpuVendor: getWord(raw, 'spec', 'features', 'attributes', 'cpu.model', 'elements', 'vendor_id'),
        hypervisor: getWord(raw, 'spec', 'features', 'attributes', 'cpu.model', 'elements', 'hypervisor'),
      }),
    }),
  });
}

/** NodeFeatures of OpenShift 4.19 and later. */
export const nodeFeatures = kindInGroup('nfd.k8s-sigs.io');
/** NodeFeatures of OpenShift up to 4.18. */
export const openShiftNodeFeatures = kindInGroup('nfd.openshift.io');
