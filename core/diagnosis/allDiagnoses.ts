/** All diagnoses. A new one: a file here, a line below. */
import type { Diagnosis } from './diagnoses/diagnosis.ts';
import { adaptorMissing } from './diagnoses/peerPods/adaptorMissing.ts';
import { definitionTerminating } from './diagnoses/operator/definitionTerminating.ts';
import { installPlanStuck } from './diagnoses/operator/installPlanStuck.ts';
import { kataConfigState } from './diagnoses/kata/kataConfigState.ts';
import { leftovers } from './diagnoses/kata/leftovers.ts';
import { logExtensionMissing } from '../status/logMessages/logExtensionMissing.ts';
import { logImageJob } from '../status/logMessages/logImageJob.ts';
import { logInstanceTypes } from '../status/logMessages/logInstanceTypes.ts';
import { logNoCapacity } from '../status/logMessages/logNoCapacity.ts';
import { logNoEligibleNode } from '../status/logMessages/logNoEligibleNode.ts';
import { logNoKvm } from '../status/logMessages/logNoKvm.ts';
import { logPeerPodsKeys } from '../status/logMessages/logPeerPodsKeys.ts';
import { logProxyConnection } from '../status/logMessages/logProxyConnection.ts';
import { logSignature } from '../status/logMessages/logSignature.ts';
import { monitorMissing } from './diagnoses/operator/monitorMissing.ts';
import { namespaceTerminating } from './diagnoses/operator/namespaceTerminating.ts';
import { nodeDegraded } from './diagnoses/kata/nodeDegraded.ts';
import { nodeStuck } from './diagnoses/kata/nodeStuck.ts';
import { openShiftUnsupported } from './diagnoses/operator/openShiftUnsupported.ts';
import { operatorGroupWrong } from './diagnoses/operator/operatorGroupWrong.ts';
import { operatorNotInstalled } from './diagnoses/operator/operatorNotInstalled.ts';
import { operatorNotRunning } from './diagnoses/operator/operatorNotRunning.ts';
import { peerPodsConfigMap } from './diagnoses/peerPods/peerPodsConfigMap.ts';
import { peerPodsLimit } from './diagnoses/peerPods/peerPodsLimit.ts';
import { peerPodsSecret } from './diagnoses/peerPods/peerPodsSecret.ts';
import { podVmImage } from './diagnoses/peerPods/podVmImage.ts';
import { poolStuck } from './diagnoses/kata/poolStuck.ts';
import { releaseFailed } from './diagnoses/operator/releaseFailed.ts';
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
  logExtensionMissing,
  logImageJob,
  logInstanceTypes,
  logNoCapacity,
  logNoEligibleNode,
  logNoKvm,
  logPeerPodsKeys,
  logProxyConnection,
  logSignature,
  monitorMissing,
  namespaceTerminating,
  nodeDegraded,
  nodeStuck,
  openShiftUnsupported,
  operatorGroupWrong,
  operatorNotInstalled,
  operatorNotRunning,
  peerPodsConfigMap,
  peerPodsLimit,
  peerPodsSecret,
  podVmImage,
  poolStuck,
  releaseFailed,
  sandboxesFailed,
  subscriptionElsewhere,
  subscriptionStuck,
  webhookMissing,
];
