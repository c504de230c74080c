import { installer, type Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { grant, changing, mayRead, wrongInstall } from '../faultSteps.ts';

/** The install stops at its last step. */
export const mayNotCreateKataConfig: Scenario = wrongInstall(
  'install-may-not-create-kataconfig',
  'Two workers, nothing installed; you may install operators, and create no KataConfig',
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
