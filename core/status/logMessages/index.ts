/** All log messages with a known cause. To add one, create a file here and list it below. */
import type { LogMessage } from './logMessage.ts';
import { logExtensionMissing } from './logExtensionMissing.ts';
import { logImageJob } from './logImageJob.ts';
import { logInstanceTypes } from './logInstanceTypes.ts';
import { logNoCapacity } from './logNoCapacity.ts';
import { logNoEligibleNode } from './logNoEligibleNode.ts';
import { logNoKvm } from './logNoKvm.ts';
import { logPeerPodsKeys } from './logPeerPodsKeys.ts';
import { logProxyConnection } from './logProxyConnection.ts';
import { logSignature } from './logSignature.ts';

export const logMessages: readonly LogMessage[] = [
  logExtensionMissing,
  logImageJob,
  logInstanceTypes,
  logNoCapacity,
  logNoEligibleNode,
  logNoKvm,
  logPeerPodsKeys,
  logProxyConnection,
  logSignature,
];
