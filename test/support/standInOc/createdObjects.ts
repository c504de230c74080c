/**
 * Creates what a must-gather creates on a cluster: a namespace and a binding to cluster-admin that the namespace owns,
 * or only a pod.
 */
import { readFileSync } from 'node:fs';
import https from 'node:https';
import process from 'node:process';
import { parse } from 'yaml';
import { getList, getString, getValue } from '#core/common/json.ts';

export interface Made {
  /** @param afterFirst called after the first object is deleted, if there are several */
  remove(afterFirst?: () => Promise<void>): Promise<void>;
}

export async function onCluster(args: readonly string[], suffix: string): Promise<Made> {
  const ask = asker(args);
  const space = `openshift-must-gather-${suffix}`;
  const namespace = await ask('POST', '/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: space, annotations: { 'oc.openshift.io/command': 'oc adm must-gather' } },
  });
  const bindings = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';
  const uid = getString(namespace, 'metadata', 'uid') ?? '';
  await ask('POST', bindings, {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: {
      name: `must-gather-${suffix}`,
      annotations: { 'oc.openshift.io/command': 'oc adm must-gather' },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Namespace', name: space, uid }],
    },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: space }],
  });
  return {
    async remove(afterFirst) {
      await ask('DELETE', `/api/v1/namespaces/${space}`);
      await afterFirst?.();
      await ask('DELETE', `${bindings}/must-gather-${suffix}`);
    },
  };
}

/** Creates only a pod in an existing namespace, as a must-gather does with `--run-namespace`. */
export async function podOnCluster(args: readonly string[], namespace: string, suffix: string): Promise<Made> {
  const ask = asker(args);
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  await ask('POST', pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `must-gather-${suffix}`, labels: { app: 'must-gather' } },
    spec: { containers: [{ name: 'gather', image: 'quay.io/x/y:1' }], restartPolicy: 'Never' },
  });
  return {
    async remove() {
      await ask('DELETE', `${pods}/must-gather-${suffix}`);
    },
  };
}

type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

/**
 * Returns a function that sends requests to the cluster of the kubeconfig. Supports the simulator's kubeconfig, with a
 * CA and a token.
 */
function asker(args: readonly string[]): Ask {
  const option = (name: string): string =>
    args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';
  const kubeconfig: unknown = parse(readFileSync(option('kubeconfig') || (process.env['KUBECONFIG'] ?? ''), 'utf8'));
  const named = (list: string, name: string | undefined, field: string): unknown =>
    getValue(
      getList(kubeconfig, list).find((one) => getString(one, 'name') === name),
      field,
    );
  const context = named('contexts', option('context'), 'context');
  const cluster = named('clusters', getString(context, 'cluster'), 'cluster');
  const user = named('users', getString(context, 'user'), 'user');
  const ca = Buffer.from(getString(cluster, 'certificate-authority-data') ?? '', 'base64');
  const server = getString(cluster, 'server') ?? '';
  const headers = { authorization: `Bearer ${getString(user, 'token') ?? ''}`, 'content-type': 'application/json' };
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const request = https.request(`${server}${path}`, { method, ca, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve(JSON.parse(text)));
      });
      request.on('error', reject);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
}
