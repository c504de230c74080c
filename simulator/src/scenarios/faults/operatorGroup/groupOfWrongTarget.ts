import { createNamespace, subscribe, untilInstalled } from '#simulator/scenarios/engine/commonSteps.ts';
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import { operatorGroups } from '#simulator/controllers/framework/resourceNames.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { groupNamed, settle, wrongInstall } from '../faultSteps.ts';

const group = documentedSubscription.operatorGroup;

/**
 * OLM asks nobody whether the namespace is there: all seems well, and the operator looks after a namespace that is
 * none.
 */
export const groupOfWrongTarget: Scenario = wrongInstall(
  'install-wrong-target',
  "Two workers, the OperatorGroup's target namespace misspelt, as in a sample of the operator: openshft-…",
  {
    prelude: [
      createNamespace,
      groupNamed(group, ['openshft-sandboxed-containers-operator']),
      subscribe(),
      untilInstalled,
    ],
    steps: [
      {
        patch: { resource: operatorGroups, name: group, namespace: operatorNamespace },
        with: { spec: { targetNamespaces: [operatorNamespace] } },
      },
      settle,
      untilInstalled,
    ],
  },
);
