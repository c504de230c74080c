/**
 * The fields of Kubernetes and OpenShift kinds, such as Deployment, that users write. The language server loads them
 * with the first object whose fields it checks.
 */
import { KubernetesTables, type KubernetesObjectType } from './decodeTables.ts';
import { findSandboxType } from './agentSandboxTypes.ts';
import encoded from './tables.json' with { type: 'json' };

export type {
  KubernetesField,
  KubernetesScalar,
  KubernetesType,
  KubernetesValue,
  KubernetesVersions,
} from './decodeTables.ts';

/** The oldest and the newest Kubernetes minor version that the tables cover. */
export const coveredMinors = { oldest: 27, newest: 36 } as const;

const tables = new KubernetesTables(encoded);

/**
 * Returns the fields of a kind.
 * @param apiVersion as in manifests, such as `apps/v1`
 * @returns undefined if the tables don't contain the kind
 */
export function findKubernetesKind(apiVersion: string, kind: string): KubernetesObjectType | undefined {
  return tables.findKind(apiVersion, kind) ?? findSandboxType(apiVersion, kind, (name) => tables.findType(name));
}
