/**
 * Checks the permissions that are required to update and uninstall Kata. Source: notes/cluster.md 5.4;
 * core/operations/lookups/permissions.ts.
 */
import * as l10n from '@vscode/l10n';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { createPermissionFinding } from '#core/operations/preflightFindings/permissionFinding.ts';

export const permissionsToUninstall = defineCheck({
  id: 'rights-uninstall',
  title: () => l10n.t`Permissions to update and uninstall`,
  area: 'Permissions',
  why: () => l10n.t`An uninstall first lists pods in all namespaces and then deletes several kinds of objects.`,
  kinds: [],
  facts: ['access'],
  judge: (situation) =>
    createPermissionFinding(
      situation,
      ['update', 'uninstall'],
      'warn',
      l10n.t`Without these permissions, you might not be able to update or uninstall Kata.`,
    ),
});
