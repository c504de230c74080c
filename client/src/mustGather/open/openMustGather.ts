/** Reads a must-gather and shows it in the Clusters view. */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { commands } from 'vscode';
import { formatCount } from '#core/text/counts.ts';
import { sanitizeLiteral } from '#core/text/sanitize.ts';
import { readFileStamp } from '#gather/sources/fileStamp.ts';
import { withEllipsis } from '#client/text/withEllipsis.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import type { MustGatherEntry } from '../tree/mustGatherEntry.ts';
import type { MustGatherContext } from '../context.ts';
import { showPick } from '#client/vscode/prompts/showPick.ts';

/**
 * Opens a must-gather. Returns undefined if the user cancels. Rejects with the reason if the must-gather can't be read.
 * @param at folder or archive on this computer
 */
export async function openAt(
  tools: Pick<MustGatherContext, 'clusters' | 'reader' | 'notify'>,
  at: string,
): Promise<MustGatherEntry | undefined> {
  const { clusters, reader } = tools;
  const { gathered } = clusters;
  const stamp = await readFileStamp(at);
  if (stamp === undefined) return missing(tools, at);
  const { name } = gathered.begin(at, stamp);
  await commands.executeCommand('osc.clusters.show');
  const title = l10n.t`Reading ${sanitizeLiteral(path.basename(at))}...`;
  const report = await showProgress(
    title,
    async (cancelled, say) => {
      const giveUp = new AbortController();
      const listening = cancelled.onCancellationRequested(() => giveUp.abort());
      let shown = 0;
      try {
        return await reader.report(at, {
          signal: giveUp.signal,
          progress(done, total) {
            if (total === 0) return say(formatCount(done, 'file'));
            const part = Math.floor((done / total) * 100);
            say(`${part}%`, part - shown);
            shown = part;
          },
        });
      } finally {
        listening.dispose();
      }
    },
    true,
  );
  if (report.ok) {
    gathered.finish(name, report.value);
    return gathered.all.find((one) => one.name === name);
  }
  const { words, folders = [] } = report.error ?? {};
  // Only folders have size 0.
  if (stamp.size === 0 && folders.length > 0) {
    gathered.fail(name);
    const chosen = await askFolder(at, folders);
    return chosen === undefined ? undefined : openAt(tools, path.join(at, ...chosen.split('/')));
  }
  gathered.fail(name, words);
  if (words === undefined) return undefined;
  throw new Error(l10n.t`Can't read ${sanitizeLiteral(at)}: ${words}`);
}

/**
 * Offers to locate or remove a must-gather that no longer exists.
 * @returns undefined, because no must-gather is open then
 * @throws Error if the tree has no row for it
 */
async function missing(
  { clusters: { gathered }, notify }: Pick<MustGatherContext, 'clusters' | 'notify'>,
  at: string,
): Promise<undefined> {
  const lost = gathered.lose(at);
  if (lost === undefined) throw new Error(l10n.t`${sanitizeLiteral(at)} doesn't exist.`);
  const locate = withEllipsis(l10n.t`Locate Must-Gather`);
  const remove = l10n.t`Remove`;
  const chosen = await notify.tell('warning', l10n.t`${sanitizeLiteral(at)} doesn't exist.`, locate, remove);
  if (chosen === locate) await commands.executeCommand('osc.mustGather.locate', lost.name);
  else if (chosen === remove) gathered.close(lost.name);
}

/**
 * Lets the user select one of several must-gathers in a folder. Reading them together would mix data of different
 * clusters.
 */
async function askFolder(at: string, folders: readonly string[]): Promise<string | undefined> {
  const items = folders
    .filter((folder) => folder !== '.')
    .map((folder) => ({ label: sanitizeLiteral(folder), folder }));
  const title = l10n.t`${sanitizeLiteral(path.basename(at))} contains multiple must-gathers`;
  return (await showPick(items, { title, placeHolder: l10n.t`Select a must-gather` }))?.folder;
}
