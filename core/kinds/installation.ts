/**
 * The objects by which the operator is installed: Namespace, OperatorGroup, Subscription, CatalogSource. Fields of OLM:
 * operator-framework/api@master pkg/operators/v1alpha1.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '../product/docSections.ts';
import { misspelledNamespaces, operatorNamespace, documentedSubscription } from '../product/namespaces.ts';
import type { FieldTable, KindKnowledge } from './field.ts';
import { objectMetaFields } from './objectMeta.ts';

const ours = ['sandboxed-container', 'openshft-sandboxed'];
const namespaced: FieldTable = {
  ...objectMetaFields,
  'metadata.namespace': {
    summary: () => l10n.t`\`${operatorNamespace}\`: the operator works in this namespace only.`,
    insert: operatorNamespace,
  },
};

/** They are ours as far as they install the operator; others of these kinds get nothing. */
export const installationKinds: readonly KindKnowledge[] = [
  {
    id: 'Namespace',
    kind: 'Namespace',
    group: '',
    versions: ['v1'],
    scope: 'Cluster',
    names: [operatorNamespace],
    misnames: misspelledNamespaces.map(({ name }) => name),
    mentions: [operatorNamespace, 'sandboxed-container', 'openshft-sandboxed'],
    summary: () => l10n.t`The namespace of the operator. Its name is fixed.`,
    section: installingOperator,
    fields: {
      ...objectMetaFields,
      'metadata.name': {
        summary: () => l10n.t`\`${operatorNamespace}\`: the operator works in no other.`,
        insert: operatorNamespace,
      },
    },
  },
  {
    id: 'OperatorGroup',
    kind: 'OperatorGroup',
    group: 'operators.coreos.com',
    versions: ['v1'],
    scope: 'Namespaced',
    mentions: ours,
    summary: () =>
      l10n.t`Tells OLM which namespaces an operator watches. A namespace may have only one: with two, no operator is installed in it.`,
    section: installingOperator,
    fields: {
      ...namespaced,
      'metadata.name': {
        summary: () => l10n.t`Any name: nothing refers to it.`,
        insert: documentedSubscription.operatorGroup,
      },
      spec: { summary: () => l10n.t`Which namespaces the operator watches.` },
      'spec.targetNamespaces': {
        type: 'array',
        summary: () => l10n.t`Namespaces that the operator watches: \`${operatorNamespace}\` alone.`,
      },
      'spec.targetNamespaces[]': { summary: () => l10n.t`A namespace.`, examples: [operatorNamespace] },
    },
  },
  {
    id: 'Subscription',
    kind: 'Subscription',
    group: 'operators.coreos.com',
    versions: ['v1alpha1'],
    scope: 'Namespaced',
    mentions: ours,
    summary: () => l10n.t`Has OLM install the operator and keep it up to date.`,
    section: installingOperator,
    fields: {
      ...namespaced,
      'metadata.name': {
        summary: () => l10n.t`Any name; the documents call it as the package.`,
        insert: documentedSubscription.name,
      },
      spec: { summary: () => l10n.t`Which operator, from where, and how it is updated.` },
      'spec.name': {
        summary: () => l10n.t`The package of the operator.`,
        requiredBy: () => 'OLM',
        examples: [documentedSubscription.package],
        insert: documentedSubscription.package,
      },
      'spec.channel': {
        summary: () => l10n.t`The channel that updates come from.`,
        examples: [documentedSubscription.channel],
        insert: documentedSubscription.channel,
      },
      'spec.source': {
        summary: () => l10n.t`The CatalogSource that has the package.`,
        requiredBy: () => 'OLM',
        examples: [documentedSubscription.source],
        insert: documentedSubscription.source,
      },
      'spec.sourceNamespace': {
        summary: () => l10n.t`The namespace of that CatalogSource.`,
        requiredBy: () => 'OLM',
        examples: [documentedSubscription.sourceNamespace],
        insert: documentedSubscription.sourceNamespace,
      },
      'spec.installPlanApproval': {
        summary: () => l10n.t`Determines whether OLM installs each version automatically or waits for approval.`,
        default: () => '`Automatic`',
        values: {
          Automatic: () => l10n.t`New versions are installed as soon as the channel has them.`,
          Manual: () => l10n.t`Each install plan waits until somebody approves it: for clusters under change control.`,
        },
      },
      'spec.startingCSV': {
        summary: () => l10n.t`The version to begin with. Later ones of the channel follow, unless approval is manual.`,
        examples: [`${documentedSubscription.startingCsvPrefix}1.12.0`],
      },
      'spec.config': { summary: () => l10n.t`Settings for the pod of the operator.` },
      'spec.config.env': {
        type: 'array',
        summary: () =>
          l10n.t`Environment variables of the operator: for short-lived credentials of the cloud (development sources).`,
      },
      'spec.config.env[].name': {
        summary: () => l10n.t`The name of the variable.`,
        values: {
          ROLEARN: () => l10n.t`AWS: the role to take on (STS).`,
          CLIENTID: () => l10n.t`Azure: the application to act as.`,
          TENANTID: () => l10n.t`Azure: the tenant of that application.`,
          SUBSCRIPTIONID: () => l10n.t`Azure: the subscription that pays.`,
        },
      },
      'spec.config.env[].value': { summary: () => l10n.t`Its value.` },
    },
  },
  {
    id: 'CatalogSource',
    kind: 'CatalogSource',
    group: 'operators.coreos.com',
    versions: ['v1alpha1'],
    scope: 'Namespaced',
    mentions: ours,
    summary: () =>
      l10n.t`A catalogue of operators, here one that has the OSC operator: a mirror, or a build to be tested.`,
    fields: {
      ...objectMetaFields,
      'metadata.namespace': {
        summary: () => l10n.t`Where every Subscription finds it: \`openshift-marketplace\`.`,
        insert: documentedSubscription.sourceNamespace,
      },
      spec: { summary: () => l10n.t`Where the catalogue comes from.` },
      'spec.sourceType': {
        summary: () => l10n.t`How the catalogue is served.`,
        insert: 'grpc',
        values: {
          grpc: () => l10n.t`By a pod, from an image.`,
          configmap: () => l10n.t`From a ConfigMap. Deprecated.`,
          internal: () => l10n.t`From a ConfigMap. Deprecated.`,
        },
      },
      'spec.image': { summary: () => l10n.t`The image of the catalogue.` },
      'spec.displayName': { summary: () => l10n.t`Its name in the console.` },
      'spec.publisher': { summary: () => l10n.t`Who published it.` },
      'spec.updateStrategy': { summary: () => l10n.t`When the image is looked at anew.` },
      'spec.updateStrategy.registryPoll': { summary: () => l10n.t`Looks for a newer image of the same tag.` },
      'spec.updateStrategy.registryPoll.interval': {
        summary: () => l10n.t`How often it is looked at.`,
        examples: ['30m'],
      },
    },
  },
];
