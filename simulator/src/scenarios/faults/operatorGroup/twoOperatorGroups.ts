import {
  createNamespace,
  createOperatorGroup,
  subscribe,
  untilInstalled,
} from '#simulator/scenarios/engine/commonSteps.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import { operatorGroups } from '#simulator/controllers/framework/resourceNames.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { groupNamed, settle, wrongInstall } from '../faultSteps.ts';

/**
 * Scenario with two OperatorGroups. As with no OperatorGroup, OLM doesn't report the problem, but the OperatorGroups
 * themselves have a condition.
 */
export const twoOperatorGroups: Scenario = wrongInstall(
  'install-two-operator-groups',
  'Two workers, one subscription, and two OperatorGroups. OLM installs nothing, and the subscription reports no error.',
  {
    prelude: [createNamespace, createOperatorGroup, groupNamed('second', [operatorNamespace]), subscribe(), settle],
    steps: [{ delete: { resource: operatorGroups, name: 'second', namespace: operatorNamespace } }, untilInstalled],
  },
);
