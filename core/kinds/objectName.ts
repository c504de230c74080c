/**
 * Validates the names of objects as the API server does. Source: kubernetes/kubernetes
 * staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go (IsDNS1123Label, IsDNS1123Subdomain).
 */
import * as l10n from '@vscode/l10n';

const label = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const maxName = 253;
const maxLabel = 63;

/**
 * The maximum for a CronJob, whose Jobs have longer names. Source: kubernetes/kubernetes@3989b185
 * pkg/apis/batch/validation/validation.go.
 */
const maxCronJob = 52;

/** Kinds whose names are DNS labels. */
const labelKinds: ReadonlySet<string> = new Set(['Namespace', 'Service']);

/**
 * Kinds whose names can contain any character that a path can, such as `system:node`. Source for
 * PodDisruptionBudgets, whose names no function validates: kubernetes/kubernetes@01aa0f3f
 * pkg/apis/policy/validation/validation.go. kube-apiserver 1.20.2 accepts such a name.
 */
const pathKinds: ReadonlySet<string> = new Set([
  'ClusterRole',
  'ClusterRoleBinding',
  'PodDisruptionBudget',
  'Role',
  'RoleBinding',
]);

function pathProblem(name: string): string | undefined {
  if (name === '.' || name === '..') return l10n.t`it can't be "." or ".."`;
  return /[/%]/.test(name) ? l10n.t`it can't contain "/" or "%"` : undefined;
}

/**
 * Describes why the name of an object is invalid. Returns undefined if it's valid. Most names are DNS subdomains, and
 * those of a Namespace and a Service are DNS labels.
 */
export function objectNameProblem(name: string, kind: string): string | undefined {
  if (pathKinds.has(kind)) return pathProblem(name);
  const isLabel = labelKinds.has(kind);
  const max = kind === 'CronJob' ? maxCronJob : isLabel ? maxLabel : maxName;
  if (name.length > max) return l10n.t`it is longer than ${max} characters`;
  if (isLabel)
    return label.test(name)
      ? undefined
      : l10n.t`it can contain only lowercase letters, digits, and "-", and must start and end with a letter or digit`;
  return name.split('.').every((part) => label.test(part))
    ? undefined
    : l10n.t`it can contain only lowercase letters, digits, "-", and ".", and must start and end with a letter or digit`;
}

/** Returns the valid name that is closest to an invalid one. Returns undefined if there is none. */
export function repairObjectName(name: string, kind: string): string | undefined {
  const written = name
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]+/g, '-');
  return objectNameProblem(written, kind) === undefined ? written : undefined;
}
