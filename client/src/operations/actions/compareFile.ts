/**
 * Compares the file in the active editor with a cluster: the current objects, and the objects after applying the file
 * according to a dry run. Changes nothing.
 */
import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import { createManifestComparison } from '../apply/comparison.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { parseManifests } from '../manifests/parseManifests.ts';
import { getDocumentName, yamlFile } from '../apply/yamlEditors.ts';
import { planApply } from '../apply/planApply.ts';
import { createRestMapper } from '../apply/restMapper.ts';
import { chooseNamespace } from '../apply/chooseNamespace.ts';
import type { OperationCommand } from '../context.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';

export const compareFile: OperationCommand = {
  id: 'osc.file.compare',
  title: 'Compare File with Cluster',
  palette: 'editorLangId == yaml && osc.clusterOpen',
  menus: [
    { menu: 'editor/context', group: 'z_osc@4', when: 'editorLangId == yaml && osc.clusterOpen && editorTextFocus' },
  ],
  async run(tools, given) {
    const document = await yamlFile(given);
    const objects = parseManifests(document.getText());
    if (!objects.ok) throw new Error(objects.error);
    const title = l10n.t`Compare ${getDocumentName(document)}`;
    const chosen = await tools.clusters.chooseAny(undefined, title);
    if (chosen === undefined) return;
    const { cluster } = chosen;
    const namespace = await chooseNamespace(cluster, objects.value, title);
    if (namespace === undefined) return;
    const plan = await showProgress(
      l10n.t`Reading ${cluster.context}...`,
      async (cancelled) => {
        const over = new AbortController();
        cancelled.onCancellationRequested(() => over.abort());
        const map = createRestMapper(cluster.connection, namespace, over.signal);
        const answer = await planApply(cluster.connection, objects.value, { map, signal: over.signal });
        return over.signal.aborted ? undefined : answer;
      },
      true,
    );
    if (plan === undefined) return;
    if (!plan.ok) throw new Error(plan.error);
    const { now, planned, differs, secrets } = createManifestComparison(plan.value);
    if (differs) {
      await tools.texts.compare(
        l10n.t`${getDocumentName(document)}: ${cluster.context} ↔ file`,
        now,
        planned,
        getDocumentName(document),
      );
      return;
    }
    const count = formatCount(plan.value.objects.length, 'object');
    const same = l10n.t('No differences between {2} ({1}) and {0}.', cluster.context, count, getDocumentName(document));
    await tools.notify.tell(
      'info',
      secrets ? `${same}${getSentenceSeparator()}${l10n.t`Secret values weren't compared.`}` : same,
    );
  },
};
