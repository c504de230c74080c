import { bindingOf, operateClusterRole } from '#simulator/api/auth/permissionLevels.ts';
import {
  developer,
  operator,
  tester,
  viewer,
  type Scenario,
  type ScenarioStep,
} from '#simulator/scenarios/engine/scenario.ts';
import { twoWorkersInstalled } from '#simulator/scenarios/clusters/twoWorkersInstalled.ts';
import type { UserInfo } from '#simulator/store/resourceType.ts';

const rbac = 'rbac.authorization.k8s.io';
const [ofDeveloper, ofTester] = ['developer-sandbox', 'tester-sandbox'];

/**
 * Scenario of a user who owns one namespace and can't see anything beyond it. The kubeconfig also has contexts for a
 * user with two namespaces, for one who can only read, and for one who can do everything except collect a must-gather.
 */
export const noPermission: Scenario = {
  ...twoWorkersInstalled,
  name: 'no-permission',
  summary:
    'Two workers with Kata installed. You are a developer who can edit one namespace and has no cluster-wide permissions.',
  user: developer,
  namespace: ofDeveloper,
  otherUsers: [tester, viewer, operator],
  prelude: [
    ...twoWorkersInstalled.prelude,
    createNamespace(ofDeveloper),
    createNamespace(ofTester),
    grant('edit', developer, ofDeveloper),
    grant('view', tester, ofDeveloper),
    grant('edit', tester, ofTester),
    { resource: { group: rbac, plural: 'clusterrolebindings' }, create: bindingOf(viewer.name, 'view') },
    { resource: { group: rbac, plural: 'clusterroles' }, create: operateClusterRole() },
    { resource: { group: rbac, plural: 'clusterrolebindings' }, create: bindingOf(operator.name, 'operate') },
  ],
  steps: [],
};

function createNamespace(name: string): ScenarioStep {
  return {
    resource: { group: '', plural: 'namespaces' },
    create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
  };
}

/** Grants a ClusterRole in one namespace. */
function grant(role: string, { name }: UserInfo, namespace: string): ScenarioStep {
  return {
    resource: { group: rbac, plural: 'rolebindings' },
    create: {
      apiVersion: `${rbac}/v1`,
      kind: 'RoleBinding',
      metadata: { name, namespace },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: role },
      subjects: [{ apiGroup: rbac, kind: 'User', name }],
    },
  };
}
