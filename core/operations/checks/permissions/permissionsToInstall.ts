/**
 * Checks the permissions that are required to install Kata. Source: notes/cluster.md 5.4;
 * core/operations/lookups/permissions.ts.
 */
import * as l10n from '@vscode/l10n';
import { isOperatorInstalled } from '#core/status/operator/clusterExtensionParts.ts';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { createPermissionFinding } from '#core/operations/preflightFindings/permissionFinding.ts';

export const permissionsToInstall = defineCheck({
  id: 'rights-install',
  title: () => l10n.t`Permissions to install`,
  area: 'Permissions',
  why: () => l10n.t`An installation creates a namespace, OLM resources, and a KataConfig.`,
  targets: ['install'],
  decides: true,
  kinds: ['clusterServiceVersions'],
  facts: ['access'],
  judge(situation) {
    const installed = isOperatorInstalled(situation.snapshot);
    const meaning = installed
      ? l10n.t`The operator is installed, but you don't have the permissions required to reinstall it.`
      : l10n.t`You don't have the permissions required to install Kata.`;
    return createPermissionFinding(situation, ['install'], installed ? 'warn' : 'fail', meaning);
  },
});
