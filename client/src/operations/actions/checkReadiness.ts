/** Checks a cluster and shows the result as a page with actions to install, export, or check again. */
import * as l10n from '@vscode/l10n';
import { window, workspace } from 'vscode';
import { canOfferInstallation } from '#core/operations/permissions/canOfferInstallation.ts';
import { omitUndefined } from '#core/common/json.ts';
import { createPreflightJson, preflightMarkdown } from '#core/operations/checks/preflightReport.ts';
import type { DetailSource } from '#client/details/detailPanels.ts';
import { editorCommandOptions } from '#client/text/editorCommands.ts';
import { useEditorCommands } from '#client/details/useEditorCommands.ts';
import { preflightPage } from '../preflight/preflightPage.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { runPreflight, type PreflightRun } from '../preflight/runPreflight.ts';
import type { OperationCommand, OperationContext } from '../context.ts';

export const checkReadiness: OperationCommand = {
  id: 'osc.cluster.check',
  title: 'Check Cluster Readiness...',
  icon: 'checklist',
  palette: 'osc.clusterOpen',
  menus: [{ menu: 'osc.kata', group: '1@1' }],
  async run(tools, wanted) {
    const chosen = await tools.clusters.chooseAny(wanted, l10n.t`Select a cluster`);
    if (chosen === undefined) return;
    const { cluster } = chosen;
    const first = await showProgress(l10n.t`Checking ${cluster.context}...`, () => checkNow(tools, cluster));
    const { context } = cluster;
    tools.details.open({
      key: JSON.stringify(['check', context]),
      title: l10n.t`Preflight check for ${context}`,
      context,
      source: (changed) => new CheckSource(tools, cluster, first, changed),
      // If the page of an earlier check is open, it shows the new result.
      renew(source) {
        if (source instanceof CheckSource) source.take(first);
      },
    });
  },
};

function checkNow({ clock, settings }: OperationContext, cluster: OpenCluster): Promise<PreflightRun> {
  return runPreflight(cluster, { clock, timeout: settings.preflightTimeout() });
}

/** Provides the page of a check. */
class CheckSource implements DetailSource {
  readonly #tools: OperationContext;
  readonly #cluster: OpenCluster;
  readonly #changed: () => void;
  #last: PreflightRun;
  #isChecking = false;
  #problem: string | undefined;

  constructor(tools: OperationContext, cluster: OpenCluster, first: PreflightRun, changed: () => void) {
    this.#tools = tools;
    this.#cluster = cluster;
    this.#last = first;
    this.#changed = changed;
  }

  take(result: PreflightRun): void {
    this.#last = result;
    this.#problem = undefined;
    this.#changed();
  }

  page(): ReturnType<DetailSource['page']> {
    const { result, head, allowed, snapshot } = this.#last;
    const canInstall =
      result.fitness === 'fit' &&
      snapshot.kataConfigs.items.size === 0 &&
      canOfferInstallation(snapshot, this.#cluster.permissions);
    const page = preflightPage({
      result,
      head,
      canInstall,
      now: this.#tools.clock.now(),
      isChecking: this.#isChecking,
      ...omitUndefined({ allowed, problem: this.#problem }),
    });
    return useEditorCommands(page, editorCommandOptions(snapshot, this.#tools.settings.readOnly()));
  }

  run(name: 'checkAgain' | 'export'): void {
    if (name === 'checkAgain') void this.#checkAgain();
    else
      exportReport(this.#last).catch((error: unknown) =>
        this.#tools.notify.error(l10n.t`Can't export the report`, error),
      );
  }

  async #checkAgain(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.#changed();
    const [checked] = await Promise.allSettled([checkNow(this.#tools, this.#cluster)]);
    this.#isChecking = false;
    if (checked.status === 'fulfilled') this.take(checked.value);
    else {
      this.#problem = checked.reason instanceof Error ? checked.reason.message : String(checked.reason);
      this.#changed();
    }
  }
}

/** Opens the report as an untitled document that the user can save. */
async function exportReport({ result, head }: PreflightRun): Promise<void> {
  const formats = [
    {
      label: 'Markdown',
      language: 'markdown',
      text: () => preflightMarkdown(result, head),
    },
    {
      label: 'JSON',
      language: 'json',
      text: () => `${JSON.stringify(createPreflightJson(result, head), null, 2)}\n`,
    },
  ];
  const format = await showPick(formats, { title: l10n.t`Export Report`, placeHolder: l10n.t`Select a format` });
  if (format === undefined) return;
  const document = await workspace.openTextDocument({ language: format.language, content: format.text() });
  await window.showTextDocument(document, { preview: false });
}
