import { installer, type Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { grant, changing, mayRead, wrongInstall } from '../faultSteps.ts';

/** Scenario in which missing permissions stop the installation at the last step. */
export const mayNotCreateKataConfig: Scenario = wrongInstall(
  'install-may-not-create-kataconfig',
  'Two workers, operator not installed. You can install operators, but not create a KataConfig.',
  {
    user: installer,
    prelude: grant(installer.name, [
      mayRead,
      { apiGroups: [''], resources: ['namespaces', 'configmaps', 'secrets'], verbs: changing },
      { apiGroups: ['operators.coreos.com'], resources: ['*'], verbs: changing },
    ]),
    steps: [],
  },
);
