/**
 * Checks the permissions that are required to update and uninstall Kata. If OLM v1 installed the operator, checks only
 * those to uninstall Kata, because this product can't update an operator of OLM v1. Source: notes/cluster.md 5.4;
 * core/operations/lookups/permissions.ts.
 */
import * as l10n from '@vscode/l10n';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { findCsv } from '#core/status/operator/olmParts.ts';
import { createPermissionFinding } from '#core/operations/preflightFindings/permissionFinding.ts';
import { usesOlmV1 } from './usesOlmV1.ts';

export const permissionsToUninstall = defineCheck({
  id: 'rights-uninstall',
  title: () => l10n.t`Permissions to update and uninstall`,
  area: 'Permissions',
  why: () => l10n.t`An uninstall first lists pods in all namespaces and then deletes several kinds of objects.`,
  kinds: ['clusterServiceVersions'],
  facts: ['access', 'clusterExtension'],
  judge: (situation) =>
    createPermissionFinding(
      situation,
      usesOlmV1(situation) && findCsv(situation.snapshot) === undefined
        ? ['uninstallExtension']
        : ['update', 'uninstall'],
      'warn',
      l10n.t`Without these permissions, you might not be able to update or uninstall Kata.`,
    ),
});
