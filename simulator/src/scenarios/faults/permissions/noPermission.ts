import { developer, type Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { twoWorkersInstalled } from '#simulator/scenarios/clusters/twoWorkersInstalled.ts';

const rbac = 'rbac.authorization.k8s.io';
const metadata = { name: 'developer', namespace: 'developer-sandbox' };

/** Scenario of a user who owns one namespace and can't see anything beyond it. */
export const noPermission: Scenario = {
  ...twoWorkersInstalled,
  name: 'no-permission',
  summary:
    'Two workers with Kata installed. You are a developer who can edit one namespace and has no cluster-wide permissions.',
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
