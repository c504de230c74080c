/** Shows a log in a webview panel and implements its buttons with VS Code. */
import * as l10n from '@vscode/l10n';
import { ViewColumn } from 'vscode';
import { copyText } from '#client/vscode/copyText.ts';
import { omitUndefined } from '#core/common/json.ts';
import { openPanel, type WebviewPanelHandle } from '#client/webview/webviewPanel.ts';
import { LogModel, type LogModelParts } from './logModel.ts';
import { logStyle } from './logStyle.ts';
import { readLogMessage, type LogPageMessage, type LogView } from './logView.ts';
import { formatLineCount } from './statusView.ts';
import type { LogsContext } from '../context.ts';

export interface LogPanelContent extends Pick<
  LogModelParts,
  'title' | 'from' | 'notes' | 'source' | 'filter' | 'retry'
> {
  /** The `oc` command that reads the same lines, quoted for a shell. */
  readonly command?: string;
  /** Called when the panel or the window closes. */
  readonly onClose?: () => void;
}

/** Shows a log until the panel or the window closes. The source is closed with it. */
export function showLog(
  { shipped, notify, clock, texts, open }: LogsContext,
  { onClose, command, ...log }: LogPanelContent,
): LogModel {
  const told = (why: string) => (error: unknown) =>
    notify.error(error instanceof Error && error.message !== '' ? error.message : why, error);
  const take: LogModelParts['take'] = (how, lines, cut) => {
    const text = `${lines.join('\n')}\n`;
    const count = formatLineCount(lines.length);
    const done = how === 'copy' ? copyText(text, copiedWords(count)) : texts.plain(log.title, text);
    const said = cut
      ? l10n.t`The copy contains only the first ${count}. To reduce the number of lines, filter the log.`
      : undefined;
    Promise.resolve(done)
      .then(() => (said === undefined ? undefined : notify.tell('warning', said)))
      .catch(told(l10n.t`Can't read the log.`));
  };
  const panel: WebviewPanelHandle<LogView> = openPanel<LogView, LogPageMessage>({
    viewType: 'osc.log',
    title: log.title,
    column: ViewColumn.Active,
    script: shipped('dist', 'logsPage.js'),
    style: logStyle,
    takesFocus: true,
    read: readLogMessage,
    onMessage: (message) => model.message(message),
    onClose: () => close(),
  });
  const close = open.add(() => {
    model.dispose();
    onClose?.();
  });
  const copyCommand = command === undefined ? undefined : async () => copyText(command);
  const model = new LogModel({
    ...log,
    ...omitUndefined({ copyCommand }),
    clock,
    take,
    show: (view) => panel.show(view),
    failed: told(l10n.t`Can't read the log.`),
  });
  return model;
}

function copiedWords(lines: string): string {
  return l10n.t({ message: 'Copied {0}', args: [lines], comment: ['Shown after a command. {0} is "3 lines".'] });
}
