/** Applies the file in the active editor to a cluster. First shows what would change, based on a dry run. */
import * as l10n from '@vscode/l10n';
import { applyFileProcedureFor } from '#core/operations/procedures/applyFile.ts';
import { formatCount } from '#core/text/counts.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { parseManifests } from '../manifests/parseManifests.ts';
import { demandNoErrors, getDocumentName, yamlFile } from '../apply/yamlEditors.ts';
import { askToTakeOver } from '../apply/askToTakeOver.ts';
import { planApply } from '../apply/planApply.ts';
import { createRestMapper } from '../apply/restMapper.ts';
import { chooseNamespace } from '../apply/chooseNamespace.ts';
import type { OperationCommand } from '../context.ts';

export const applyFile: OperationCommand = {
  id: 'osc.file.apply',
  title: 'Apply File to Cluster...',
  palette: 'editorLangId == yaml && osc.clusterOpen && !config.osc.readOnly',
  menus: [
    {
      menu: 'editor/context',
      group: 'z_osc@3',
      when: 'editorLangId == yaml && osc.clusterOpen && !config.osc.readOnly && editorTextFocus',
    },
  ],
  async run(tools, given) {
    const document = await yamlFile(given);
    await tools.language.start();
    demandNoErrors(document);
    const objects = parseManifests(document.getText());
    if (!objects.ok) throw new Error(objects.error);
    const title = l10n.t`Apply ${getDocumentName(document)}`;
    const chosen = await tools.clusters.chooseAny(undefined, title);
    if (chosen === undefined) return;
    const { cluster } = chosen;
    const namespace = await chooseNamespace(cluster, objects.value, title);
    if (namespace === undefined) return;
    const plan = await showProgress(
      l10n.t`Checking ${cluster.context}...`,
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
    const changed = plan.value.objects.filter(({ unchanged }) => !unchanged);
    if (changed.length === 0) {
      await tools.notify.tell(
        'info',
        l10n.t(
          'No differences between {2} ({1}) and {0}.',
          cluster.context,
          formatCount(plan.value.objects.length, 'object'),
          getDocumentName(document),
        ),
      );
      return;
    }
    if (!(await askToTakeOver(tools.notify, cluster.context, changed))) return;
    await tools.perform(cluster, applyFileProcedureFor(changed), { file: getDocumentName(document), objects: changed });
  },
};
