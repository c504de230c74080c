import { createNamespace, subscribe, untilInstalled } from '#simulator/scenarios/engine/commonSteps.ts';
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import { operatorGroups } from '#simulator/controllers/framework/resourceNames.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { groupNamed, untilCsv, wrongInstall } from '../faultSteps.ts';

const group = documentedSubscription.operatorGroup;

/** Scenario with an OperatorGroup for all namespaces. The operator supports only its own namespace. */
export const groupOfAllNamespaces: Scenario = wrongInstall(
  'install-all-namespaces',
  "Two workers, OperatorGroup for all namespaces. The operator doesn't support this mode, and its CSV fails.",
  {
    prelude: [createNamespace, groupNamed(group, []), subscribe(), untilCsv('UnsupportedOperatorGroup')],
    steps: [
      {
        patch: { resource: operatorGroups, name: group, namespace: operatorNamespace },
        with: { spec: { targetNamespaces: [operatorNamespace] } },
      },
      untilInstalled,
    ],
  },
);
