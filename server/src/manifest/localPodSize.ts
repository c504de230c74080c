/** Calculates the resources of a pod with the runtime class kata on its node, from documentation and source code. */
import { parseAnnotationInteger, type SelectionAnnotations } from '#core/peerPods/instanceSelection.ts';
import { one, parseQuantity, type Quantity } from '#core/common/quantity.ts';
import { documentedVmMemory, runtimeClassNamed } from '#core/product/runtimeClasses.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import { sizeAnnotations } from './rules/pods/instances/instanceChoice.ts';
import { containersIn, mostAtOnce, requestedAtOnce } from './rules/pods/instances/podResources.ts';

/** Memory in bytes and CPUs, both as quantities. */
export interface Amounts {
  readonly memory: Quantity | undefined;
  readonly cpu: Quantity | undefined;
}

/** An overhead according to one source. */
export interface SourcedAmounts extends Amounts {
  readonly source: string;
}

/** The lowest and the highest amount. Sources for the overhead differ. */
export type AmountRange = readonly [least: Quantity, most: Quantity];

/** The resources of a pod on its node. */
export interface LocalPodSize {
  /** Initial resources of the VM. */
  readonly machine: Amounts;
  /** Names of the annotations that set the resources of the VM, such as `default_memory`. */
  readonly annotations: readonly string[];
  /** Resources of the containers, including huge pages. */
  readonly containers: Amounts;
  /** Resources that the scheduler reserves for the containers. */
  readonly requests: Amounts;
  readonly overheads: readonly SourcedAmounts[];
  readonly memory: AmountRange;
  readonly cpu: AmountRange;
}

/** Returns the verified overheads of a runtime class. */
export function overheadsOf(runtimeClass: string): readonly SourcedAmounts[] {
  return (runtimeClassNamed(runtimeClass)?.overheads ?? [])
    .filter(({ unverified }) => unverified !== true)
    .map(({ memory = '', cpu = '', source }) => ({ memory: parseQuantity(memory), cpu: parseQuantity(cpu), source }));
}

/**
 * Returns the resources of a pod with the class kata. Returns undefined if they're uncertain.
 * @param overheads overheads of its runtime class. Default: the documented ones
 */
export function getLocalPodSize(manifest: Manifest, overheads = overheadsOf('kata')): LocalPodSize | undefined {
  const found = containersIn(manifest);
  const annotations = sizeAnnotations(manifest);
  const machine = annotations === undefined ? undefined : machineOf(annotations);
  if (found === undefined || machine === undefined) return undefined;
  // The runtime adds the limits of huge pages to the memory of the VM. Source:
  // kata-containers/kata-containers@7c6ba40c src/runtime/virtcontainers/sandbox.go (calculateSandboxMemory).
  const containers = { memory: mostAtOnce(found, 'memory', 'hugepages'), cpu: mostAtOnce(found, 'cpu') };
  return {
    ...machine,
    containers,
    requests: { memory: requestedAtOnce(found, 'memory'), cpu: requestedAtOnce(found, 'cpu') },
    overheads,
    memory: rangeOf('memory', overheads, machine.machine, containers),
    cpu: rangeOf('cpu', overheads, machine.machine, containers),
  };
}

/** Returns the initial resources of the VM. */
function machineOf({
  defaultMemory,
  defaultVcpus,
}: SelectionAnnotations): Pick<LocalPodSize, 'machine' | 'annotations'> | undefined {
  const mebibytes = defaultMemory === undefined ? undefined : parseAnnotationInteger(defaultMemory);
  const processors = defaultVcpus === undefined ? undefined : parseQuantity(defaultVcpus);
  if (
    (mebibytes !== undefined && mebibytes <= 0) ||
    (defaultVcpus !== undefined && (processors === undefined || processors <= 0n))
  )
    return undefined;
  return {
    machine: {
      memory:
        mebibytes === undefined ? parseQuantity(documentedVmMemory.default) : BigInt(mebibytes) * 1024n * 1024n * one,
      cpu: processors,
    },
    annotations: [
      ...(mebibytes === undefined ? [] : ['default_memory']),
      ...(processors === undefined ? [] : ['default_vcpus']),
    ],
  };
}

/** Returns the total of one resource as a range: the sum of the parts plus the lowest and plus the highest overhead. */
export function rangeOf(
  resource: keyof Amounts,
  overheads: readonly Amounts[],
  ...parts: readonly Amounts[]
): AmountRange {
  const base = parts.reduce<Quantity>((sum, part) => sum + (part[resource] ?? 0n), 0n);
  const amounts = overheads.flatMap((overhead) => overhead[resource] ?? []);
  const [first = 0n] = amounts;
  const least = amounts.reduce((a, b) => (b < a ? b : a), first);
  const most = amounts.reduce((a, b) => (b > a ? b : a), first);
  return [base + least, base + most];
}
