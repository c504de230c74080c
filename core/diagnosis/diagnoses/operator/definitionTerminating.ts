/** No KataConfig can be created while its kind is being deleted. Source: notes/cluster.md 5.2 (5). */
import * as l10n from '@vscode/l10n';
import { deletingKataConfig } from '#core/product/docSections.ts';
import { defineDiagnosis } from '../diagnosis.ts';

export const definitionTerminating = defineDiagnosis({
  id: 'definition-terminating',
  title: () => l10n.t`The kind KataConfig is being deleted`,
  likelihood: 85,
  follows: ['operator-not-installed', 'operator-not-running'],
  docs: deletingKataConfig,
  find: ({ besides }) =>
    besides
      .filter(({ kind, deleting }) => kind === 'definition' && deleting !== undefined)
      .map(({ name, marks }) => ({
        health: 'failed',
        about: `CustomResourceDefinition ${name}`,
        headline: l10n.t`Is being deleted`,
        meaning: l10n.t`A KataConfig that nobody finishes keeps the definition, and until it is gone no KataConfig can be created.`,
        todo: l10n.t`Install the operator again, so that it finishes the KataConfig. Removing the finalizer by hand leaves MachineConfigs, the pool kata-oc and labels behind.`,
        docs: deletingKataConfig,
        evidence: marks.filter(({ text }) => /^deletionTimestamp:|InstanceDeletion/.test(text)).slice(0, 6),
      })),
});
