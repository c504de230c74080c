/**
 * Creates a context from the service account of the pod that the extension runs in, as in Dev Spaces. Source for files
 * and variables: kubernetes/website@main content/en/docs/tasks/run-application/access-api-from-pod.md.
 */
import path from 'node:path';
import { isIPv6 } from 'node:net';
import { readFileWithLimit } from '../readFileWithLimit.ts';
import { parseUrl } from '../parseUrl.ts';
import { ClusterContext } from './clusterContext.ts';

/**
 * Returns the in-cluster context. Returns undefined if the extension doesn't run in a pod.
 * @param folder mount folder of the service account files; tests pass their own
 */
export async function inClusterContext(
  env: Readonly<Record<string, string | undefined>>,
  folder = '/var/run/secrets/kubernetes.io/serviceaccount',
): Promise<ClusterContext | undefined> {
  const host = env['KUBERNETES_SERVICE_HOST'] ?? '';
  const port = env['KUBERNETES_SERVICE_PORT'] ?? '';
  if (host === '' || port === '') return undefined;
  const tokenFile = path.join(folder, 'token');
  const ca = path.join(folder, 'ca.crt');
  const [token, namespace] = await Promise.all([
    readFileWithLimit(tokenFile, 1_000_000),
    readFileWithLimit(path.join(folder, 'namespace'), 10_000),
  ]);
  if (!token.ok) return undefined;
  const server = `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  if (parseUrl(server) === undefined) return undefined;
  const shown = { name: 'in-cluster', cluster: 'in-cluster', server, user: 'service account', problems: [] };
  return new ClusterContext(
    { ...shown, ...(namespace.ok ? { namespace: namespace.value.toString('utf8').trim() } : {}) },
    {
      cluster: { name: 'in-cluster', server, ca: { file: ca }, skipTlsVerify: false },
      user: { name: 'service account', tokenFile },
    },
  );
}
