/**
 * The features and operators that Node Feature Discovery rules can use. Source:
 * kubernetes-sigs/node-feature-discovery@76e6cc8c docs/usage/customization-guide.md, api/nfd/v1alpha1/types.go.
 */

/** Features by name, with their attributes if the list is complete. */
export const nodeFeatures: Readonly<Record<string, readonly string[] | undefined>> = {
  'cpu.cpuid': undefined,
  'cpu.cstate': ['enabled'],
  'cpu.coprocessor': ['nx_gzip'],
  'cpu.model': ['family', 'vendor_id', 'id', 'hypervisor'],
  'cpu.pstate': ['status', 'turbo', 'scaling'],
  'cpu.rdt': undefined,
  'cpu.security': undefined,
  'cpu.sgx': undefined,
  'cpu.sst': ['bf.enabled'],
  'cpu.topology': ['hardware_multithreading', 'socket_count'],
  'kernel.config': undefined,
  'kernel.loadedmodule': undefined,
  'kernel.enabledmodule': undefined,
  'kernel.selinux': ['enabled'],
  'kernel.kvm': ['enabled'],
  'kernel.version': ['full', 'major', 'minor', 'revision'],
  'local.label': undefined,
  'local.feature': undefined,
  'memory.nv': undefined,
  'memory.numa': ['is_numa', 'node_count'],
  'memory.swap': ['enabled'],
  'memory.hugepages': undefined,
  'network.device': undefined,
  'network.virtual': undefined,
  'pci.device': undefined,
  'storage.block': undefined,
  'storage.device': undefined,
  'system.osrelease': undefined,
  'system.dmiid': undefined,
  'system.name': ['nodename'],
  'usb.device': undefined,
  'rule.matched': undefined,
};

/** Operators of a match expression. */
export const nodeFeatureOperators: readonly string[] =
  'In NotIn InRegexp Exists DoesNotExist Gt Ge Lt Le GtLt GeLe IsTrue IsFalse'.split(' ');

/**
 * CPU flags and kernel modules that a rule for Kata uses, by feature. Each feature also contains many other flags or
 * modules.
 */
export const kataFeatureNames: Readonly<Record<string, readonly string[]>> = {
  'cpu.cpuid': ['VMX', 'SVM'],
  'kernel.loadedmodule': ['kvm', 'kvm_intel', 'kvm_amd'],
};

/** Flags that rules for Kata and confidential containers use, for completion. The features have many others. */
const suggestedFlags: Readonly<Record<string, readonly string[]>> = {
  'cpu.cpuid': ['VMX', 'SVM', 'SSE4', 'HYPERVISOR'],
  'kernel.loadedmodule': ['kvm', 'kvm_intel', 'kvm_amd'],
  'kernel.enabledmodule': ['kvm', 'kvm_intel', 'kvm_amd'],
};

/** Attributes that rules for confidential containers use, for completion. */
const suggestedAttributes: Readonly<Record<string, readonly string[]>> = {
  'cpu.security': ['tdx.enabled', 'sev.snp.enabled', 'se.enabled'],
};

/** Returns names to suggest for a feature, and whether they're flags, which have no value. */
export function suggestFeatureNames(feature: string): {
  readonly names: readonly string[];
  readonly areFlags: boolean;
} {
  const flags = Object.hasOwn(suggestedFlags, feature) ? suggestedFlags[feature] : undefined;
  if (flags !== undefined) return { names: flags, areFlags: true };
  const attributes = { ...nodeFeatures, ...suggestedAttributes };
  return { names: (Object.hasOwn(attributes, feature) ? attributes[feature] : undefined) ?? [], areFlags: false };
}

/** Other CPU flags with similar names, which aren't misspellings. Source: klauspost/cpuid. */
export const otherFeatureNames: ReadonlySet<string> = new Set(
  'MMX AVX AMX SVML SVMNP SVMDA SVMPF SVMPFT SVMFBASID SSE4 SSE42 SSE4A'.split(' '),
);
