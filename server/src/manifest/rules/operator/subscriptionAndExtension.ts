import * as l10n from '@vscode/l10n';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { defineRule } from '#server/engine/findings/rule.ts';
import { findYamlNode } from '#server/engine/yaml/node.ts';
import { canonicalizeUri } from '#server/engine/workspace/fileUri.ts';
import { folder } from '#server/engine/workspace/relatedObjects.ts';
import { createRelatedLocation } from '#server/engine/workspace/workspaceSnapshot.ts';
import { subscriptionWith } from '../shared/exampleObjects.ts';
import { asKnownString } from '../shared/ownObjects.ts';

const extension = (packageName: string, ...marks: readonly string[]): string =>
  [
    '\napiVersion: olm.operatorframework.io/v1',
    'kind: ClusterExtension',
    'metadata:\n  name: sandboxed-containers',
    'spec:\n  namespace: openshift-sandboxed-containers-operator',
    '  source:\n    sourceType: Catalog\n    catalog:',
    `      packageName: ${packageName}`,
    ...marks,
    '',
  ].join('\n');

export default defineRule({
  id: 'subscription-and-extension',
  title: () => l10n.t`ClusterExtension and Subscription for the operator`,
  severity: 'warning',
  appliesTo: ['ClusterExtension'],
  needs: ['workspace'],
  why: () =>
    l10n.t`The folder contains a ClusterExtension (OLM v1) and a Subscription (OLM v0) for the OSC operator. They conflict with each other, because both install the same CRDs.

Keep only one of them. The OSC documentation up to OSC 1.12 describes the Subscription.`,
  source: ['openshift/sandboxed-containers-operator@24f3950d docs/olm/MIGRATION.md'],
  *check({ manifest, workspace, uri }) {
    const node = asKnownString(findYamlNode(manifest.root, ['spec', 'source', 'catalog', 'packageName']));
    if (node?.text !== documentedSubscription.package || workspace === undefined) return;
    const here = folder(canonicalizeUri(uri));
    const subscription = workspace
      .of('Subscription')
      .find(
        (fact) =>
          fact.object.values.get('name')?.text === documentedSubscription.package &&
          folder(canonicalizeUri(fact.uri)) === here,
      );
    if (subscription === undefined) return;
    yield {
      start: node.start,
      end: node.end,
      message: l10n.t`A ClusterExtension (OLM v1) and a Subscription for the operator conflict with each other. Delete the ClusterExtension or the Subscription.`,
      related: [createRelatedLocation(subscription, subscription.object, 'Subscription')],
    };
  },
  examples: () => [
    {
      avoid: extension(documentedSubscription.package, '#                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ want'),
      prefer: extension('other-operator'),
      files: { 'subscription.yaml': subscriptionWith().trimStart() },
      release: '1.14',
    },
  ],
});
