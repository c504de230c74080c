/**
 * Diagnoses a KataConfig CRD that is being deleted, which prevents new KataConfigs. Source: notes/cluster.md 5.2 (5).
 */
import * as l10n from '@vscode/l10n';
import { deletingKataConfig } from '#core/product/docSections.ts';
import { defineDiagnosis } from '../diagnosis.ts';

export const definitionTerminating = defineDiagnosis({
  id: 'definition-terminating',
  title: () => l10n.t`KataConfig CRD is being deleted`,
  likelihood: 85,
  follows: ['operator-not-installed', 'operator-not-running'],
  docs: deletingKataConfig,
  find: ({ besides }) =>
    besides
      .filter(({ kind, deleting }) => kind === 'definition' && deleting !== undefined)
      .map(({ name, marks }) => ({
        health: 'failed',
        about: `CustomResourceDefinition ${name}`,
        headline: l10n.t`Being deleted`,
        meaning: l10n.t`A KataConfig that can't be deleted is blocking the deletion of the CRD. While the CRD is being deleted, no KataConfig can be created.`,
        todo: l10n.t`Reinstall the operator so that it can finish deleting the KataConfig. If you remove the finalizer manually, MachineConfigs, the kata-oc pool, and labels remain.`,
        docs: deletingKataConfig,
        evidence: marks.filter(({ text }) => /^deletionTimestamp:|InstanceDeletion/.test(text)).slice(0, 6),
      })),
});
