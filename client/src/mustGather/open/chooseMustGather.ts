/** Determines the must-gather that a command applies to. */
import * as l10n from '@vscode/l10n';
import { stat } from 'node:fs/promises';
import { Uri, window } from 'vscode';
import type { MustGatherEntry, OpenGather } from '../tree/mustGatherEntry.ts';
import { sanitizeLiteral } from '#core/text/sanitize.ts';
import { dayAndTime, describeCollectionTime } from '../tree/mustGatherTitle.ts';
import type { MustGatherContext } from '../context.ts';
import { openAt } from './openMustGather.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';

export type OpenedMustGather = MustGatherEntry & { readonly state: OpenGather };

export function isOpen(gather: MustGatherEntry): gather is OpenedMustGather {
  return gather.state.kind === 'open';
}

/**
 * Returns the clicked must-gather or the one at the given path. Otherwise, the user selects one. Reads it if necessary.
 * Returns undefined if the user cancels.
 * @param but must-gather that is already selected; if set, open must-gathers aren't offered because the user needs a
 * different one
 */
export async function chooseGather(
  tools: MustGatherContext,
  given: unknown,
  title: string,
  but?: MustGatherEntry,
): Promise<OpenedMustGather | undefined> {
  const { gathered } = tools.clusters;
  const clicked = gathered.find(given);
  const at = clicked?.path ?? pathIn(given);
  if (clicked !== undefined && isOpen(clicked)) return clicked;
  if (at !== undefined) return opened(await openAt(tools, at));
  const open = gathered.all.filter(isOpen);
  const [only, ...others] = open;
  if (only !== undefined && others.length === 0 && but === undefined) return only;
  const asked = open.length === 0 || but !== undefined ? 'another' : await pickGather(open, title);
  if (asked !== 'another') return asked;
  const path = await pickPath(tools, title);
  return path === undefined ? undefined : opened(await openAt(tools, path));
}

function opened(gather: MustGatherEntry | undefined): OpenedMustGather | undefined {
  return gather !== undefined && isOpen(gather) ? gather : undefined;
}

async function pickGather(
  open: readonly OpenedMustGather[],
  title: string,
): Promise<OpenedMustGather | 'another' | undefined> {
  const items = [
    ...open.map((gather) => ({
      label: gather.name,
      description: describeCollectionTime(gather.state.report),
      detail: sanitizeLiteral(gather.path),
      gather,
    })),
    {
      label: l10n.t`Open Another...`,
      description: '',
      detail: '',
      gather: 'another' as const,
    },
  ];
  return (await showPick(items, { title, placeHolder: l10n.t`Select a must-gather`, matchOnDetail: true }))?.gather;
}

/**
 * Returns the path that a command received.
 * @throws if the file isn't on this computer
 */
export function pathIn(given: unknown): string | undefined {
  if (typeof given === 'string' && given !== '') return given;
  if (!(given instanceof Uri)) return undefined;
  if (given.scheme !== 'file')
    throw new Error(l10n.t`Only must-gathers on this computer can be opened. Save the must-gather to a folder first.`);
  return given.fsPath;
}

/**
 * Lists the must-gathers that were collected on this computer and offers to select any other archive or folder.
 * Archives and folders are separate items because most system dialogs can select only one of them.
 */
export async function pickPath(
  tools: Pick<MustGatherContext, 'collections'>,
  title: string,
): Promise<string | undefined> {
  const items = (await tools.collections.all()).map(({ folder, context, at }) => ({
    label: `${context}, ${dayAndTime(at)}`,
    description: '',
    detail: sanitizeLiteral(folder),
    folder,
  }));
  const others = [
    { label: l10n.t`Archive...`, description: l10n.t`tar, tar.gz, or zip`, isFolder: false },
    { label: l10n.t`Folder...`, description: l10n.t`Created by oc adm must-gather`, isFolder: true },
  ];
  const chosen = await showPick([...items, ...others], {
    title,
    placeHolder: l10n.t`Select a must-gather`,
    matchOnDetail: true,
  });
  if (chosen === undefined) return undefined;
  return 'folder' in chosen ? chosen.folder : askPath(tools, title, chosen.isFolder);
}

/** Asks for a file or folder, starting in the folder of collected must-gathers. */
export async function askPath(
  { collections: { usual } }: Pick<MustGatherContext, 'collections'>,
  title: string,
  isFolder: boolean,
): Promise<string | undefined> {
  const open = l10n.t({ message: 'Open', args: [], comment: ['A button. A verb.'] });
  const hasUsual = await stat(usual).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const options = { title, openLabel: open, canSelectFiles: !isFolder, canSelectFolders: isFolder };
  const [chosen] =
    (await window.showOpenDialog({ ...options, ...(hasUsual ? { defaultUri: Uri.file(usual) } : {}) })) ?? [];
  return pathIn(chosen);
}
