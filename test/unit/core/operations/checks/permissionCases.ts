/** Defines the cases of the preflight checks of permissions. */
import { extensionNames } from '#core/product/namespaces.ts';
import { csv, situationOf } from '#test/support/operations/situations.ts';
import { withAccess, type Case } from './checkSituations.ts';
import { extension } from './operatorCases.ts';

/** Returns the permissions without those that count as unknown if they're denied. */
const withoutEscalation = (allowed: ReadonlyMap<string, boolean>): ReadonlyMap<string, boolean> =>
  new Map([...allowed].filter(([id]) => !id.endsWith(` ${extensionNames.role}`)));

/** The cases of each check, by its ID. */
export const permissionCases: Readonly<Record<string, readonly Case[]>> = {
  'rights-look': [
    ['all permissions are granted', situationOf(), 'pass', /All \d+ granted/],
    [
      'a permission is missing',
      situationOf({}, { access: withAccess('list nodes') }),
      'warn',
      /No permission to list nodes/,
    ],
  ],
  'rights-install': [
    ['all permissions are granted', situationOf(), 'pass', /All \d+ granted/],
    [
      'a permission is missing',
      situationOf({}, { access: withAccess('create namespaces') }),
      'fail',
      /No permission to create namespaces/,
    ],
    [
      'a permission is missing and the operator is installed',
      situationOf({ clusterServiceVersions: [csv()] }, { access: withAccess('create subscriptions') }),
      'warn',
      /No permission to/,
    ],
    [
      'a ClusterExtension exists, so no permission for Subscriptions is necessary',
      situationOf(
        {},
        {
          access: withAccess('create subscriptions'),
          clusterExtension: { found: [extension('False', 'Failed', 'no bundles found')] },
        },
      ),
      'pass',
      /All \d+ granted/,
    ],
    [
      'a ClusterExtension exists, and a permission for OLM v1 is missing',
      situationOf(
        {},
        {
          access: withAccess('create clusterroles'),
          clusterExtension: { found: [extension('False', 'Failed', 'no bundles found')] },
        },
      ),
      'fail',
      /No permission to create clusterroles\.rbac/,
    ],
    [
      'the cluster has OLM v1, and only permissions for Subscriptions are missing',
      situationOf({}, { access: withAccess('create subscriptions') }),
      'pass',
      /^Granted only for OLM v1/,
    ],
    [
      'the cluster has OLM v1, and the user might have all permissions of the ClusterRole',
      situationOf({}, { access: { allowed: withoutEscalation(withAccess('create subscriptions').allowed) } }),
      'unknown',
      /^Might not be sufficient$/,
    ],
    [
      'the user has the permissions for Subscriptions, so escalation is irrelevant',
      situationOf({}, { access: { allowed: withoutEscalation(withAccess().allowed) } }),
      'pass',
      /All \d+ granted/,
    ],
    [
      'the cluster has OLM v1, and permissions for both are missing',
      situationOf(
        { clusterExtensions: [] },
        { access: withAccess('create subscriptions', 'create clusterextensions') },
      ),
      'fail',
      /No permission to create subscriptions\.operators\.coreos\.com in openshift-sandboxed/,
    ],
    [
      'a permission is unknown',
      situationOf({}, { access: { allowed: new Map([['create kataconfigs', true]]) } }),
      'unknown',
      /./,
    ],
  ],
  'rights-configure': [
    ['all permissions are granted', situationOf(), 'pass', /./],
    [
      'two permissions are missing',
      situationOf({}, { access: withAccess('patch nodes', 'patch kataconfigs') }),
      'warn',
      /2 of \d+ permissions missing/,
    ],
  ],
  'rights-uninstall': [
    ['all permissions are granted', situationOf(), 'pass', /./],
    [
      'a permission is missing',
      situationOf({}, { access: withAccess('delete clusterserviceversions') }),
      'warn',
      /No permission to delete/,
    ],
    [
      'OLM v1 installed the operator, so no permission for Subscriptions is necessary',
      situationOf(
        {},
        {
          access: withAccess('delete subscriptions', 'patch subscriptions', 'delete customresourcedefinitions'),
          clusterExtension: { found: [extension('True', 'Succeeded', 'installed')] },
        },
      ),
      'pass',
      /All \d+ granted/,
    ],
    [
      'OLM v1 installed the operator, and the permission to delete its ClusterExtension is missing',
      situationOf(
        {},
        {
          access: withAccess('delete clusterextensions'),
          clusterExtension: { found: [extension('True', 'Succeeded', 'installed')] },
        },
      ),
      'warn',
      /No permission to delete clusterextensions\.olm\.operatorframework\.io/,
    ],
    [
      'no ClusterExtension exists, so the permission to delete one is not necessary',
      situationOf({}, { access: withAccess('delete clusterextensions') }),
      'pass',
      /All \d+ granted/,
    ],
  ],
  'rights-diagnose': [
    ['all permissions are granted', situationOf(), 'pass', /./],
    [
      'a permission is missing',
      situationOf({}, { access: withAccess('create serviceaccounts/token') }),
      'warn',
      /serviceaccounts\/token/,
    ],
  ],
};
