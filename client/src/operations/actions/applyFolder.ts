/**
 * Applies the objects of a folder or a kustomization to a cluster, in the order of their dependencies. First shows what
 * would change.
 */
import * as l10n from '@vscode/l10n';
import { DiagnosticSeverity, languages } from 'vscode';
import path from 'node:path';
import { sortForApply } from '#core/operations/comparison/applyOrder.ts';
import { applyFileProcedureFor } from '#core/operations/procedures/applyFile.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatList } from '#core/text/grammar.ts';
import { askToTakeOver } from '../apply/askToTakeOver.ts';
import { chooseFolder, compareFolderWithCluster } from '../folder/folderComparison.ts';
import type { FolderComparison } from '../folder/comparedFolder.ts';
import type { OperationCommand, OperationContext } from '../context.ts';

export const applyFolder: OperationCommand = {
  id: 'osc.folder.apply',
  title: 'Apply Folder to Cluster...',
  palette: 'osc.clusterOpen && !config.osc.readOnly',
  menus: [
    {
      menu: 'explorer/context',
      group: 'z_osc@5',
      when: 'resourceScheme =~ /^(?:file|vscode-remote)$/ && explorerResourceIsFolder && osc.clusterOpen && !config.osc.readOnly',
    },
  ],
  async run(tools, given) {
    const folder = await chooseFolder(given);
    if (folder !== undefined) await applyFolderTo(tools, folder);
  },
};

/**
 * Compares a folder with a cluster, and applies the objects that differ after a confirmation.
 * @param previous comparison to repeat. Undefined to ask for the cluster and the subfolders
 */
export async function applyFolderTo(
  tools: OperationContext,
  folder: string,
  previous?: FolderComparison,
): Promise<void> {
  demandNoErrorsIn(folder);
  const title = l10n.t`Apply ${path.basename(folder)}`;
  const comparison = await compareFolderWithCluster(tools, folder, title, previous);
  if (comparison === undefined) return;
  const { objects, cluster, name, unread } = comparison;
  await tools.folderView.show(comparison);
  const changed = objects.filter(({ verdict }) => verdict === 'different' || verdict === 'onlyInFolder');
  const blocked = objects.filter(({ verdict }) => verdict === 'notComparable');
  if (changed.length === 0 && blocked.length === 0 && unread.length === 0) {
    const count = formatCount(objects.length, 'object');
    await tools.notify.tell('info', l10n.t('No differences between {2} ({1}) and {0}.', cluster.context, count, name));
    return;
  }
  if (blocked.length + unread.length > 0) {
    const count = formatList([
      ...(blocked.length === 0 ? [] : [formatCount(blocked.length, 'object')]),
      ...(unread.length === 0 ? [] : [formatCount(unread.length, 'file')]),
    ]);
    throw new Error(
      l10n.t`No changes were applied, because ${count} can't be applied. The Folder Comparison view shows the reasons.`,
    );
  }
  const planned = sortForApply(changed, ({ kind }) => kind).flatMap((object) => object.planned ?? []);
  if (!(await askToTakeOver(tools.notify, cluster.context, planned))) return;
  const outcome = await tools.perform(cluster, applyFileProcedureFor(planned), { file: name, objects: planned });
  if (outcome !== 'done') return;
  const applied = await compareFolderWithCluster(tools, folder, title, comparison);
  if (applied !== undefined && tools.folderView.comparison !== undefined) await tools.folderView.show(applied);
}

/** Throws if the extension reports errors in files of the folder, so that invalid files aren't sent to a cluster. */
function demandNoErrorsIn(folder: string): void {
  for (const [uri, diagnostics] of languages.getDiagnostics()) {
    if (uri.scheme !== 'file' || !uri.fsPath.startsWith(`${folder}${path.sep}`)) continue;
    const error = diagnostics.find(
      ({ severity, source }) => severity === DiagnosticSeverity.Error && source?.startsWith('OSC') === true,
    );
    if (error === undefined) continue;
    const file = path.relative(folder, uri.fsPath);
    throw new Error(l10n.t`Fix the errors in ${file} first. Line ${error.range.start.line + 1}: ${error.message}`);
  }
}
