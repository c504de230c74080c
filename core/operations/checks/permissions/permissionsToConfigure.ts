/** Source: notes/cluster.md 5.4; core/operations/lookups/permissions.ts. */
import * as l10n from '@vscode/l10n';
import { defineCheck } from '#core/operations/preflightFindings/check.ts';
import { createPermissionFinding } from '#core/operations/preflightFindings/permissionFinding.ts';

export const permissionsToConfigure = defineCheck({
  id: 'rights-configure',
  title: () => l10n.t`Rights to configure`,
  area: 'Rights',
  why: () => l10n.t`Peer pods, node labels and the KataConfig are changed with them.`,
  kinds: [],
  facts: ['access'],
  judge: (situation) =>
    createPermissionFinding(situation, ['configure'], 'warn', l10n.t`What it is about cannot be changed by you.`),
});
