import { createNamespace, createOperatorGroup, subscribe, untilInstalled } from '../actions.ts';
import type { Scenario } from '../scenario.ts';
import { settle, wrongInstall } from './parts.ts';

/** OLM stays silent. */
export const noOperatorGroup: Scenario = wrongInstall(
  'install-no-operator-group',
  'Two workers, a Subscription without an OperatorGroup: nothing happens, and nobody says so',
  {
    prelude: [createNamespace, subscribe(), settle],
    steps: [createOperatorGroup, untilInstalled],
  },
);
