import { installer, type Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { grant, changing, mayRead, wrongInstall } from '../faultSteps.ts';

/** The install stops in the middle. */
export const mayNotSubscribe: Scenario = wrongInstall(
  'install-may-not-subscribe',
  'Two workers, nothing installed; you may create the namespace and the OperatorGroup, and no Subscription',
  {
    user: installer,
    prelude: grant(installer.name, [
      mayRead,
      { apiGroups: [''], resources: ['namespaces'], verbs: changing },
      { apiGroups: ['operators.coreos.com'], resources: ['operatorgroups'], verbs: changing },
    ]),
    steps: [],
  },
);
