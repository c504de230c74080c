/**
 * Checks the permissions to read metrics and logs, open shells, and collect a must-gather. Source: notes/cluster.md
 * 5.4; core/operations/lookups/permissions.ts.
 */
import * as l10n from '@vscode/l10n';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { createPermissionFinding } from '#core/operations/preflightFindings/permissionFinding.ts';

export const permissionsToDiagnose = defineCheck({
  id: 'rights-diagnose',
  title: () => l10n.t`Permissions to diagnose`,
  area: 'Permissions',
  why: () => l10n.t`Required to read metrics and logs, to open a shell in a container, and to collect a must-gather.`,
  kinds: [],
  facts: ['access'],
  judge: (situation) =>
    createPermissionFinding(
      situation,
      ['metrics', 'logs', 'shell', 'mustGather'],
      'warn',
      l10n.t`Without these permissions, you might not be able to read metrics or logs, open a shell in a container, or collect a must-gather.`,
    ),
});
