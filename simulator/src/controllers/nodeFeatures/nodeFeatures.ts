/**
 * Features of simulated nodes, as Node Feature Discovery detects them. Disabling virtualization in the firmware doesn't
 * remove the CPU flag, but the kernel can't load `kvm_intel`. Source: kubernetes-sigs/node-feature-discovery@76e6cc8c
 * api/nfd/v1alpha1/types.go (Features), docs/usage/features.md.
 */
import type { NodeFeatureGroup } from '#core/product/nodeFeatureRules.ts';
import type { KubeObject, ObjectToWrite } from '#simulator/store/kubeObject.ts';

/** Features of a node: names without values, and names with values, by feature. */
export interface Features {
  readonly flags: Readonly<Record<string, readonly string[]>>;
  readonly attributes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const cpuFlags = ['AESNI', 'AVX', 'AVX2', 'FMA3', 'SSE4', 'SSE42', 'VMX'];

/**
 * CPU flags that don't become labels. Source: openshift/node-feature-discovery source/cpu/cpu.go (AttributeBlacklist).
 */
const withoutLabel = ['SSE4', 'SSE42'];

/**
 * Returns the features of a node.
 * @param isVirtualizable false if virtualization is disabled in the firmware
 */
export function featuresOf({ metadata: { name } }: KubeObject, isVirtualizable: boolean): Features {
  return {
    flags: {
      'cpu.cpuid': cpuFlags,
      'kernel.loadedmodule': ['br_netfilter', 'kvm', ...(isVirtualizable ? ['kvm_intel'] : []), 'overlay'],
    },
    attributes: {
      'cpu.model': { vendor_id: 'Intel', family: '6' },
      'kernel.version': { major: '5', minor: '14' },
      'system.name': { nodename: name },
    },
  };
}

/** Returns the labels that Node Feature Discovery sets without custom rules. */
export function builtinLabels({ flags, attributes }: Features): Readonly<Record<string, string>> {
  const cpu = (flags['cpu.cpuid'] ?? []).filter((flag) => !withoutLabel.includes(flag));
  return Object.fromEntries([
    ...cpu.map((flag) => [`feature.node.kubernetes.io/cpu-cpuid.${flag}`, 'true'] as const),
    ['feature.node.kubernetes.io/kernel-version.major', attributes['kernel.version']?.['major'] ?? ''],
  ]);
}

/**
 * Creates the NodeFeature of a node.
 * @param namespace namespace of the NodeFeatureDiscovery
 */
export function createNodeFeature(
  name: string,
  namespace: string,
  group: NodeFeatureGroup,
  { flags, attributes }: Features,
  labels: Readonly<Record<string, string>>,
): ObjectToWrite {
  const withElements = <Elements>(of: Readonly<Record<string, Elements>>): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(of).map(([feature, elements]) => [feature, { elements }]));
  const asKeys = Object.entries(flags).map(
    ([feature, names]) => [feature, Object.fromEntries(names.map((flag) => [flag, {}]))] as const,
  );
  return {
    apiVersion: `${group}/v1alpha1`,
    kind: 'NodeFeature',
    metadata: {
      name,
      namespace,
      labels: { 'nfd.node.kubernetes.io/node-name': name },
    },
    spec: {
      features: {
        flags: withElements(Object.fromEntries(asKeys)),
        attributes: withElements(attributes),
        instances: {},
      },
      labels,
    },
  };
}
