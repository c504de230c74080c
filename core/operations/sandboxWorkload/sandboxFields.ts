/**
 * What is written into a pod, or the template of one, so that kata runs it: the runtime class, and for kata-remote the
 * size and image of its virtual machine. Sources: OSC 1.12 §3.7, §3.8; domain/03-pod-annotations.md; the notes at each
 * annotation.
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
/** What decides the size and image of a pod VM here. */
const remoteKeys: readonly string[] = [machineTypeKey, vcpusKey, memoryKey, imageKey];

/** How large the virtual machine of a peer pod is to be. */
export type SandboxSize =
  /** As it is: nothing is written or taken out. */
  | { readonly kind: 'asIs' }
  /** The default instance type of the cluster: what asks for another is taken out. */
  | { readonly kind: 'default' }
  | { readonly kind: 'type'; readonly instanceType: string }
  /** The smallest instance type that is allowed and has that much. */
  | { readonly kind: 'automatic'; readonly vcpus: number; readonly memoryMiB: number };

/** What somebody wants of a workload. */
export interface SandboxWish {
  readonly runtimeClass: string;
  readonly size: SandboxSize;
  /** The pod VM image in place of that of the cluster, by its id in the cloud. */
  readonly image?: string;
}

/** What is known of where it is to run. */
export interface SandboxPlace {
  readonly release: Release;
  /** Undefined: the file does not say. */
  readonly namespace?: string;
  /** The runtime class that it has now. */
  readonly before?: string;
  /** What peer-pods-cm allows; undefined: not known. */
  readonly instanceTypes?: AllowedInstanceTypes;
}

/** What peer-pods-cm allows. */
export interface AllowedInstanceTypes {
  /** Empty: only the default is. */
  readonly types: readonly string[];
  readonly default?: string;
}

/** A runtime class to choose. */
export interface OfferedClass {
  readonly name: string;
  readonly summary: string;
  readonly needs: string;
}

/** Annotations by key; null: it is taken out. */
export type AnnotationChanges = Readonly<Record<string, string | null>>;

/** Those of the cluster that run kata where they are known, those of the release otherwise. */
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

/** Why nothing may run with this runtime class in this namespace; undefined: it may, or the namespace is not known. */
export function namespaceRefusal(runtimeClass: string, namespace: string | undefined): string | undefined {
  if (namespace === operatorNamespace) {
    return l10n.t`${operatorNamespace} is the operator namespace. Don't run workloads in it. Select another namespace.`;
  }
  if (runtimeClass === 'kata-remote' && namespace !== undefined && webhookExcludedNamespaces.has(namespace)) {
    return l10n.t`The peer pods webhook excludes the namespace ${namespace}, so no pod VM would be created for the pod. Select another namespace.`;
  }
  return undefined;
}

/** Whether this release takes an own image of the pod on kata-remote; `unknown`: sources before and after it differ. */
export function takesImage(release: Release): boolean | 'unknown' {
  const verdict = getRemoteVerdict(imageKey, release);
  return verdict === 'unknown' ? 'unknown' : verdict === 'accepted';
}

/** What changes in the annotations of the pod; the error says why it cannot be done, with the next step. */
export function sandboxAnnotations(
  { runtimeClass, size, image }: SandboxWish,
  place: SandboxPlace,
): Result<AnnotationChanges, string> {
  const refusal = namespaceRefusal(runtimeClass, place.namespace);
  if (refusal !== undefined) return fail(refusal);
  if (!isName(runtimeClass)) return fail(l10n.t`Invalid runtime class name "${runtimeClass}".`);
  if (runtimeClass !== 'kata-remote') {
    if (size.kind !== 'asIs' || image !== undefined)
      return fail(l10n.t`Instance types and images apply only to kata-remote, not to ${runtimeClass}.`);
    // There, the same keys mean another thing: an instance type would be taken for a machine of QEMU.
    return succeed(place.before === 'kata-remote' ? Object.fromEntries(remoteKeys.map((key) => [key, null])) : {});
  }
  const problem = sizeProblem(size, place) ?? imageProblem(image, place.release);
  return problem === undefined
    ? succeed({ ...sizeChanges(size), ...(image === undefined ? {} : { [imageKey]: image }) })
    : fail(problem);
}

/** Why an instance type cannot be asked for; undefined: it can, or what is allowed is not known. */
export function instanceTypeProblem(
  instanceType: string,
  allowed: AllowedInstanceTypes | undefined,
): string | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(instanceType)) return l10n.t`Invalid instance type "${instanceType}".`;
  if (allowed === undefined || allowed.types.includes(instanceType)) return undefined;
  if (allowed.types.length > 0)
    return l10n.t`peer-pods-cm doesn't allow the instance type ${instanceType}. Allowed types: ${allowed.types.join(', ')}.`;
  if (allowed.default === undefined || allowed.default === instanceType) return undefined;
  return l10n.t`peer-pods-cm doesn't list instance types, so pods can request only its default ${allowed.default}.`;
}

/** Why this cannot be the id of an image. */
export function imageProblem(image: string | undefined, release: Release): string | undefined {
  if (image === undefined) return undefined;
  if (takesImage(release) === false)
    return l10n.t`OSC ${release.id} doesn't enable the annotation for a pod-specific image, so kata-remote rejects it.`;
  // `/subscriptions/…/versions/1.0.0` on Azure, `ami-…` on AWS, `projects/…` or a name on Google Cloud.
  return /^[\w./:-]{1,500}$/.test(image)
    ? undefined
    : l10n.t`Invalid image ID. Use only letters, digits, and . / : _ - characters.`;
}

/** Why this is no amount: both are whole numbers of at least 1, anything else counts as nothing on kata-remote. */
export function amountProblem(amount: number): string | undefined {
  return Number.isSafeInteger(amount) && amount > 0 ? undefined : l10n.t`Enter an integer of at least 1.`;
}

function sizeProblem(size: SandboxSize, { instanceTypes }: SandboxPlace): string | undefined {
  if (size.kind === 'type') return instanceTypeProblem(size.instanceType, instanceTypes);
  if (size.kind !== 'automatic') return undefined;
  const problem = amountProblem(size.vcpus) ?? amountProblem(size.memoryMiB);
  if (problem !== undefined) return l10n.t`vCPUs and memory in MiB: ${problem}`;
  if (instanceTypes?.types.length === 0)
    return l10n.t`peer-pods-cm doesn't list instance types to select from. Add the list first, or use the default type.`;
  return undefined;
}

/**
 * An instance type wins over amounts from OSC 1.11 on, and nobody should have to know it: one takes the place of the
 * other.
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

/** A DNS subdomain. Source: Kubernetes, "Object Names and IDs". */
function isName(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text);
}
