/**
 * Determines the instance type of a peer pod in the same way as cloud-api-adaptor. Sources: domain/02-peer-pods.md 2.4;
 * openshift/cloud-api-adaptor@067d2068 src/cloud-providers/util.go,
 * src/webhook/pkg/mutating_webhook/remove-resourcespec.go.
 */
import * as l10n from '@vscode/l10n';
import { formatList, getSentenceSeparator } from '../text/grammar.ts';
import { formatCount } from '../text/counts.ts';
import { findFirstIndex } from '../common/binarySearch.ts';
import { compareReleases, findRelease, type Release } from '../product/releases.ts';
import type { Provider } from './configKey.ts';
import { findInstanceSize, type InstanceSize } from './instanceSizes.ts';
import { providerNamed } from './providers.ts';

/**
 * The annotations that affect the instance type, with their raw values. Each property is named after the last part of
 * the annotation key.
 */
export interface SelectionAnnotations {
  readonly machineType?: string;
  readonly defaultVcpus?: string;
  readonly defaultMemory?: string;
  readonly defaultGpus?: string;
}

/** Resource requests and limits of one container. */
export interface ContainerResources {
  readonly requests?: ResourceAmounts;
  readonly limits?: ResourceAmounts;
}

/** Requests or limits of one container. CPU is in cores. */
export interface ResourceAmounts {
  readonly cpu?: number;
  readonly memoryMiB?: number;
  /** Number of `nvidia.com/gpu` devices. */
  readonly gpus?: number;
}

/** Input from which cloud-api-adaptor selects the instance type of a peer pod. */
export interface SelectionInput {
  readonly provider: Provider;
  readonly release: Release;
  /** Value of the provider's key for the default type. Undefined if it isn't set. */
  readonly defaultType?: string;
  /** Instance types that the provider's list key contains, as cloud-api-adaptor splits the list (see splitList). */
  readonly listedTypes: readonly string[];
  readonly annotations: SelectionAnnotations;
  /** All containers and init containers of the pod. The webhook adds up the resources of all of them. */
  readonly containers?: readonly ContainerResources[];
}

/** The selected instance type, or why none was selected. `because` is a sentence for the user. */
export type Selection =
  | {
      readonly outcome: 'chosen';
      readonly instanceType: string;
      readonly size?: InstanceSize;
      readonly because: string;
    }
  /** The pod doesn't start. `message` is the error of cloud-api-adaptor. */
  | { readonly outcome: 'refused'; readonly message: string }
  | { readonly outcome: 'cannot say' };

const cannotSay: Selection = { outcome: 'cannot say' };

/** Returns the instance type for a pod. */
export function selectInstanceType(input: SelectionInput): Selection {
  const { provider, listedTypes } = input;
  const keys = providerNamed(provider)?.instanceTypes;
  // libvirt has no instance types. LIBVIRT_CPU and LIBVIRT_MEMORY set the size of every pod VM.
  if (keys === undefined) return cannotSay;
  const configured = input.defaultType ?? '';
  const defaultType = configured === '' ? (keys.default ?? '') : configured;
  if (defaultType === '') return cannotSay;

  const annotations = withResources(input.annotations, input.containers ?? []);
  const machineType = annotations.machineType ?? '';
  const gpus = parseAnnotationInteger(annotations.defaultGpus);
  const vcpus = parseAnnotationInteger(annotations.defaultVcpus);
  const memory = parseAnnotationInteger(annotations.defaultMemory);
  const bySize = gpus > 0 || (vcpus !== 0 && memory !== 0);

  // OSC 1.9 doesn't support selecting an instance type on Google Cloud. It's unknown which later release added this.
  if (provider === 'gcp' && (machineType !== '' || bySize) && !isFrom111(input.release)) return cannotSay;
  // Before OSC 1.11, the size could take precedence. It's unknown which release changed this.
  if (machineType !== '' && bySize && !isFrom111(input.release)) return cannotSay;
  if (machineType !== '')
    return verify(machineType, input, defaultType, l10n.t`The machine_type annotation requests this instance type.`);
  if (!bySize) {
    const because = l10n.t`The pod doesn't request an instance type, GPUs, or both vCPUs and memory, so the default type from ${keys.defaultKey} applies.`;
    const isHalf = vcpus !== 0 || memory !== 0;
    return chosen(
      provider,
      defaultType,
      isHalf ? `${because}${getSentenceSeparator()}${l10n.t`vCPUs and memory apply only if both are set.`}` : because,
    );
  }
  const candidates = listedTypes.length > 0 ? listedTypes : [defaultType];
  const found = bestFit(provider, candidates, { gpus, vcpus, memory });
  if (found.outcome !== 'found') return found;
  const wanted = formatList([
    ...(gpus > 0 ? [formatCount(gpus, 'GPU')] : []),
    formatCount(vcpus, 'vCPU'),
    `${memory} MiB`,
  ]);
  return verify(
    found.instanceType,
    input,
    defaultType,
    l10n.t`For ${wanted}, cloud-api-adaptor selects this instance type from the allowed types.`,
  );
}

/**
 * Returns the annotations after the peer pods webhook has overwritten them with the sums of the container resources.
 * For CPU and memory, the sum of the limits applies if it's higher than the sum of the requests. If a container has no
 * request, Kubernetes uses its limit as the request.
 */
export function withResources(
  annotations: SelectionAnnotations,
  containers: readonly ContainerResources[],
): SelectionAnnotations {
  const amount = (name: keyof ResourceAmounts): number => {
    let requests = 0;
    let limits = 0;
    for (const container of containers) {
      requests += container.requests?.[name] ?? container.limits?.[name] ?? 0;
      limits += container.limits?.[name] ?? 0;
    }
    return requests > 0 && name !== 'gpus' ? Math.max(requests, limits) : requests;
  };
  const [cpu, memoryMiB, gpus] = [amount('cpu'), amount('memoryMiB'), amount('gpus')];
  return {
    ...annotations,
    ...(cpu > 0 ? { defaultVcpus: String(Math.ceil(cpu)) } : {}),
    ...(memoryMiB > 0 ? { defaultMemory: String(Math.ceil(memoryMiB)) } : {}),
    ...(gpus > 0 ? { defaultGpus: String(gpus) } : {}),
  };
}

/**
 * Parses an integer like strconv.ParseInt(text, 10, 64). Returns 0 for invalid values such as `0.5`, `2Gi`, or
 * `4096Mi`.
 */
export function parseAnnotationInteger(text: string | undefined): number {
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return 0;
  const value = BigInt(text.replace(/^\+/, ''));
  return BigInt.asIntN(64, value) === value ? Number(value) : 0;
}

/**
 * Returns whether the release is OSC 1.11 or later, where a requested instance type takes precedence. The upstream
 * change is from August 2025 (confidential-containers/cloud-api-adaptor#2536). OSC 1.9 is older, and OSC 1.10 wasn't
 * checked.
 */
function isFrom111(release: Release): boolean {
  const first = findRelease('1.11');
  return first !== undefined && compareReleases(release, first) >= 0;
}

function verify(
  instanceType: string,
  { provider, listedTypes }: SelectionInput,
  defaultType: string,
  because: string,
): Selection {
  const quoted = JSON.stringify(instanceType);
  if (listedTypes.length === 0 && instanceType !== defaultType) {
    return {
      outcome: 'refused',
      message: `requested instance type (${quoted}) is not default (${JSON.stringify(defaultType)}) and supported instance types list is empty`,
    };
  }
  if (listedTypes.length > 0 && !listedTypes.includes(instanceType)) {
    return {
      outcome: 'refused',
      message: `requested instance type (${quoted}) is not part of supported instance types list`,
    };
  }
  return chosen(provider, instanceType, because);
}

function chosen(provider: Provider, instanceType: string, because: string): Selection {
  const size = findInstanceSize(provider, instanceType);
  return size === undefined
    ? { outcome: 'chosen', instanceType, because }
    : { outcome: 'chosen', instanceType, size, because };
}

interface Wanted {
  readonly gpus: number;
  readonly vcpus: number;
  readonly memory: number;
}

/**
 * Returns whether cloud-api-adaptor reads the number of GPUs of the provider's instance types. If it doesn't, no
 * instance type fits a pod that requests GPUs.
 */
export function learnsOfGpus(provider: Provider): boolean {
  return provider !== 'azure' && provider !== 'ibmcloud';
}

type Fit = { readonly outcome: 'found'; readonly instanceType: string } | Exclude<Selection, { outcome: 'chosen' }>;

function bestFit(provider: Provider, candidates: readonly string[], { gpus, vcpus, memory }: Wanted): Fit {
  const noneFits = {
    outcome: 'refused',
    message:
      gpus > 0
        ? `no instance type found for the given GPUs (${gpus}), vCPUs (${vcpus}), and memory (${memory})`
        : `no instance type found for the given vcpus (${vcpus}) and memory (${memory})`,
  } as const;
  if (gpus > 0 && !learnsOfGpus(provider)) return noneFits;

  const sized = candidates.flatMap((type) => {
    const size = findInstanceSize(provider, type);
    return size === undefined ? [] : [{ type, ...size }];
  });
  if (sized.length < candidates.length) return { outcome: 'cannot say' };
  const sorted = sized
    .filter((type) => gpus > 0 || type.gpus === 0)
    .toSorted((a, b) => a.gpus - b.gpus || a.memoryMiB - b.memoryMiB || a.vcpus - b.vcpus);
  // Reproduces sort.Search in Go, including its errors. It uses binary search although the matching types might not be
  // contiguous, so a type with much memory and few CPUs can hide a smaller one that fits.
  const index = findFirstIndex(sorted.length, (at) => {
    const type = sorted[at];
    return type !== undefined && type.gpus >= gpus && type.memoryMiB >= memory && type.vcpus >= vcpus;
  });
  const found = sorted[index];
  if (found === undefined) return noneFits;
  const alike = sorted.filter(
    (type) => type.gpus === found.gpus && type.memoryMiB === found.memoryMiB && type.vcpus === found.vcpus,
  );
  // Go keeps the order of equal elements when it sorts up to 12 elements, but doesn't guarantee it for more.
  if (alike.length > 1 && sorted.length > 12) return { outcome: 'cannot say' };
  return { outcome: 'found', instanceType: found.type };
}
