import { installOperator } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { groupNamed, settle, subscribeWith, theCsv, theSubscription, wrongInstall } from '../faultSteps.ts';

const elsewhere = 'openshift-operators';

/** Where most operators go, and this one cannot. */
export const otherNamespace: Scenario = wrongInstall(
  'install-other-namespace',
  'Two workers, the operator subscribed to in openshift-operators, whose OperatorGroup is for all namespaces: its release fails',
  {
    prelude: [groupNamed('global-operators', [], elsewhere), subscribeWith({}, elsewhere), settle],
    steps: [
      { delete: { ...theSubscription, namespace: elsewhere } },
      { delete: { ...theCsv, namespace: elsewhere } },
      ...installOperator,
    ],
  },
);
