import { createNamespace, createOperatorGroup, subscribe, untilInstalled } from '../actions.ts';
import { operatorNamespace } from '#core/namespaces.ts';
import { operatorGroups } from '#simulator/controllers/names.ts';
import type { Scenario } from '../scenario.ts';
import { groupNamed, settle, wrongInstall } from './parts.ts';

/** As silent as without one; the groups themselves have a condition. */
export const twoOperatorGroups: Scenario = wrongInstall(
  'install-two-operator-groups',
  'Two workers, a Subscription and two OperatorGroups: nothing happens, and the Subscription does not say so',
  {
    prelude: [createNamespace, createOperatorGroup, groupNamed('second', [operatorNamespace]), subscribe(), settle],
    steps: [{ delete: { resource: operatorGroups, name: 'second', namespace: operatorNamespace } }, untilInstalled],
  },
);
