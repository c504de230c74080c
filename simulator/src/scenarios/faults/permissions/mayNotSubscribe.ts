import { installer, type Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { grant, changing, mayRead, wrongInstall } from '../faultSteps.ts';

/** Scenario in which missing permissions stop the installation in the middle. */
export const mayNotSubscribe: Scenario = wrongInstall(
  'install-may-not-subscribe',
  'Two workers, operator not installed. You can create the namespace and the OperatorGroup, but not a subscription.',
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
