/**
 * Detects that the cloud provider rejected a pod VM. Source: domain/08-diagnostics.md, reported symptoms; error codes
 * of the cloud providers.
 */
import * as l10n from '@vscode/l10n';
import { defineLogMessage } from './logMessage.ts';

export const noCapacityMessage = defineLogMessage({
  id: 'log-cloud-refuses',
  title: () => l10n.t`The cloud provider rejected the pod VM`,
  likelihood: 80,
  places: ['adaptor', 'imageJob'],
  pattern:
    /SkuNotAvailable|VM size [^\n]{1,100} not available in the current region|MissingSubscriptionRegistration|QuotaExceeded|InsufficientInstanceCapacity|VcpuLimitExceeded|UnauthorizedOperation|AuthFailure/,
  hints: [
    'SkuNotAvailable',
    'not available in the current region',
    'MissingSubscriptionRegistration',
    'QuotaExceeded',
    'InsufficientInstanceCapacity',
    'VcpuLimitExceeded',
    'UnauthorizedOperation',
    'AuthFailure',
  ],
  about: () => l10n.t`Cloud provider`,
  meaning: () =>
    l10n.t`The cloud provider can't create a VM because the instance type isn't available, a quota is exceeded, or the credentials don't have the required permissions.`,
  todo: () =>
    l10n.t`Read the cloud provider's error in this line. Select another instance type or region, raise the quota, or fix the credentials in peer-pods-secret.`,
});
