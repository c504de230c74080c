/**
 * Lists the objects that must not exist before a runbook installs the operator, because each version of OLM would
 * install it a second time. Sources: openshift/sandboxed-containers-operator@24f3950d docs/olm/MIGRATION.md;
 * notes/cluster.md 5.1.
 */
import { extensionNames, documentedSubscription as documented, operatorNamespace } from '#core/product/namespaces.ts';
import { createCollectionReference } from '../changes/references.ts';
import type { RunbookConflict } from './runbook.ts';
import { ourSubscriptions } from './runbookSteps.ts';

const ourExtensions = {
  object: createCollectionReference('clusterExtensions'),
  where: `@.spec.source.catalog.packageName=="${documented.package}"`,
} as const;

const uninstallFirst =
  'run a script that uninstalls Kata and the operator first (osc-tools runbook uninstall > uninstall.sh).';

/** Returns the conflicts of an installation with a Subscription. */
export function listSubscriptionConflicts(): readonly RunbookConflict[] {
  return [
    {
      ...ourExtensions,
      words: 'ClusterExtension for the operator',
      problem: `A ClusterExtension (OLM v1) already installs the operator. A Subscription would install the operator a second time. Keep the ClusterExtension, or ${uninstallFirst}`,
    },
  ];
}

/** Returns the conflicts of an installation with a ClusterExtension. */
export function listExtensionConflicts(): readonly RunbookConflict[] {
  const { namespace: _all, ...subscriptions } = ourSubscriptions.object;
  const consequence = `A ClusterExtension would install the operator a second time, and OLM has no in-place move from v0 to v1. Keep the current installation, or ${uninstallFirst}`;
  return [
    {
      object: subscriptions,
      inAllNamespaces: true,
      where: ourSubscriptions.where,
      words: 'Subscription for the operator',
      problem: `A Subscription (OLM v0) already installs the operator. ${consequence} That script removes only a Subscription in ${operatorNamespace}. If the Subscription is in another namespace, delete it and its ClusterServiceVersion there.`,
    },
    {
      object: createCollectionReference('clusterServiceVersions'),
      prefix: documented.startingCsvPrefix,
      words: 'ClusterServiceVersion of the operator',
      problem: `The ClusterServiceVersion of the operator exists, so OLM v0 already installed it. ${consequence}`,
    },
    {
      ...ourExtensions,
      except: extensionNames.extension,
      words: `ClusterExtension for the operator with a name other than ${extensionNames.extension}`,
      problem: `Another ClusterExtension already installs the operator. OLM v1 can install its CRDs only once. Keep that ClusterExtension, or ${uninstallFirst}`,
      absent:
        "The cluster doesn't have OLM v1, because it has no ClusterExtension CRD. Install the operator with a Subscription instead (osc-tools runbook install > install.sh).",
    },
  ];
}
