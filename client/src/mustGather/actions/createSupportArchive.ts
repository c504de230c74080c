/** Creates a support archive from a must-gather: a row of the tree, a folder in the Explorer, or a selected folder. */
import * as l10n from '@vscode/l10n';
import { stat } from 'node:fs/promises';
import { Uri, window } from 'vscode';
import type { Collections } from '../collect/run/collectedMustGathers.ts';
import { createArchive } from '../supportArchive/createArchive.ts';
import { pathIn } from '../open/chooseMustGather.ts';
import type { MustGatherCommand, MustGatherContext } from '../context.ts';
import { findHomeFolder } from '#client/processes/homeFolder.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';
import { clusterRow } from '#client/commands/menuPlaces.ts';

const title = () => l10n.t`Create Support Archive`;

export const pack: MustGatherCommand = {
  id: 'osc.mustGather.pack',
  title: 'Create Support Archive...',
  menus: [
    {
      menu: 'explorer/context',
      group: 'z_osc@3',
      when: 'resourceScheme =~ /^(?:file|vscode-remote)$/ && explorerResourceIsFolder',
    },
    clusterRow('1_osc@3', 'gathered'),
  ],
  async run(tools, given) {
    const folder = tools.clusters.gathered.find(given)?.path ?? pathIn(given) ?? (await choose(tools));
    if (folder === undefined) return;
    if (await isFolder(folder)) await createArchive(tools, folder);
    else
      await tools.notify.tell(
        'warning',
        l10n.t`${folder} isn't a folder. To redact the credentials in an archive, extract it and create the support archive from the extracted folder.`,
      );
  },
};

/** Asks the user to select an open must-gather or another folder. */
async function choose({ clusters: { gathered }, collections }: MustGatherContext): Promise<string | undefined> {
  const open = gathered.all.map(({ name, path }) => ({ label: name, detail: path, path }));
  if (open.length === 0) return pick(collections);
  const another = { label: l10n.t`Another Folder...`, detail: '', path: undefined };
  const chosen = await showPick([...open, another], {
    title: title(),
    placeHolder: l10n.t`Select a must-gather`,
    matchOnDetail: true,
  });
  return chosen === undefined ? undefined : (chosen.path ?? pick(collections));
}

async function pick({ usual }: Collections): Promise<string | undefined> {
  const [chosen] =
    (await window.showOpenDialog({
      title: title(),
      openLabel: title(),
      canSelectFiles: false,
      canSelectFolders: true,
      // Default folder of collected must-gathers, if it exists.
      defaultUri: Uri.file((await isFolder(usual)) ? usual : findHomeFolder()),
    })) ?? [];
  return pathIn(chosen);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
