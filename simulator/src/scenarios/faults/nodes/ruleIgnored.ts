import { createKataConfig, installOperator, untilDone } from '#simulator/scenarios/engine/commonSteps.ts';
import { discoverFeatures, olderWorkerConfig } from '#simulator/scenarios/engine/nodeFeatureSteps.ts';
import { nodeFeatureDiscoveries } from '#simulator/controllers/framework/resourceNames.ts';
import { kataWorkerConfig } from '#core/product/kataNodeRule.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { settle, wrongInstall } from '../faultSteps.ts';

const instance = { resource: nodeFeatureDiscoveries, name: 'nfd-instance', namespace: 'openshift-nfd' };

/** Scenario in which Node Feature Discovery ignores the rule for Kata because of its older format. */
export const ruleIgnored: Scenario = wrongInstall(
  'install-rule-ignored',
  'The KataConfig requires eligible nodes, but the Node Feature Discovery rule uses matchOn, which OpenShift ignores.',
  {
    prelude: [
      discoverFeatures(olderWorkerConfig),
      ...installOperator,
      createKataConfig({ checkNodeEligibility: true }),
      settle,
    ],
    steps: [
      { patch: instance, with: { spec: { workerConfig: { configData: kataWorkerConfig } } } },
      untilDone,
      { wait: 60_000 },
    ],
  },
);
