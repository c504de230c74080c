/** Lists all diagnoses. To add one, create a file in `diagnoses/` and list it below. */
import type { Diagnosis } from './diagnoses/diagnosis.ts';
import { logMessages } from '../status/logMessages/index.ts';
import { adaptorMissing } from './diagnoses/peerPods/adaptorMissing.ts';
import { definitionTerminating } from './diagnoses/operator/definitionTerminating.ts';
import { installPlanStuck } from './diagnoses/operator/installPlanStuck.ts';
import { kataConfigState } from './diagnoses/kata/kataConfigState.ts';
import { logDiagnosis } from './diagnoses/logDiagnosis.ts';
import { leftovers } from './diagnoses/kata/leftovers.ts';
import { monitorMissing } from './diagnoses/operator/monitorMissing.ts';
import { namespaceTerminating } from './diagnoses/operator/namespaceTerminating.ts';
import { nfdRuleIneffective } from './diagnoses/kata/nfdRuleIneffective.ts';
import { nodeDegraded } from './diagnoses/kata/nodeDegraded.ts';
import { nodeStuck } from './diagnoses/kata/nodeStuck.ts';
import { openShiftUnsupported } from './diagnoses/operator/openShiftUnsupported.ts';
import { operatorGroupWrong } from './diagnoses/operator/operatorGroupWrong.ts';
import { extensionFailed } from './diagnoses/operator/extensionFailed.ts';
import { operatorNotInstalled } from './diagnoses/operator/operatorNotInstalled.ts';
import { operatorNotRunning } from './diagnoses/operator/operatorNotRunning.ts';
import { peerPodsConfigMap } from './diagnoses/peerPods/peerPodsConfigMap.ts';
import { peerPodsLimit } from './diagnoses/peerPods/peerPodsLimit.ts';
import { peerPodsSecret } from './diagnoses/peerPods/peerPodsSecret.ts';
import { podVmImage } from './diagnoses/peerPods/podVmImage.ts';
import { poolStuck } from './diagnoses/kata/poolStuck.ts';
import { releaseFailed } from './diagnoses/operator/releaseFailed.ts';
import { runtimeClassTerminating } from './diagnoses/kata/runtimeClassTerminating.ts';
import { sandboxesFailed } from './diagnoses/kata/sandboxesFailed.ts';
import { subscriptionElsewhere } from './diagnoses/operator/subscriptionElsewhere.ts';
import { subscriptionStuck } from './diagnoses/operator/subscriptionStuck.ts';
import { webhookMissing } from './diagnoses/peerPods/webhookMissing.ts';

export const diagnoses: readonly Diagnosis[] = [
  adaptorMissing,
  definitionTerminating,
  installPlanStuck,
  kataConfigState,
  leftovers,
  ...logMessages.map(logDiagnosis),
  monitorMissing,
  namespaceTerminating,
  nfdRuleIneffective,
  nodeDegraded,
  nodeStuck,
  openShiftUnsupported,
  operatorGroupWrong,
  extensionFailed,
  operatorNotInstalled,
  operatorNotRunning,
  peerPodsConfigMap,
  peerPodsLimit,
  peerPodsSecret,
  podVmImage,
  poolStuck,
  releaseFailed,
  runtimeClassTerminating,
  sandboxesFailed,
  subscriptionElsewhere,
  subscriptionStuck,
  webhookMissing,
];
