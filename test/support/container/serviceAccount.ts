/** Writes the files that a pod on a simulated cluster has for its service account. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getList, getString } from '#core/common/json.ts';
import type { Simulation } from '#simulator/main.ts';

/**
 * Writes the files. The service account has the permissions of the user of the kubeconfig.
 * @param folder its parent folders must be readable for everyone
 * @returns the environment variables that Kubernetes sets in each container
 */
export function writeServiceAccount(
  { kubeconfig }: Pick<Simulation, 'kubeconfig'>,
  folder: string,
): Readonly<Record<'KUBERNETES_SERVICE_HOST' | 'KUBERNETES_SERVICE_PORT', string>> {
  const value: unknown = JSON.parse(kubeconfig);
  const [cluster] = getList(value, 'clusters') ?? [];
  const [user] = getList(value, 'users') ?? [];
  const files = {
    token: getString(user, 'user', 'token') ?? '',
    'ca.crt': Buffer.from(getString(cluster, 'cluster', 'certificate-authority-data') ?? '', 'base64'),
    namespace: 'payments',
  };
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  const { hostname, port } = new URL(getString(cluster, 'cluster', 'server') ?? '');
  return { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
}
