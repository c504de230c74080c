import { developer, type Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { twoWorkersInstalled } from '#simulator/scenarios/clusters/twoWorkersInstalled.ts';

const rbac = 'rbac.authorization.k8s.io';
const metadata = { name: 'developer', namespace: 'developer-sandbox' };

/** Somebody who owns one namespace, and may not look beyond it. */
export const noPermission: Scenario = {
  ...twoWorkersInstalled,
  name: 'no-permission',
  summary: 'Two workers with kata; you are a developer who may edit one namespace and see nothing of the cluster',
  user: developer,
  prelude: [
    ...twoWorkersInstalled.prelude,
    {
      resource: { group: '', plural: 'namespaces' },
      create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: metadata.namespace } },
    },
    {
      resource: { group: rbac, plural: 'rolebindings' },
      create: {
        apiVersion: `${rbac}/v1`,
        kind: 'RoleBinding',
        metadata,
        roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'edit' },
        subjects: [{ apiGroup: rbac, kind: 'User', name: developer.name }],
      },
    },
  ],
  steps: [],
};
