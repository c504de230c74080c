/**
 * The objects that install the operator: Namespace, OperatorGroup, Subscription, and CatalogSource. Source for OLM
 * fields: operator-framework/api@master pkg/operators/v1alpha1.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '../product/docSections.ts';
import { misspelledNamespaces, operatorNamespace, documentedSubscription } from '../product/namespaces.ts';
import { subscriptionEnvironment } from '../peerPods/keys/secretKeys.ts';
import type { FieldTable, KindKnowledge } from './field.ts';
import { objectMetaFields, onlyNamespace, specSummary } from './objectMeta.ts';

const imagePoll = () => l10n.t`How often OLM checks for a newer image with the same tag.`;
/** Source: openshift/sandboxed-containers-operator@d6b97398 config/olmv1/04-clusterextension.yaml. */
const installerServiceAccount = 'sandboxed-containers-installer';
const ours = ['sandboxed-container', 'openshft-sandboxed'];
const namespaced: FieldTable = {
  ...objectMetaFields,
  'metadata.namespace': {
    summary: onlyNamespace,
    insert: operatorNamespace,
  },
};

/** The installation kinds. Only objects that install the operator are supported. */
export const installationKinds: readonly KindKnowledge[] = [
  {
    id: 'Namespace',
    kind: 'Namespace',
    group: '',
    versions: ['v1'],
    scope: 'Cluster',
    names: [operatorNamespace],
    misnames: misspelledNamespaces.map(({ name }) => name),
    mentions: [operatorNamespace, 'sandboxed-container', 'sandbox-container', 'openshft-sandboxed'],
    summary: () => l10n.t`Operator namespace. The name is fixed.`,
    section: installingOperator,
    fields: {
      ...objectMetaFields,
      'metadata.name': {
        summary: onlyNamespace,
        insert: operatorNamespace,
      },
    },
  },
  {
    id: 'OperatorGroup',
    kind: 'OperatorGroup',
    group: 'operators.coreos.com',
    versions: ['v1', 'v1alpha2'],
    scope: 'Namespaced',
    mentions: ours,
    summary: () =>
      l10n.t`Specifies which namespaces an operator watches. A namespace can have only one OperatorGroup. If it has two, OLM doesn't install operators in it.`,
    section: installingOperator,
    fields: {
      ...namespaced,
      'metadata.name': {
        summary: () => l10n.t`Any name. Other resources don't refer to it.`,
        insert: documentedSubscription.operatorGroup,
      },
      spec: { summary: specSummary },
      'spec.targetNamespaces': {
        type: 'array',
        summary: () => l10n.t('Namespaces that the operator watches. Must contain only `{0}`.', operatorNamespace),
      },
      'spec.targetNamespaces[]': { summary: onlyNamespace, examples: [operatorNamespace] },
    },
  },
  {
    id: 'Subscription',
    kind: 'Subscription',
    group: 'operators.coreos.com',
    versions: ['v1alpha1'],
    scope: 'Namespaced',
    mentions: ours,
    summary: () => l10n.t`Installs the operator through OLM and keeps it up to date.`,
    section: installingOperator,
    fields: {
      ...namespaced,
      'metadata.name': {
        summary: () => l10n.t`Any name. The OSC documentation uses the package name.`,
        insert: documentedSubscription.name,
      },
      spec: { summary: specSummary },
      'spec.name': {
        summary: () => l10n.t`Package that contains the operator.`,
        requiredBy: () => 'OLM',
        examples: [documentedSubscription.package],
        insert: documentedSubscription.package,
      },
      'spec.channel': {
        summary: () => l10n.t`Channel that provides updates.`,
        examples: [documentedSubscription.channel],
        insert: documentedSubscription.channel,
      },
      'spec.source': {
        summary: () => l10n.t`CatalogSource that contains the package.`,
        requiredBy: () => 'OLM',
        examples: [documentedSubscription.source],
        insert: documentedSubscription.source,
      },
      'spec.sourceNamespace': {
        summary: () => l10n.t`Namespace of the CatalogSource.`,
        requiredBy: () => 'OLM',
        examples: [documentedSubscription.sourceNamespace],
        insert: documentedSubscription.sourceNamespace,
      },
      'spec.installPlanApproval': {
        summary: () => l10n.t`Determines whether OLM installs each version automatically or waits for approval.`,
        default: () => '`Automatic`',
        values: {
          Automatic: () => l10n.t`OLM installs new versions as soon as they're in the channel.`,
          Manual: () =>
            l10n.t`OLM waits for approval of each install plan. Use this value on clusters with change control.`,
        },
      },
      'spec.startingCSV': {
        summary: () =>
          l10n.t`Initial version. OLM then installs later versions from the channel, unless approval is manual.`,
        examples: [`${documentedSubscription.startingCsvPrefix}1.12.0`],
      },
      'spec.config': { summary: () => l10n.t`Operator pod settings.` },
      'spec.config.env': {
        type: 'array',
        summary: () =>
          l10n.t`Environment variables for the operator, used for short-lived cloud provider credentials. Based on unreleased source code.`,
      },
      'spec.config.env[].name': {
        summary: () => l10n.t`Variable name.`,
        values: Object.fromEntries(
          subscriptionEnvironment.map(({ name, provider, summary }) => [
            name,
            () => l10n.t`For ${provider}: ${summary()}`,
          ]),
        ),
      },
      'spec.config.env[].value': { summary: () => l10n.t`Variable value.` },
    },
  },
  {
    id: 'CatalogSource',
    kind: 'CatalogSource',
    group: 'operators.coreos.com',
    versions: ['v1alpha1'],
    scope: 'Namespaced',
    // A Subscription can use a catalog with any name and content as its source.
    mentions: [...ours, 'CatalogSource'],
    summary: () => l10n.t`Catalog that contains the OSC operator, such as a mirror or a test build.`,
    fields: {
      ...objectMetaFields,
      'metadata.namespace': {
        summary: () =>
          l10n.t('Use `openshift-marketplace` so that Subscriptions in all namespaces can use the catalog.'),
        insert: documentedSubscription.sourceNamespace,
      },
      spec: { summary: specSummary },
      'spec.sourceType': {
        summary: () => l10n.t`How the catalog is served.`,
        insert: 'grpc',
        values: {
          grpc: () => l10n.t`Served by a pod from an image.`,
          configmap: () => l10n.t`Served from a ConfigMap. Deprecated.`,
          internal: () => l10n.t`Served from a ConfigMap. Deprecated.`,
        },
      },
      'spec.image': { summary: () => l10n.t`Container image with the catalog.` },
      'spec.displayName': { summary: () => l10n.t`Display name in the console.` },
      'spec.publisher': { summary: () => l10n.t`Publisher of the catalog.` },
      'spec.updateStrategy': { summary: imagePoll },
      'spec.updateStrategy.registryPoll': { summary: imagePoll },
      'spec.updateStrategy.registryPoll.interval': {
        summary: imagePoll,
        examples: ['30m'],
      },
    },
  },
  {
    id: 'ClusterExtension',
    kind: 'ClusterExtension',
    group: 'olm.operatorframework.io',
    versions: ['v1'],
    scope: 'Cluster',
    mentions: ours,
    summary: () => l10n.t`Installs the operator through OLM v1 instead of through a Subscription.`,
    fields: {
      ...objectMetaFields,
      spec: { summary: specSummary },
      'spec.namespace': { summary: onlyNamespace, insert: operatorNamespace },
      'spec.serviceAccount': {
        summary: () => l10n.t`Service account that OLM v1 uses to install the operator.`,
      },
      'spec.serviceAccount.name': {
        summary: () => l10n.t`Name of the service account in the namespace of the operator.`,
        insert: installerServiceAccount,
      },
      'spec.source': { summary: () => l10n.t`Where OLM finds the operator.` },
      'spec.source.sourceType': {
        summary: () => l10n.t`Type of the source.`,
        only: 'Catalog',
      },
      'spec.source.catalog': { summary: () => l10n.t`Package and versions in a catalog.` },
      'spec.source.catalog.packageName': {
        summary: () => l10n.t`Package that contains the operator.`,
        insert: documentedSubscription.package,
      },
      'spec.source.catalog.version': {
        summary: () =>
          l10n.t`Version or range of versions, such as \`>=1.13.0\`. Without it, OLM installs the newest version.`,
        examples: ['1.13.x'],
      },
      'spec.source.catalog.channels': {
        type: 'array',
        summary: () => l10n.t`Channels in which OLM looks for a version.`,
      },
      'spec.source.catalog.channels[]': {
        summary: () => l10n.t`Channel that provides updates.`,
        examples: [documentedSubscription.channel],
      },
      'spec.source.catalog.upgradeConstraintPolicy': {
        summary: () => l10n.t`Determines which updates OLM v1 installs.`,
        default: () => '`CatalogProvided`',
        values: {
          CatalogProvided: () => l10n.t`OLM v1 installs only the updates that the catalog provides.`,
          SelfCertified: () =>
            l10n.t`OLM v1 can install any version, even an older one. You must verify that it works.`,
        },
      },
      'spec.config': { summary: () => l10n.t`Configuration of the operator bundle.` },
      'spec.config.configType': { summary: () => l10n.t`Source of the configuration.`, only: 'Inline' },
      'spec.config.inline': { summary: () => l10n.t`Settings of the bundle, such as \`watchNamespace\`.` },
      'spec.config.inline.watchNamespace': {
        summary: () =>
          l10n.t`Namespace that the operator watches. OSC 1.13 requires it, and OSC 1.14 watches all namespaces.`,
        insert: operatorNamespace,
      },
    },
  },
];
