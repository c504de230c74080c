/**
 * Kubernetes version of the simulated OpenShift. OpenShift 4.14 contains Kubernetes 1.27, and each later minor version
 * the next one. The patch versions are examples.
 */
import { versionNumbers } from '#core/common/versions.ts';
import { getList, getString, type KubeObject } from '../store/kubeObject.ts';

const patches: Readonly<Record<number, number>> = { 14: 16, 20: 5, 21: 1 };

/** Returns the Kubernetes version of an OpenShift version, such as `1.34.1` for `4.21.9`. */
export function kubernetesVersionOf(openShift: string): string {
  const minor = versionNumbers(openShift)?.minor ?? 21;
  return `1.${minor + 13}.${patches[minor] ?? 1}`;
}

/** Returns the Kubernetes minor version of a cluster, such as 34 for Kubernetes 1.34. */
export function getKubernetesMinor(clusterVersion: KubeObject | undefined): number {
  return (versionNumbers(getCompletedVersion(clusterVersion) ?? '')?.minor ?? 21) + 13;
}

/** Returns the OpenShift version that a ClusterVersion reports as installed. */
export function getCompletedVersion(clusterVersion: KubeObject | undefined): string | undefined {
  const completed = getList(clusterVersion, 'status', 'history').find(
    (update) => getString(update, 'state') === 'Completed',
  );
  return getString(completed, 'version');
}

/** Returns the Kubernetes version of a cluster. Without a ClusterVersion, it's that of OpenShift 4.21. */
export function getKubernetesVersion(clusterVersion: KubeObject | undefined): string {
  return kubernetesVersionOf(getCompletedVersion(clusterVersion) ?? '4.21.9');
}
