/**
 * Checks the permissions that are required to install Kata, with OLM v1 if a ClusterExtension exists. Source:
 * notes/cluster.md 5.4; core/operations/lookups/permissions.ts.
 */
import * as l10n from '@vscode/l10n';
import { canChooseOlm, isOperatorInstalled } from '#core/status/operator/clusterExtensionParts.ts';
import { defineCheck, type CheckFinding } from '#core/operations/preflightFindings/check.ts';
import { createPermissionFinding } from '#core/operations/preflightFindings/permissionFinding.ts';
import { usesOlmV1 } from './usesOlmV1.ts';

export const permissionsToInstall = defineCheck({
  id: 'rights-install',
  title: () => l10n.t`Permissions to install`,
  area: 'Permissions',
  why: () => l10n.t`An installation creates a namespace, OLM resources, and a KataConfig.`,
  targets: ['install'],
  decides: true,
  kinds: ['clusterServiceVersions'],
  facts: ['access', 'clusterExtension'],
  judge(situation) {
    const { snapshot } = situation;
    const installed = isOperatorInstalled(snapshot);
    const meaning = installed
      ? l10n.t`The operator is installed, but you don't have the permissions required to reinstall it.`
      : l10n.t`You don't have the permissions required to install Kata.`;
    const judgeFor = (purpose: 'install' | 'installExtension'): CheckFinding =>
      createPermissionFinding(situation, [purpose], installed ? 'warn' : 'fail', meaning);
    if (usesOlmV1(situation)) return judgeFor('installExtension');
    const ofOlmV0 = judgeFor('install');
    if (ofOlmV0.verdict === 'pass' || !canChooseOlm(snapshot)) return ofOlmV0;
    const ofOlmV1 = judgeFor('installExtension');
    // Even without `escalate` and `bind`, the user might have all permissions in the ClusterRole.
    if (ofOlmV1.verdict === 'unknown') return ofOlmV1;
    return ofOlmV1.verdict === 'pass'
      ? {
          ...ofOlmV1,
          headline: l10n.t`Granted only for OLM v1`,
          meaning: l10n.t`You have the permissions required to install Kata with a ClusterExtension (OLM v1), but not with a Subscription (OLM v0).`,
        }
      : ofOlmV0;
  },
});
