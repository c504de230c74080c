/**
 * Checks the permissions that are required to configure Kata. Source: notes/cluster.md 5.4;
 * core/operations/lookups/permissions.ts.
 */
import * as l10n from '@vscode/l10n';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { createPermissionFinding } from '#core/operations/preflightFindings/permissionFinding.ts';

export const permissionsToConfigure = defineCheck({
  id: 'rights-configure',
  title: () => l10n.t`Permissions to configure`,
  area: 'Permissions',
  why: () => l10n.t`Required to change peer pods, node labels, and the KataConfig.`,
  kinds: [],
  facts: ['access'],
  judge: (situation) =>
    createPermissionFinding(
      situation,
      ['configure'],
      'warn',
      l10n.t`Without these permissions, you might not be able to change peer pods, node labels, or the KataConfig.`,
    ),
});
