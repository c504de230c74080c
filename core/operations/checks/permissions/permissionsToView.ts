/** Checks the permissions to view resources. Source: notes/cluster.md 5.4; core/operations/lookups/permissions.ts. */
import * as l10n from '@vscode/l10n';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { createPermissionFinding } from '#core/operations/preflightFindings/permissionFinding.ts';

export const permissionsToView = defineCheck({
  id: 'rights-look',
  title: () => l10n.t`Permissions to view`,
  area: 'Permissions',
  why: () => l10n.t`Resources that you don't have permission to list aren't displayed or checked.`,
  kinds: [],
  facts: ['access'],
  judge: (situation) =>
    createPermissionFinding(
      situation,
      ['look'],
      'warn',
      l10n.t`The affected data isn't displayed, and checks that need it report Unknown.`,
    ),
});
