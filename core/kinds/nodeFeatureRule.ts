/**
 * NodeFeatureRules, which label nodes like the rules in a NodeFeatureDiscovery. OpenShift serves two API groups.
 * Source: openshift/cluster-nfd-operator@0e25cc10 config/crd/bases/nfd.openshift.io_nodefeaturerules.yaml and
 * nfd.k8s-sigs.io_nodefeaturerules.yaml. Upstream, the kind is cluster-scoped.
 */
import * as l10n from '@vscode/l10n';
import { nodeEligibility } from '../product/docSections.ts';
import { eligibleLabel } from '../product/nodeLabels.ts';
import { nodeFeatures } from '../product/nodeFeatures.ts';
import type { FieldTable, KindKnowledge } from './field.ts';
import { objectMetaFields, specSummary } from './objectMeta.ts';

const feature = {
  summary: () => l10n.t`Feature that the worker found on the node.`,
  examples: Object.keys(nodeFeatures),
};
const expressions = {
  type: 'object',
  summary: () => l10n.t('Conditions for the attributes of the feature, such as `VMX: {op: Exists}`.'),
} as const;
const conditions = {
  type: 'array',
  summary: () => l10n.t`Conditions that a node must meet, all of them.`,
} as const;

const fields: FieldTable = {
  ...objectMetaFields,
  spec: { summary: specSummary },
  'spec.rules': { type: 'array', summary: () => l10n.t`Rules that label nodes.` },
  'spec.rules[].name': {
    summary: () => l10n.t`Name of the rule, not of the label.`,
    requiredBy: () => l10n.t`API server`,
  },
  'spec.rules[].labels': {
    type: 'object',
    summary: () => l10n.t('Labels of the nodes that meet the conditions. For Kata: `{0}: "true"`.', eligibleLabel),
  },
  'spec.rules[].matchFeatures': conditions,
  'spec.rules[].matchFeatures[].feature': feature,
  'spec.rules[].matchFeatures[].matchExpressions': expressions,
  'spec.rules[].matchAny': {
    type: 'array',
    summary: () => l10n.t`Alternatives. A node must meet the conditions of one of them.`,
  },
  'spec.rules[].matchAny[].matchFeatures': conditions,
  'spec.rules[].matchAny[].matchFeatures[].feature': feature,
  'spec.rules[].matchAny[].matchFeatures[].matchExpressions': expressions,
};

const inGroup = (id: string, group: string): KindKnowledge => ({
  id,
  kind: 'NodeFeatureRule',
  group,
  versions: ['v1alpha1'],
  scope: 'Namespaced',
  mentions: ['kata'],
  summary: () => l10n.t`Makes Node Feature Discovery label nodes that meet conditions.`,
  section: nodeEligibility,
  fields,
});

/** The kind in both API groups. */
export const nodeFeatureRules: readonly KindKnowledge[] = [
  inGroup('NodeFeatureRule', 'nfd.openshift.io'),
  inGroup('NodeFeatureRule-k8s-sigs', 'nfd.k8s-sigs.io'),
];

/** The IDs of the kind, for rules. */
export const nodeFeatureRuleIds: readonly string[] = nodeFeatureRules.map(({ id }) => id);
