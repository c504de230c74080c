import { bindingOf, operateClusterRole } from '#simulator/api/auth/permissionLevels.ts';
import { developer, operator, viewer, type Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { twoWorkersInstalled } from '#simulator/scenarios/clusters/twoWorkersInstalled.ts';

const rbac = 'rbac.authorization.k8s.io';
const metadata = { name: 'developer', namespace: 'developer-sandbox' };

/**
 * Scenario of a user who owns one namespace and can't see anything beyond it. The kubeconfig also has contexts for a
 * user who can only read, and for one who can do everything except collect a must-gather.
 */
export const noPermission: Scenario = {
  ...twoWorkersInstalled,
  name: 'no-permission',
  summary:
    'Two workers with Kata installed. You are a developer who can edit one namespace and has no cluster-wide permissions.',
  user: developer,
  namespace: metadata.namespace,
  otherUsers: [viewer, operator],
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
    { resource: { group: rbac, plural: 'clusterrolebindings' }, create: bindingOf(viewer.name, 'view') },
    { resource: { group: rbac, plural: 'clusterroles' }, create: operateClusterRole() },
    { resource: { group: rbac, plural: 'clusterrolebindings' }, create: bindingOf(operator.name, 'operate') },
  ],
  steps: [],
};
