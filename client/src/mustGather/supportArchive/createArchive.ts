/** Creates a support archive of a must-gather. Asks whether to redact credentials and where to save the file. */
import * as l10n from '@vscode/l10n';
import path from 'node:path';
import { commands, Uri, window } from 'vscode';
import { formatCount } from '#core/text/counts.ts';
import { formatBytes } from '#core/text/formatBytes.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeLiteral } from '#core/text/sanitize.ts';
import { showProgress } from '#client/vscode/prompts/showInput.ts';
import { showPickMany } from '#client/vscode/prompts/showPick.ts';
import { askNamed } from '#client/vscode/prompts/askSteps.ts';
import type { MustGatherContext } from '../context.ts';
import type { ArchiveManifest } from './archiveManifest.ts';

const title = () => l10n.t`Create Support Archive`;

/** Creates the archive of a folder. The user can add omitted files and create it again. */
export async function createArchive(tools: Pick<MustGatherContext, 'notify' | 'pack'>, folder: string): Promise<void> {
  const answers = await askNamed(title(), (before) => (before.has('how') ? undefined : question()));
  const how = answers?.get('how');
  if (how === undefined) return;
  const redact = how === 'redacted';
  const target = await window.showSaveDialog({
    title: title(),
    defaultUri: Uri.file(`${folder}${redact ? '-redacted' : ''}.zip`),
    filters: { Zip: ['zip'] },
  });
  if (target === undefined) return;
  let include: readonly string[] | undefined = [];
  while (include !== undefined) include = await packOnce(tools, folder, target, { redact, include });
}

/**
 * Creates the archive once and reports the result.
 * @returns the files to include if the user wants to create the archive again; otherwise undefined
 */
async function packOnce(
  { notify, pack }: Pick<MustGatherContext, 'notify' | 'pack'>,
  folder: string,
  target: Uri,
  { redact, include }: { readonly redact: boolean; readonly include: readonly string[] },
): Promise<readonly string[] | undefined> {
  const stop = new AbortController();
  const packed = await showProgress(
    l10n.t`Creating a support archive from ${sanitizeLiteral(path.basename(folder))}...`,
    (cancelled, say) => {
      cancelled.onCancellationRequested(() => stop.abort());
      const progress = (done: number, total: number): void => say(`${Math.floor((100 * done) / Math.max(total, 1))}%`);
      return pack({ folder, target: target.fsPath, redact, include }, { signal: stop.signal, progress });
    },
    true,
  );
  if (!packed.ok) {
    if (packed.error !== undefined) notify.error(l10n.t`Can't create the support archive`, new Error(packed.error));
    return undefined;
  }
  const show = l10n.t`Show File`;
  const review = l10n.t`Review Omitted Files...`;
  const choices = packed.value.leftOut.some(({ mayBeIncluded }) => mayBeIncluded) ? [show, review] : [show];
  const chosen = await notify.tell(
    'info',
    `${wordsOf(packed.value)}${getSentenceSeparator()}${l10n.t`Saved to ${target.fsPath}.`}`,
    ...choices,
  );
  if (chosen === show) await commands.executeCommand('revealFileInOS', target);
  return chosen === review ? chooseIncluded(packed.value, include) : undefined;
}

/** Lets the user select which of the files that can't be redacted to include. */
async function chooseIncluded(
  { leftOut }: ArchiveManifest,
  include: readonly string[],
): Promise<readonly string[] | undefined> {
  const items = leftOut
    .filter(({ mayBeIncluded }) => mayBeIncluded)
    .map(({ path: label, why }) => ({ label, description: why }));
  const chosen = await showPickMany(items, {
    title: title(),
    placeHolder: l10n.t`Select the files to include unchanged. Credentials in these files aren't redacted.`,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return chosen === undefined || chosen.length === 0 ? undefined : [...include, ...chosen.map(({ label }) => label)];
}

const question = () =>
  ({
    name: 'how',
    placeHolder: l10n.t`Select whether to redact credentials`,
    items: [
      {
        label: l10n.t`Redact credentials`,
        detail: l10n.t`Replaces Secret values, tokens, passwords, and private keys with ***. Keeps names, addresses, and logs. Omits files that aren't text.`,
        value: 'redacted',
      },
      { label: l10n.t`Don't redact credentials`, value: 'whole' },
    ],
  }) as const;

function wordsOf({ files, leftOut, redacted }: ArchiveManifest): string {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const replaced = files.reduce((sum, file) => sum + file.replaced, 0);
  const taken = l10n.t`Redacted values: ${replaced}. Review the archive before you share it.`;
  const without = leftOut.length;
  return [
    l10n.t`Support archive created with ${formatCount(files.length, 'file')} (${formatBytes(size)}).`,
    ...(redacted ? [taken] : []),
    ...(without === 0 ? [] : [l10n.t`Omitted files: ${without} (listed in osc-manifest.json).`]),
  ].join(getSentenceSeparator());
}
