/**
 * The pod fields that make Kata run a pod: the runtime class and, for kata-remote, the size and image of its VM.
 * Sources: OSC 1.12 §3.7, §3.8; domain/03-pod-annotations.md; the notes at each annotation.
 */
import * as l10n from '@vscode/l10n';
import { hypervisorPrefix } from '#core/annotations/annotation.ts';
import { getRemoteVerdict } from '#core/annotations/remoteVerdict.ts';
import { operatorNamespace, webhookExcludedNamespaces } from '#core/product/namespaces.ts';
import { isInForce, type Release } from '#core/product/releases.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';
import { knownRuntimeClasses, runtimeClassNamed } from '#core/product/runtimeClasses.ts';

export const machineTypeKey = `${hypervisorPrefix}machine_type`;
export const vcpusKey = `${hypervisorPrefix}default_vcpus`;
export const memoryKey = `${hypervisorPrefix}default_memory`;
export const imageKey = `${hypervisorPrefix}image`;
/** The annotations that determine the size and image of a pod VM. */
const remoteKeys: readonly string[] = [machineTypeKey, vcpusKey, memoryKey, imageKey];

/** Size of a pod VM. */
export type SandboxSize =
  /** Leaves the size unchanged. */
  | { readonly kind: 'asIs' }
  /** The default instance type of the cluster. Removes annotations that request another one. */
  | { readonly kind: 'default' }
  | { readonly kind: 'type'; readonly instanceType: string }
  /** The smallest allowed instance type with these resources. */
  | { readonly kind: 'automatic'; readonly vcpus: number; readonly memoryMiB: number };

/** The user's choices for a workload. */
export interface SandboxWish {
  readonly runtimeClass: string;
  readonly size: SandboxSize;
  /** Cloud ID of the pod VM image to use instead of the cluster's image. */
  readonly image?: string;
}

/** Describes a workload that can be moved to a sandbox, and its cluster or file. */
export interface SandboxTarget {
  readonly release: Release;
  /** Undefined if the file doesn't specify it. */
  readonly namespace?: string;
  /** The current runtime class. */
  readonly before?: string;
  /** The instance types that peer-pods-cm allows. Undefined if unknown. */
  readonly instanceTypes?: AllowedInstanceTypes;
}

/** The instance types that peer-pods-cm allows. */
export interface AllowedInstanceTypes {
  /** Empty if only the default is allowed. */
  readonly types: readonly string[];
  readonly default?: string;
}

/** A runtime class that the user can select. */
export interface OfferedClass {
  readonly name: string;
  readonly summary: string;
  readonly needs: string;
}

/** Annotations by key. Null removes the annotation. */
export type AnnotationChanges = Readonly<Record<string, string | null>>;

/** Returns the Kata runtime classes of the cluster if they are known, otherwise those of the release. */
export function offeredClasses(release: Release, ofCluster?: readonly string[]): readonly OfferedClass[] {
  const known = knownRuntimeClasses.filter(({ unverified }) => unverified !== true);
  const offered =
    ofCluster === undefined
      ? known.filter((one) => isInForce(one, release))
      : ofCluster.flatMap((name) => {
          const one = runtimeClassNamed(name);
          return one === undefined ? [] : [one];
        });
  return offered.map(({ name, summary, needs }) => ({ name, summary: summary(), needs: needs() }));
}

/**
 * Returns why no workload may use this runtime class in this namespace. Returns undefined if it's allowed or the
 * namespace is unknown.
 */
export function namespaceRefusal(runtimeClass: string, namespace: string | undefined): string | undefined {
  if (namespace === operatorNamespace) {
    return l10n.t`${operatorNamespace} is the operator namespace. Don't run workloads in it. Select another namespace.`;
  }
  if (runtimeClass === 'kata-remote' && namespace !== undefined && webhookExcludedNamespaces.has(namespace)) {
    return l10n.t`The peer pods webhook excludes the namespace ${namespace}, so no pod VM would be created for the pod. Select another namespace.`;
  }
  return undefined;
}

/**
 * Returns whether this release supports a pod-specific image on kata-remote. Returns `unknown` if no source
 * covers this release, and the releases before and after it differ.
 */
export function takesImage(release: Release): boolean | 'unknown' {
  const verdict = getRemoteVerdict(imageKey, release);
  return verdict === 'unknown' ? 'unknown' : verdict === 'accepted';
}

/** Returns the annotation changes. The error explains why the choices aren't possible and includes the next step. */
export function sandboxAnnotations(
  { runtimeClass, size, image }: SandboxWish,
  place: SandboxTarget,
): Result<AnnotationChanges, string> {
  const refusal = namespaceRefusal(runtimeClass, place.namespace);
  if (refusal !== undefined) return fail(refusal);
  if (!isName(runtimeClass)) return fail(l10n.t`Invalid runtime class name "${runtimeClass}".`);
  if (runtimeClass !== 'kata-remote') {
    if (size.kind !== 'asIs' || image !== undefined)
      return fail(l10n.t`Instance types and images apply only to kata-remote, not to ${runtimeClass}.`);
    // With other runtime classes, the same keys have a different meaning. An instance type would be treated as a QEMU
    // machine type.
    return succeed(place.before === 'kata-remote' ? Object.fromEntries(remoteKeys.map((key) => [key, null])) : {});
  }
  const problem = sizeProblem(size, place) ?? imageProblem(image, place.release);
  return problem === undefined
    ? succeed({ ...sizeChanges(size), ...(image === undefined ? {} : { [imageKey]: image }) })
    : fail(problem);
}

/**
 * Returns why an instance type can't be requested. Returns undefined if it can, or if the allowed types are unknown.
 */
export function instanceTypeProblem(
  instanceType: string,
  allowed: AllowedInstanceTypes | undefined,
): string | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(instanceType)) return l10n.t`Invalid instance type "${instanceType}".`;
  if (allowed === undefined || allowed.types.includes(instanceType)) return undefined;
  if (allowed.types.length > 0)
    return l10n.t`peer-pods-cm doesn't allow the instance type ${instanceType}. Allowed types: ${allowed.types.join(', ')}.`;
  if (allowed.default === undefined || allowed.default === instanceType) return undefined;
  return l10n.t`peer-pods-cm doesn't list instance types, so pods can request only the default type ${allowed.default}.`;
}

/** Returns why an image ID is invalid. Returns undefined if it's valid. */
export function imageProblem(image: string | undefined, release: Release): string | undefined {
  if (image === undefined) return undefined;
  if (takesImage(release) === false)
    return l10n.t`In OSC ${release.id}, kata-remote rejects the annotation that selects an image for a pod.`;
  // Azure uses `/subscriptions/.../versions/1.0.0`, AWS uses `ami-...`, and Google Cloud uses `projects/...` or a name.
  return /^[\w./:-]{1,500}$/.test(image)
    ? undefined
    : l10n.t`Invalid image ID. Use only letters, digits, and . / : _ - characters.`;
}

/**
 * Returns why an amount is invalid. vCPUs and memory must be integers of at least 1, because kata-remote ignores other
 * values.
 */
export function amountProblem(amount: number): string | undefined {
  return Number.isSafeInteger(amount) && amount > 0 ? undefined : l10n.t`Enter an integer of at least 1.`;
}

function sizeProblem(size: SandboxSize, { instanceTypes }: SandboxTarget): string | undefined {
  if (size.kind === 'type') return instanceTypeProblem(size.instanceType, instanceTypes);
  if (size.kind !== 'automatic') return undefined;
  const problem = amountProblem(size.vcpus) ?? amountProblem(size.memoryMiB);
  if (problem !== undefined) return l10n.t`Invalid number of vCPUs or amount of memory (MiB). ${problem}`;
  if (instanceTypes?.types.length === 0)
    return l10n.t`peer-pods-cm doesn't list instance types to select from. Add the list first, or use the default type.`;
  return undefined;
}

/**
 * Returns the annotation changes for a size. In OSC 1.11 and later, an instance type takes precedence over amounts, so
 * setting one removes the other to avoid confusion.
 */
function sizeChanges(size: SandboxSize): AnnotationChanges {
  switch (size.kind) {
    case 'asIs':
      return {};
    case 'default':
      return { [machineTypeKey]: null, [vcpusKey]: null, [memoryKey]: null };
    case 'type':
      return { [machineTypeKey]: size.instanceType, [vcpusKey]: null, [memoryKey]: null };
    case 'automatic':
      return { [machineTypeKey]: null, [vcpusKey]: String(size.vcpus), [memoryKey]: String(size.memoryMiB) };
    default:
      return size satisfies never;
  }
}

/** Returns whether the text is a valid DNS subdomain. Source: Kubernetes, "Object Names and IDs". */
function isName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text);
}
