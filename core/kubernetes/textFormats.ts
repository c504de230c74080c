/**
 * The formats of strings in pods and workloads that the API server checks. Sources: kubernetes/kubernetes@a7264f95
 * pkg/apis/core/validation/validation.go, @03014f48
 * staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go, and distribution/reference@a3fb7846 reference.go
 * for images.
 */
import * as l10n from '@vscode/l10n';
import { findScheduleProblem } from './cronSchedule.ts';

/** Returns why a text isn't valid, as a clause after "because". Returns undefined if it's valid. */
type Check = (text: string) => string | undefined;

const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Names of containers, volumes, and host names: at most 63 characters, without dots. */
function labelProblem(text: string): string | undefined {
  if (text.length > 63) return l10n.t`it is longer than ${63} characters`;
  return label.test(text)
    ? undefined
    : l10n.t`it can contain only lowercase letters, digits, and "-", and must start and end with a letter or digit`;
}

/** Host names: an empty text is the same as none. */
function optionalLabelProblem(text: string): string | undefined {
  return text === '' ? undefined : labelProblem(text);
}

/** Names of ports: at most 15 characters, with a letter. Source: IsValidPortName. */
function portNameProblem(text: string): string | undefined {
  if (text === '') return undefined;
  if (text.length > 15) return l10n.t`it is longer than ${15} characters`;
  if (!label.test(text) || text.includes('--'))
    return l10n.t`it can contain only lowercase letters, digits, and "-", and must start and end with a letter or digit`;
  return /[a-z]/.test(text) ? undefined : l10n.t`it must contain a letter`;
}

/** Names of environment variables. Kubernetes 1.32 and later accept all printable characters except `=`. */
function variableNameProblem(text: string): string | undefined {
  if (text === '') return l10n.t`it is empty`;
  return text.includes('=') ? l10n.t`it can't contain "="` : undefined;
}

/** Paths on a node or in a volume. */
function pathProblem(text: string): string | undefined {
  return text.split('/').includes('..') ? l10n.t`it can't contain ".."` : undefined;
}

function relativePathProblem(text: string): string | undefined {
  return text.startsWith('/') ? l10n.t`it must be a relative path` : pathProblem(text);
}

const podFields: ReadonlySet<string> = new Set([
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'metadata.labels',
  'metadata.annotations',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]);

/** Fields of a pod that variables and files can contain. */
function podFieldProblem(text: string): string | undefined {
  return podFields.has(text) || /^metadata\.(?:labels|annotations)\['[^']+'\]$/.test(text)
    ? undefined
    : l10n.t`variables and files can't contain this field of the pod`;
}

/** Resources that variables and files can contain. */
function resourceFieldProblem(text: string): string | undefined {
  return /^(?:limits|requests)\.(?:cpu|memory|ephemeral-storage|hugepages-.+)$/.test(text)
    ? undefined
    : l10n.t`variables and files can't contain this resource`;
}

/** Names of the ports of a Service: as those of containers, but up to 63 characters. */
function servicePortNameProblem(text: string): string | undefined {
  return text === '' ? undefined : labelProblem(text);
}

/** Numbers of pods that can also be a percentage. */
function percentageProblem(text: string): string | undefined {
  if (!/^\d+%$/.test(text)) return l10n.t`a string must be a percentage, such as 25%`;
  return Number.parseInt(text, 10) > 100 ? l10n.t`a percentage can't be above 100%` : undefined;
}

/** Percentages without a maximum, such as the number of additional pods. */
function surgeProblem(text: string): string | undefined {
  return /^\d+%$/.test(text) ? undefined : l10n.t`a string must be a percentage, such as 25%`;
}

/** Media of an emptyDir volume. The API server accepts any text, but the kubelet doesn't start the pod. */
function mediumProblem(text: string): string | undefined {
  return ['', 'Memory', 'HugePages'].includes(text) || /^HugePages-\d+(?:[KMG]i)?$/.test(text)
    ? undefined
    : l10n.t`only Memory and HugePages are known`;
}

const imageDomain = String.raw`(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?`;
const imagePath = String.raw`[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*`;
const image = new RegExp(
  String.raw`^(?:${imageDomain}/)?${imagePath}(?:/${imagePath})*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
);

/**
 * Image references. The API server accepts any text without spaces at its ends, but the kubelet can't pull the image.
 */
function imageProblem(text: string): string | undefined {
  // `ko resolve` replaces the name of a Go package.
  if (text === '' || text.length > 500 || text.startsWith('ko://')) return undefined;
  if (text.trim() !== text) return l10n.t`it starts or ends with a space`;
  const [, algorithm, digits] = /@([^:@/]*):([^:@/]*)$/.exec(text) ?? [];
  if (algorithm === 'sha256' && digits?.length !== 64) return l10n.t`a sha256 digest has 64 hexadecimal digits`;
  if (algorithm !== undefined && !['sha256', 'sha384', 'sha512'].includes(algorithm))
    return l10n.t`its digest algorithm is unknown`;
  return image.test(text) ? undefined : l10n.t`it isn't an image reference`;
}

const checks: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  'core.v1.Container': { name: labelProblem, image: imageProblem },
  'core.v1.EphemeralContainer': { name: labelProblem, image: imageProblem },
  'core.v1.ContainerPort': { name: portNameProblem },
  'core.v1.Volume': { name: labelProblem },
  'core.v1.EnvVar': { name: variableNameProblem },
  'core.v1.PodSpec': { hostname: optionalLabelProblem, subdomain: optionalLabelProblem },
  'core.v1.VolumeMount': { subPath: relativePathProblem },
  'core.v1.KeyToPath': { path: relativePathProblem },
  'core.v1.DownwardAPIVolumeFile': { path: relativePathProblem },
  'core.v1.HostPathVolumeSource': { path: pathProblem },
  'core.v1.ObjectFieldSelector': { fieldPath: podFieldProblem },
  'core.v1.ResourceFieldSelector': { resource: resourceFieldProblem },
  'core.v1.EmptyDirVolumeSource': { medium: mediumProblem },
  'core.v1.HTTPGetAction': { port: portNameProblem },
  'core.v1.TCPSocketAction': { port: portNameProblem },
  'core.v1.ServicePort': { name: servicePortNameProblem, targetPort: portNameProblem },
  'apps.v1.RollingUpdateDeployment': { maxUnavailable: percentageProblem, maxSurge: surgeProblem },
  'apps.v1.RollingUpdateDaemonSet': { maxUnavailable: percentageProblem, maxSurge: percentageProblem },
  'policy.v1.PodDisruptionBudgetSpec': { minAvailable: percentageProblem, maxUnavailable: percentageProblem },
  'batch.v1.CronJobSpec': { schedule: findScheduleProblem },
};

/** Fields whose values the API server accepts, so that only the kubelet reports the problem. */
const onlyKubelet: ReadonlySet<string> = new Set(['image', 'medium']);

/** A problem with the text of a field. */
export interface TextProblem {
  /** A clause after "because". */
  readonly reason: string;
  /** Whether the API server accepts the object, and the kubelet doesn't start the container. */
  readonly isOnlyKubelet: boolean;
}

function findCheck(owner: string, field: string): Check | undefined {
  const fields = Object.hasOwn(checks, owner) ? checks[owner] : undefined;
  return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/** Returns whether the texts of a field must have a form. The parameters are those of `findTextProblem`. */
export function hasTextFormat(owner: string, field: string): boolean {
  return findCheck(owner, field) !== undefined;
}

/**
 * Checks the text of a field.
 * @param owner the type with the field, such as `core.v1.Container`
 */
export function findTextProblem(owner: string, field: string, text: string): TextProblem | undefined {
  const reason = findCheck(owner, field)?.(text);
  if (reason === undefined) return undefined;
  return { reason, isOnlyKubelet: onlyKubelet.has(field) && text.trim() === text };
}
