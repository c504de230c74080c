import { createNamespace, subscribe, untilInstalled } from '#simulator/scenarios/engine/commonSteps.ts';
import { operatorNamespace, documentedSubscription } from '#core/product/namespaces.ts';
import { operatorGroups } from '#simulator/controllers/framework/resourceNames.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { groupNamed, settle, wrongInstall } from '../faultSteps.ts';

const group = documentedSubscription.operatorGroup;

/**
 * Scenario with a wrong target namespace in the OperatorGroup. OLM doesn't check whether that namespace exists, so the
 * installation succeeds, but the operator watches a namespace that doesn't exist.
 */
export const groupOfWrongTarget: Scenario = wrongInstall(
  'install-wrong-target',
  'Two workers. The target namespace of the OperatorGroup is misspelled, as in a sample of the operator.',
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
