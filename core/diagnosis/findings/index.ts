/** All diagnoses. A new one: a file here, a line below. */
import type { Diagnosis } from '../diagnosis.ts';
import { adaptorMissing } from './adaptorMissing.ts';
import { definitionTerminating } from './definitionTerminating.ts';
import { installPlanStuck } from './installPlanStuck.ts';
import { kataConfigState } from './kataConfigState.ts';
import { leftovers } from './leftovers.ts';
import { logExtensionMissing } from './logExtensionMissing.ts';
import { logImageJob } from './logImageJob.ts';
import { logInstanceTypes } from './logInstanceTypes.ts';
import { logNoCapacity } from './logNoCapacity.ts';
import { logNoEligibleNode } from './logNoEligibleNode.ts';
import { logNoKvm } from './logNoKvm.ts';
import { logPeerPodsKeys } from './logPeerPodsKeys.ts';
import { logProxyConnection } from './logProxyConnection.ts';
import { logSignature } from './logSignature.ts';
import { monitorMissing } from './monitorMissing.ts';
import { namespaceTerminating } from './namespaceTerminating.ts';
import { nodeDegraded } from './nodeDegraded.ts';
import { nodeStuck } from './nodeStuck.ts';
import { openShiftUnsupported } from './openShiftUnsupported.ts';
import { operatorGroupWrong } from './operatorGroupWrong.ts';
import { operatorNotInstalled } from './operatorNotInstalled.ts';
import { operatorNotRunning } from './operatorNotRunning.ts';
import { peerPodsConfigMap } from './peerPodsConfigMap.ts';
import { peerPodsLimit } from './peerPodsLimit.ts';
import { peerPodsSecret } from './peerPodsSecret.ts';
import { podVmImage } from './podVmImage.ts';
import { poolStuck } from './poolStuck.ts';
import { releaseFailed } from './releaseFailed.ts';
import { sandboxesFailed } from './sandboxesFailed.ts';
import { subscriptionElsewhere } from './subscriptionElsewhere.ts';
import { subscriptionStuck } from './subscriptionStuck.ts';
import { webhookMissing } from './webhookMissing.ts';

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
