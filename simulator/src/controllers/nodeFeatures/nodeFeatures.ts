/**
 * Hardware of simulated nodes, and the features that Node Feature Discovery detects. Source:
 * kubernetes-sigs/node-feature-discovery@76e6cc8c api/nfd/v1alpha1/types.go (Features), docs/usage/features.md.
 */
import type { Behaviour, NodeHardware } from '../framework/behaviour.ts';
import type { NodeFeatureGroup } from '#core/product/nodeFeatureRules.ts';
import type { KubeObject, ObjectToWrite } from '#simulator/store/kubeObject.ts';

/** Features of a node: names without values, and names with values, by feature. */
export interface Features {
  readonly flags: Readonly<Record<string, readonly string[]>>;
  readonly attributes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const intelHardware: NodeHardware = {
  cpuVendor: 'Intel',
  cpuFlags: ['AESNI', 'AVX', 'AVX2', 'FMA3', 'SSE4', 'SSE42', 'VMX'],
  modules: ['br_netfilter', 'kvm', 'kvm_intel', 'overlay'],
  security: [],
};

/**
 * Returns the hardware of a node. If virtualization is disabled in the firmware, the CPU flag remains, but the kernel
 * can't load `kvm_intel`.
 */
export function getHardware(name: string, { hardware, nodesWithoutVirtualization }: HardwareBehaviour): NodeHardware {
  const own = { ...intelHardware, ...(Object.hasOwn(hardware, name) ? hardware[name] : {}) };
  return nodesWithoutVirtualization.includes(name)
    ? { ...own, modules: own.modules.filter((module) => module !== 'kvm_intel' && module !== 'kvm_amd') }
    : own;
}

type HardwareBehaviour = Pick<Behaviour, 'hardware' | 'nodesWithoutVirtualization'>;

/** Returns whether VMs can run on a node. */
export function canRunVirtualMachines({ modules }: NodeHardware): boolean {
  return modules.includes('kvm_intel') || modules.includes('kvm_amd');
}

/**
 * CPU flags that don't become labels. Source: openshift/node-feature-discovery source/cpu/cpu.go (AttributeBlacklist).
 */
const withoutLabel = ['SSE4', 'SSE42'];

/** Returns the features of a node. */
export function featuresOf({ metadata: { name } }: KubeObject, hardware: NodeHardware): Features {
  return {
    flags: {
      'cpu.cpuid': hardware.cpuFlags,
      'kernel.loadedmodule': hardware.modules,
    },
    attributes: {
      'cpu.model': { vendor_id: hardware.cpuVendor, family: '6' },
      'cpu.security': Object.fromEntries(hardware.security.map((attribute) => [attribute, 'true'])),
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
    ...Object.entries(attributes['cpu.model'] ?? {}).map(
      ([attribute, value]) => [`feature.node.kubernetes.io/cpu-model.${attribute}`, value] as const,
    ),
    ...Object.keys(attributes['cpu.security'] ?? {}).map(
      (attribute) => [`feature.node.kubernetes.io/cpu-security.${attribute}`, 'true'] as const,
    ),
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
