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

/** Other CPU flags with similar names, which aren't misspellings. Source: klauspost/cpuid. */
export const otherFeatureNames: ReadonlySet<string> = new Set(
  'MMX AVX AMX SVML SVMNP SVMDA SVMPF SVMPFT SVMFBASID SSE4 SSE42 SSE4A'.split(' '),
);
