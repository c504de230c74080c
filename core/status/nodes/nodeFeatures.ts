/**
 * Determines which features that Kata requires a node has, and how this is known. A label proves that a feature exists,
 * but a missing label proves nothing: some features never become labels, and a configuration can remove labels. Only a
 * NodeFeature, which lists all features of the node, proves that one is missing. Sources:
 * kubernetes-sigs/node-feature-discovery@6a453112f source/cpu/cpu.go; core/product/kataNodeRule.ts.
 */
import type { ClusterNode } from '#core/cluster/watchedKinds/node.ts';
import type { NodeFeature } from '#core/cluster/watchedKinds/nodeFeatures/nodeFeature.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { getNodeFeatureGroup } from '#core/product/nodeFeatureRules.ts';
import { amdTeeLabel, featurePrefix, intelTeeLabel } from '#core/product/nodeLabels.ts';
import { getOpenShiftVersion } from './ineffectiveRule.ts';

/** `missing` is certain. `unknown`: nothing shows whether the node has the feature. */
type FeatureState = 'found' | 'missing' | 'unknown';

/** A feature of a node, or several of which it needs one. */
export interface FeatureEvidence {
  /** Name of the feature, such as `VMX`. Alternatives are separate items. */
  readonly names: readonly string[];
  readonly state: FeatureState;
  /** Label with its value, or NodeFeature, that shows the state, such as `NodeFeature openshift-nfd/worker-1`. */
  readonly source?: string;
}

/** Platform for confidential computing. */
export type TeePlatform = 'Intel TDX' | 'AMD SEV-SNP' | 'IBM Secure Execution';

export interface TeeEvidence {
  readonly platform: TeePlatform;
  readonly source: string;
  /** True if a rule of a user sets the label, so that it can be wrong. */
  readonly isFromRule: boolean;
}

/** Whether VMs can run in a node that is itself a VM. */
export interface NestingEvidence {
  readonly kind: 'enabled' | 'disabled' | 'notVirtual' | 'unknown';
  readonly source?: string;
}

/** Everything that is known about the features of a node. */
export interface NodeFeatureEvidence {
  /** Features that the rule for Kata requires. Undefined for architectures without a documented rule. */
  readonly required?: readonly FeatureEvidence[];
  readonly tee: readonly TeeEvidence[];
  /** Whether the node has a TEE. */
  readonly teeState: FeatureState;
  /** NodeFeature that shows that the node has no TEE. */
  readonly teeSource?: string;
  readonly nesting: NestingEvidence;
  /** True if the features of the node are read completely. */
  readonly isComplete: boolean;
}

/** Labels that rules of users set. The operator reads the first two. */
export const teeLabels = {
  'Intel TDX': intelTeeLabel,
  'AMD SEV-SNP': amdTeeLabel,
  'IBM Secure Execution': 'ibm.feature.node.kubernetes.io/se',
} as const satisfies Readonly<Record<TeePlatform, string>>;

/** Attributes of the feature `cpu.security`, which also become labels. */
const teeFeatures: readonly (readonly [TeePlatform, string])[] = [
  ['Intel TDX', 'tdx.enabled'],
  ['AMD SEV-SNP', 'sev.snp.enabled'],
  ['IBM Secure Execution', 'se.enabled'],
];

type Labels = ClusterNode['labels'];

function labelValue(labels: Labels, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}

const sourceOf = ({ namespace = '', name }: NodeFeature): string => `NodeFeature ${namespace}/${name}`;

/** Returns the evidence for the features of a node. */
export function readNodeFeatures(
  snapshot: Snapshot,
  { name, labels, architecture }: Pick<ClusterNode, 'name' | 'labels' | 'architecture'>,
): NodeFeatureEvidence {
  const objects = listNodeFeatures(snapshot, name);
  const isX86 = architecture === '' || architecture === 'amd64';
  const tee = readTee(labels, objects);
  const withSecurity = objects.find(({ security }) => security !== undefined);
  return {
    ...(isX86 ? { required: readRequired(labels, objects) } : {}),
    tee,
    teeState: tee.length > 0 ? 'found' : withSecurity === undefined ? 'unknown' : 'missing',
    ...(tee.length > 0 || withSecurity === undefined ? {} : { teeSource: sourceOf(withSecurity) }),
    nesting: readNesting(labels, objects),
    isComplete: objects.some(({ cpuFlags, modules }) => cpuFlags !== undefined && modules !== undefined),
  };
}

/** Returns the NodeFeatures of a node in the API group that the OpenShift version reads. */
function listNodeFeatures(snapshot: Snapshot, node: string): readonly NodeFeature[] {
  const group = getNodeFeatureGroup(getOpenShiftVersion(snapshot));
  const later = group === 'nfd.openshift.io' ? [] : featuresByNode(snapshot.nodeFeatures.items).get(node);
  const earlier = group === 'nfd.k8s-sigs.io' ? [] : featuresByNode(snapshot.openShiftNodeFeatures.items).get(node);
  return [...(later ?? []), ...(earlier ?? [])];
}

type NodeFeatures = ReadonlyMap<string, NodeFeature>;

/** Cached index of NodeFeatures by node. It depends only on the key. */
const indexes = new WeakMap<NodeFeatures, ReadonlyMap<string, readonly NodeFeature[]>>();

function featuresByNode(items: NodeFeatures): ReadonlyMap<string, readonly NodeFeature[]> {
  const known = indexes.get(items);
  if (known !== undefined) return known;
  const index = new Map<string, NodeFeature[]>();
  for (const object of items.values()) {
    const list = index.get(object.node);
    if (list === undefined) index.set(object.node, [object]);
    else list.push(object);
  }
  indexes.set(items, index);
  return index;
}

/** Returns the evidence for the features of the rule for Kata. */
function readRequired(labels: Labels, objects: readonly NodeFeature[]): readonly FeatureEvidence[] {
  const flag = (names: readonly string[]): FeatureEvidence =>
    findFeature(names, labels, objects, ({ cpuFlags }) => cpuFlags, 'cpu-cpuid.');
  const module = (names: readonly string[]): FeatureEvidence =>
    findFeature(names, labels, objects, ({ modules }) => modules);
  const vendor =
    labelValue(labels, `${featurePrefix}cpu-model.vendor_id`) ?? objects.flatMap(({ cpuVendor }) => cpuVendor ?? [])[0];
  const virtualization = flag(vendor === 'Intel' ? ['VMX'] : vendor === 'AMD' ? ['SVM'] : ['VMX', 'SVM']);
  const isIntel = virtualization.names.includes('VMX');
  const isAmd = virtualization.names.includes('SVM');
  return [
    flag(['SSE4']),
    virtualization,
    module(['kvm']),
    module([...(isIntel ? ['kvm_intel'] : []), ...(isAmd ? ['kvm_amd'] : [])]),
  ];
}

/**
 * Returns the evidence for one of several features. If one is found, only that one is named.
 * @param prefix prefix of the label, if the feature becomes one
 */
function findFeature(
  names: readonly string[],
  labels: Labels,
  objects: readonly NodeFeature[],
  listOf: (object: NodeFeature) => readonly string[] | undefined,
  prefix?: string,
): FeatureEvidence {
  for (const name of names) {
    const label = `${featurePrefix}${prefix ?? ''}${name}`;
    if (prefix !== undefined && labelValue(labels, label) === 'true')
      return { names: [name], state: 'found', source: `${label}=true` };
    const object = objects.find((one) => listOf(one)?.includes(name) === true);
    if (object !== undefined) return { names: [name], state: 'found', source: sourceOf(object) };
  }
  const complete = objects.find((one) => listOf(one) !== undefined);
  return complete === undefined ? { names, state: 'unknown' } : { names, state: 'missing', source: sourceOf(complete) };
}

function readTee(labels: Labels, objects: readonly NodeFeature[]): readonly TeeEvidence[] {
  return teeFeatures.flatMap(([platform, feature]): readonly TeeEvidence[] => {
    const ruleLabel = teeLabels[platform];
    const label = `${featurePrefix}cpu-security.${feature}`;
    if (labelValue(labels, label) === 'true') return [{ platform, source: `${label}=true`, isFromRule: false }];
    const object = objects.find(({ security }) => security?.includes(feature) === true);
    if (object !== undefined) return [{ platform, source: sourceOf(object), isFromRule: false }];
    return labelValue(labels, ruleLabel) === 'true'
      ? [{ platform, source: `${ruleLabel}=true`, isFromRule: true }]
      : [];
  });
}

/** Returns whether the node is a VM, and whether VMs can run in it. */
function readNesting(labels: Labels, objects: readonly NodeFeature[]): NestingEvidence {
  const { isVirtual, source } = readHypervisor(labels, objects);
  if (isVirtual === undefined || source === undefined) return { kind: 'unknown' };
  if (!isVirtual) return { kind: 'notVirtual', source };
  const { state } = findFeature(['VMX', 'SVM'], labels, objects, ({ cpuFlags }) => cpuFlags, 'cpu-cpuid.');
  const kind = { found: 'enabled', missing: 'disabled', unknown: 'unknown' } as const;
  return { kind: kind[state], source };
}

/** Returns whether the node is a VM. Earlier versions only have the CPU flag, later ones also the hypervisor. */
function readHypervisor(
  labels: Labels,
  objects: readonly NodeFeature[],
): { readonly isVirtual?: boolean; readonly source?: string } {
  const [flag, model] = [`${featurePrefix}cpu-cpuid.HYPERVISOR`, `${featurePrefix}cpu-model.hypervisor`];
  if (labelValue(labels, flag) === 'true') return { isVirtual: true, source: `${flag}=true` };
  const hypervisor = labelValue(labels, model);
  if (hypervisor !== undefined) return { isVirtual: hypervisor !== 'none', source: `${model}=${hypervisor}` };
  const object = objects.find(({ cpuFlags }) => cpuFlags !== undefined);
  return object === undefined
    ? {}
    : { isVirtual: object.cpuFlags?.includes('HYPERVISOR') === true, source: sourceOf(object) };
}

/**
 * Returns the names of the missing features. Without the CPU feature, the kernel can't load the module, so missing
 * modules are listed only if no CPU feature is missing.
 */
export function listMissingFeatures({ required = [] }: NodeFeatureEvidence): readonly string[] {
  const missing = required.filter(({ state }) => state === 'missing').map(({ names }) => names);
  const isModule = (names: readonly string[]): boolean => names.every((name) => name.startsWith('kvm'));
  const cpu = missing.filter((names) => !isModule(names));
  return (cpu.length > 0 ? cpu : missing).map((names) => names.join('/'));
}

/** Returns whether the node has all features that the rule for Kata requires. */
export function hasAllFeatures({ required }: NodeFeatureEvidence): boolean {
  return required !== undefined && required.every(({ state }) => state === 'found');
}
