/** Opens a journal or pod log file, plain or compressed. Doesn't contact a cluster. */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { Uri, window } from 'vscode';
import { showLog } from '../view/logPanel.ts';
import type { LogsCommand } from '../context.ts';

export const openFile: LogsCommand = {
  id: 'osc.logs.openFile',
  title: 'Open Log File...',
  menus: [
    {
      menu: 'explorer/context',
      group: 'z_osc@2',
      when: 'resourceScheme =~ /^(?:file|vscode-remote)$/ && !explorerResourceIsFolder && resourceFilename =~ /(?:\\.log|_logs(?:_\\w+)?)(?:\\.gz)?$/',
    },
  ],
  async run(tools, given) {
    const file = given instanceof Uri && given.scheme === 'file' ? given : await askForFile();
    if (file === undefined) return;
    const open = async () => {
      const log = await tools.fileLog(file.fsPath);
      if (!log.ok) throw new Error(log.error);
      return log.value;
    };
    showLog(tools, { title: path.basename(file.fsPath), from: file.fsPath, source: await open(), retry: open });
  },
};

async function askForFile(): Promise<Uri | undefined> {
  const [file] =
    (await window.showOpenDialog({
      title: l10n.t`Open Log File`,
      openLabel: l10n.t({ message: 'Open', args: [], comment: ['A button. A verb.'] }),
      filters: {
        [l10n.t`Logs`]: ['log', 'txt', 'json', 'jsonl', 'gz'],
        [l10n.t`All files`]: ['*'],
      },
    })) ?? [];
  if (file !== undefined && file.scheme !== 'file') throw new Error(l10n.t`Only local files can be opened as logs.`);
  return file;
}
