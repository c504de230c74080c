import { installOperator } from '#simulator/scenarios/engine/commonSteps.ts';
import type { Scenario } from '#simulator/scenarios/engine/scenario.ts';
import { groupNamed, settle, subscribeWith, theCsv, theSubscription, wrongInstall } from '../faultSteps.ts';

const elsewhere = 'openshift-operators';

/** Scenario with the default namespace for most operators, which this operator doesn't support. */
export const otherNamespace: Scenario = wrongInstall(
  'install-other-namespace',
  'Two workers, subscription in openshift-operators, whose OperatorGroup is for all namespaces. The CSV fails.',
  {
    prelude: [groupNamed('global-operators', [], elsewhere), subscribeWith({}, elsewhere), settle],
    steps: [
      { delete: { ...theSubscription, namespace: elsewhere } },
      { delete: { ...theCsv, namespace: elsewhere } },
      ...installOperator,
    ],
  },
);
