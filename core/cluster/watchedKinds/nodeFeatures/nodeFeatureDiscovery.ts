/**
 * NodeFeatureDiscoveries, whose worker configuration can contain the rule that labels nodes for Kata. Source:
 * openshift/cluster-nfd-operator@ae3288110 api/v1. The operator for OpenShift 4.12 and later has no `customConfig`
 * (openshift/cluster-nfd-operator@d5498aa94 config/crd).
 */
import * as l10n from '@vscode/l10n';
import { getString, omitUndefined } from '#core/common/json.ts';
import { readKataRuleFormat, type KataRuleFormat } from '#core/product/nodeFeatureRules.ts';
import { findWorkerConfigError } from '#core/product/workerConfigSyntax.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { defineWatchedKind } from '#core/cluster/objects/watchedKind.ts';

export interface NodeFeatureDiscovery extends ClusterObject {
  /** Format of the rule that sets the label of eligible nodes. Undefined if there is none. */
  readonly kataRule?: KataRuleFormat;
  /** Line of the worker configuration that isn't valid YAML, from 1. Undefined if no error is certain. */
  readonly configError?: number;
}

/** Maximum length of a configuration, in characters. A longer one is treated as a configuration without a rule. */
const longestConfig = 200_000;

export const nodeFeatureDiscoveries = defineWatchedKind<NodeFeatureDiscovery>({
  group: 'nfd.openshift.io',
  version: 'v1',
  plural: 'nodefeaturediscoveries',
  kind: 'NodeFeatureDiscovery',
  scope: 'all',
  most: 100,
  optional: true,
  neededFor: () => l10n.t`whether Node Feature Discovery detects nodes that can run Kata`,
  read: (raw, object) => ({
    ...object,
    ...readWorkerConfig(getString(raw, 'spec', 'workerConfig', 'configData') ?? ''),
  }),
});

function readWorkerConfig(config: string): Pick<NodeFeatureDiscovery, 'kataRule' | 'configError'> {
  if (config.length > longestConfig) return {};
  return omitUndefined({ kataRule: readKataRuleFormat(config), configError: findWorkerConfigError(config) });
}
