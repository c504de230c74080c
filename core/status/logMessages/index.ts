/** Lists all log messages with a known cause. To add one, create a file here and list it below. */
import type { LogMessage } from './logMessage.ts';
import { extensionMissingMessage } from './extensionMissingMessage.ts';
import { imageJobMessage } from './imageJobMessage.ts';
import { installerMessages } from './installerMessages.ts';
import { instanceTypesMessage } from './instanceTypesMessage.ts';
import { noCapacityMessage } from './noCapacityMessage.ts';
import { noEligibleNodeMessage } from './noEligibleNodeMessage.ts';
import { noKvmMessage } from './noKvmMessage.ts';
import { peerPodsKeysMessage } from './peerPodsKeysMessage.ts';
import { policyDeniedMessage } from './policyDeniedMessage.ts';
import { proxyConnectionMessage } from './proxyConnectionMessage.ts';
import { signatureMessage } from './signatureMessage.ts';

export const logMessages: readonly LogMessage[] = [
  extensionMissingMessage,
  imageJobMessage,
  ...installerMessages,
  instanceTypesMessage,
  noCapacityMessage,
  noEligibleNodeMessage,
  noKvmMessage,
  peerPodsKeysMessage,
  policyDeniedMessage,
  proxyConnectionMessage,
  signatureMessage,
];
