/** Manages the panels with must-gather reports, one per must-gather. */
import * as l10n from '@vscode/l10n';
import { Uri, ViewColumn, window, workspace, type Disposable } from 'vscode';
import { copyText } from '#client/vscode/copyText.ts';
import { describePlatform } from '#core/diagnosis/platform/platformReport.ts';
import { formatSanitizedJson } from '#core/text/sanitize.ts';
import { formatReport } from '#gather/reports/index.ts';
import type { MustGatherReport } from '#gather/reports/mustGatherReport.ts';
import type { FeatureDeps } from '#client/features/lazyFeature.ts';
import type { MustGatherEntry } from '../tree/mustGatherEntry.ts';
import { dayAndTime } from '../tree/mustGatherTitle.ts';
import { openPanel, type WebviewPanelHandle } from '#client/webview/webviewPanel.ts';
import { readReportMessage, type ExportFormat, type ReportMessage, type ReportView } from './reportView.ts';
import { viewOfReport } from './createReportView.ts';
import { readExtensionVersion } from './extensionVersion.ts';
import { showEvidence } from './showEvidence.ts';

export class ReportPanels implements Disposable {
  readonly #parts: Pick<FeatureDeps, 'notify' | 'shipped'>;
  readonly #open = new Map<string, WebviewPanelHandle<ReportView>>();

  constructor(parts: Pick<FeatureDeps, 'notify' | 'shipped'>) {
    this.#parts = parts;
  }

  /** Shows the report of a must-gather. Replaces an open panel of the same must-gather. */
  show(gather: MustGatherEntry, report: MustGatherReport): void {
    const { id } = gather;
    this.#open.get(id)?.dispose();
    const { shipped, notify } = this.#parts;
    const { at } = report.summary;
    const name = l10n.t`Must-gather report`;
    const title = at === undefined ? name : `${name} (${dayAndTime(at)})`;
    const panel = openPanel<ReportView, ReportMessage>({
      viewType: 'osc.mustGatherReport',
      title: l10n.t`Report: ${gather.name}`,
      column: ViewColumn.Active,
      script: shipped('dist', 'mustGatherReportPage.js'),
      read: readReportMessage,
      onMessage: (message) =>
        void this.#answer(gather, report, message).catch((error: unknown) => {
          notify.error(error instanceof Error ? error.message : l10n.t`The command failed`, error);
        }),
      onClose: () => {
        if (this.#open.get(id) === panel) this.#open.delete(id);
      },
    });
    this.#open.set(id, panel);
    panel.show(viewOfReport(title, report));
  }

  /** Closes the panel of a must-gather that is no longer open. */
  close(id: string): void {
    this.#open.get(id)?.dispose();
  }

  dispose(): void {
    for (const panel of this.#open.values()) panel.dispose();
  }

  async #answer(gather: MustGatherEntry, report: MustGatherReport, message: ReportMessage): Promise<void> {
    switch (message.type) {
      case 'show': {
        const mark = report.findings[message.finding]?.evidence[message.line];
        if (mark !== undefined) await showEvidence(gather, mark);
        return;
      }
      case 'showPlatform': {
        const mark = describePlatform(report.gathered.platform).lines[message.line]?.evidence;
        if (mark !== undefined) await showEvidence(gather, mark);
        return;
      }
      case 'copy':
        await copyText(await this.#written(report, 'md'));
        void this.#parts.notify.tell(
          'info',
          l10n.t`Copied. The report contains node, namespace, and image names. Review it before you share it.`,
        );
        return;
      default:
        await this.#export(gather, report, message.format);
    }
  }

  async #export({ name }: MustGatherEntry, report: MustGatherReport, format: ExportFormat): Promise<void> {
    const folder = workspace.workspaceFolders?.[0]?.uri;
    const file = `${name.replaceAll(/[^\w.-]+/g, '-')}-report.${format}`;
    const to = await window.showSaveDialog({
      title: l10n.t`Export Report`,
      ...(folder === undefined ? {} : { defaultUri: Uri.joinPath(folder, file) }),
    });
    if (to === undefined) return;
    await workspace.fs.writeFile(to, Buffer.from(await this.#written(report, format)));
    await window.showTextDocument(to);
  }

  /** Formats the report in the same way as `osc-tools must-gather report`. */
  async #written(report: MustGatherReport, format: ExportFormat): Promise<string> {
    const formatted = formatReport(report, format, await readExtensionVersion(this.#parts));
    return 'text' in formatted ? formatted.text : `${formatSanitizedJson(formatted.value)}\n`;
  }
}
