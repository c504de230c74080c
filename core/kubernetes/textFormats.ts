/**
 * The formats of strings in pods and workloads that the API server checks. Sources: kubernetes/kubernetes@a7264f95
 * pkg/apis/core/validation/validation.go, @03014f48
 * staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go, and distribution/reference@a3fb7846 reference.go
 * for images.
 */
import * as l10n from '@vscode/l10n';
import { findScheduleProblem } from './cronSchedule.ts';

/** Returns why a string isn't valid, as a clause after "because". Returns undefined if it's valid. */
type Check = (text: string) => string | undefined;

const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/** Checks the name of a container or volume, or a host name: at most 63 characters, without dots. */
function checkLabel(text: string): string | undefined {
  if (text.length > 63) return l10n.t`it is longer than ${63} characters`;
  return label.test(text)
    ? undefined
    : l10n.t`it can contain only lowercase letters, digits, and "-", and must start and end with a letter or digit`;
}

/** Checks a host name. An empty string is the same as no host name. */
function checkOptionalLabel(text: string): string | undefined {
  return text === '' ? undefined : checkLabel(text);
}

/** Checks the name of a port: at most 15 characters, with a letter. Source: IsValidPortName. */
function checkPortName(text: string): string | undefined {
  if (text === '') return undefined;
  if (text.length > 15) return l10n.t`it is longer than ${15} characters`;
  if (!label.test(text) || text.includes('--'))
    return l10n.t`it can contain only lowercase letters, digits, and "-", and must start and end with a letter or digit`;
  return /[a-z]/.test(text) ? undefined : l10n.t`it must contain a letter`;
}

/**
 * Checks the name of an environment variable. Kubernetes 1.32 and later accept all printable characters except `=`.
 */
function checkVariableName(text: string): string | undefined {
  if (text === '') return l10n.t`it is empty`;
  return text.includes('=') ? l10n.t`it can't contain "="` : undefined;
}

/** Checks a path on a node or in a volume. */
function checkPath(text: string): string | undefined {
  return text.split('/').includes('..') ? l10n.t`it can't contain ".."` : undefined;
}

function checkRelativePath(text: string): string | undefined {
  return text.startsWith('/') ? l10n.t`it must be a relative path` : checkPath(text);
}

const podFields: ReadonlySet<string> = new Set([
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'metadata.labels',
  'metadata.annotations',
  'spec.nodeName',
  // An old name of `spec.nodeName`.
  'spec.host',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]);

/** Checks the field of a pod that a variable or a file contains. */
function checkPodField(text: string): string | undefined {
  return podFields.has(text) || /^metadata\.(?:labels|annotations)\['[^']+'\]$/.test(text)
    ? undefined
    : l10n.t`variables and files can't contain this field of the pod`;
}

/** Checks the resource that a variable or a file contains. */
function checkResourceField(text: string): string | undefined {
  return /^(?:limits|requests)\.(?:cpu|memory|ephemeral-storage|hugepages-.+)$/.test(text)
    ? undefined
    : l10n.t`variables and files can't contain this resource`;
}

/** Checks the name of a Service port, which can have up to 63 characters, unlike that of a container port. */
function checkServicePortName(text: string): string | undefined {
  return text === '' ? undefined : checkLabel(text);
}

/** Checks a number of pods as a percentage. */
function checkPercentage(text: string): string | undefined {
  if (!/^\d+%$/.test(text)) return l10n.t`a string must be a percentage, such as 25%`;
  return Number.parseInt(text, 10) > 100 ? l10n.t`a percentage can't be above 100%` : undefined;
}

/** Checks a percentage without a maximum, such as the number of additional pods. */
function checkSurge(text: string): string | undefined {
  return /^\d+%$/.test(text) ? undefined : l10n.t`a string must be a percentage, such as 25%`;
}

/** Checks the medium of an emptyDir volume. The API server accepts any string, but the kubelet might reject it. */
function checkMedium(text: string): string | undefined {
  return ['', 'Memory', 'HugePages'].includes(text) || /^HugePages-\d+(?:[KMG]i)?$/.test(text)
    ? undefined
    : l10n.t`only Memory and HugePages are supported`;
}

const imageDomain = String.raw`(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?`;
const imagePath = String.raw`[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*`;
const image = new RegExp(
  String.raw`^(?:${imageDomain}/)?${imagePath}(?:/${imagePath})*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
);

/**
 * Checks an image reference. The API server accepts any string that doesn't start or end with a space, but the kubelet
 * can't pull the image.
 */
function checkImage(text: string): string | undefined {
  // `ko resolve` replaces the name of a Go package.
  if (text === '' || text.length > 500 || text.startsWith('ko://')) return undefined;
  if (text.trim() !== text) return l10n.t`it starts or ends with a space`;
  const [, algorithm, digits] = /@([^:@/]*):([^:@/]*)$/.exec(text) ?? [];
  if (algorithm === 'sha256' && digits?.length !== 64) return l10n.t`a sha256 digest has 64 hexadecimal digits`;
  if (algorithm !== undefined && !['sha256', 'sha384', 'sha512'].includes(algorithm))
    return l10n.t`its digest algorithm is unknown`;
  return image.test(text) ? undefined : l10n.t`it isn't an image reference`;
}

const dateTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Dates and times. Source: RFC 3339. */
function checkTime(text: string): string | undefined {
  return dateTime.test(text)
    ? undefined
    : l10n.t`it isn't a date and time with a time zone, such as ${'2026-12-31T23:59:59Z'}`;
}

const checks: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  'core.v1.Container': { name: checkLabel, image: checkImage },
  'core.v1.EphemeralContainer': { name: checkLabel, image: checkImage },
  'core.v1.ContainerPort': { name: checkPortName },
  'core.v1.Volume': { name: checkLabel },
  'core.v1.EnvVar': { name: checkVariableName },
  'core.v1.PodSpec': { hostname: checkOptionalLabel, subdomain: checkOptionalLabel },
  'core.v1.VolumeMount': { subPath: checkRelativePath },
  'core.v1.KeyToPath': { path: checkRelativePath },
  'core.v1.DownwardAPIVolumeFile': { path: checkRelativePath },
  'core.v1.HostPathVolumeSource': { path: checkPath },
  'core.v1.ObjectFieldSelector': { fieldPath: checkPodField },
  'core.v1.ResourceFieldSelector': { resource: checkResourceField },
  'core.v1.EmptyDirVolumeSource': { medium: checkMedium },
  'core.v1.HTTPGetAction': { port: checkPortName },
  'core.v1.TCPSocketAction': { port: checkPortName },
  'core.v1.ServicePort': { name: checkServicePortName, targetPort: checkPortName },
  'apps.v1.RollingUpdateDeployment': { maxUnavailable: checkPercentage, maxSurge: checkSurge },
  'apps.v1.RollingUpdateDaemonSet': { maxUnavailable: checkPercentage, maxSurge: checkPercentage },
  'policy.v1.PodDisruptionBudgetSpec': { minAvailable: checkPercentage, maxUnavailable: checkPercentage },
  'agents.Lifecycle': { shutdownTime: checkTime },
  'agents.SandboxSpec': { shutdownTime: checkTime },
  'agents.OldSandboxSpec': { shutdownTime: checkTime },
  'batch.v1.CronJobSpec': { schedule: findScheduleProblem },
};

/** Fields whose values the API server accepts, so that only the kubelet reports the problem. */
const onlyKubelet: ReadonlySet<string> = new Set(['image', 'medium']);

/** A problem with the text of a field. */
export interface TextProblem {
  /** A clause after "because". */
  readonly reason: string;
  /** True if the API server accepts the object, but the kubelet doesn't start the container. */
  readonly isOnlyKubelet: boolean;
}

function findCheck(owner: string, field: string): Check | undefined {
  const fields = Object.hasOwn(checks, owner) ? checks[owner] : undefined;
  return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/** Returns whether strings in a field must have a certain form. The parameters are those of `findTextProblem`. */
export function hasTextFormat(owner: string, field: string): boolean {
  return findCheck(owner, field) !== undefined;
}

/**
 * Checks the string in a field.
 * @param owner the type with the field, such as `core.v1.Container`
 */
export function findTextProblem(owner: string, field: string, text: string): TextProblem | undefined {
  const reason = findCheck(owner, field)?.(text);
  if (reason === undefined) return undefined;
  return { reason, isOnlyKubelet: onlyKubelet.has(field) && text.trim() === text };
}
