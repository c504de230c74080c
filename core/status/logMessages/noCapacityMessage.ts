/** domain/08-diagnostics.md, reported symptoms; error codes of the clouds. */
import * as l10n from '@vscode/l10n';
import { defineLogMessage } from './logMessage.ts';

export const noCapacityMessage = defineLogMessage({
  id: 'log-cloud-refuses',
  title: () => l10n.t`The cloud refuses the virtual machine`,
  likelihood: 80,
  places: ['adaptor', 'imageJob'],
  pattern:
    /SkuNotAvailable|MissingSubscriptionRegistration|QuotaExceeded|InsufficientInstanceCapacity|VcpuLimitExceeded|UnauthorizedOperation|AuthFailure/,
  hints: [
    'SkuNotAvailable',
    'MissingSubscriptionRegistration',
    'QuotaExceeded',
    'InsufficientInstanceCapacity',
    'VcpuLimitExceeded',
    'UnauthorizedOperation',
    'AuthFailure',
  ],
  about: () => l10n.t`Cloud`,
  meaning: () =>
    l10n.t`The cloud gives no virtual machine: there is none of this size, a quota is used up, or the credentials may not.`,
  todo: () =>
    l10n.t`Read the cloud provider's error in this line. Select another instance type or region, raise the quota, or fix the credentials in peer-pods-secret.`,
});
