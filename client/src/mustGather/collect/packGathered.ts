/** Packs a must-gather into one file to hand on: asks whether credentials are to be taken out, and where to. */
import path from 'node:path';
import { commands, Uri, window } from 'vscode';
import { countWords } from '../../../../core/live/words.ts';
import { sizeWords } from '../../../../core/mustGather/preflight.ts';
import { plainly } from '../../../../core/spelledOut.ts';
import { showProgress } from '../../showInput.ts';
import { askNamed } from '../../steps.ts';
import type { Tools } from '../tools.ts';
import { bundle, type BundleManifest } from './bundle.ts';

const title = 'Pack a Must-Gather for a Support Case';

export async function packGathered({ notify }: Pick<Tools, 'notify'>, folder: string): Promise<void> {
  const answers = await askNamed(title, (before) => (before.has('how') ? undefined : question));
  const how = answers?.get('how');
  if (how === undefined) return;
  const redact = how === 'redacted';
  const target = await window.showSaveDialog({ title, defaultUri: Uri.file(`${folder}${redact ? '-redacted' : ''}.zip`), filters: { Zip: ['zip'] } });
  if (target === undefined) return;
  const stop = new AbortController();
  try {
    const manifest = await showProgress(
      `Packing ${plainly(path.basename(folder))}`,
      (cancelled, say) => {
        cancelled.onCancellationRequested(() => stop.abort());
        const progress = (done: number, total: number): void => {
          if (done % 50 === 0) say(`${done} of ${countWords(total, 'file')}`);
        };
        return bundle(folder, target.fsPath, { redact, signal: stop.signal, progress });
      },
      true,
    );
    const chosen = await notify.tell('info', `${wordsOf(manifest)} It is in ${target.fsPath}.`, 'Show File');
    if (chosen === 'Show File') await commands.executeCommand('revealFileInOS', target);
  } catch (error) {
    if (!stop.signal.aborted) notify.error('The must-gather could not be packed', error);
  }
}

const question = {
  name: 'how',
  placeHolder: 'Are credentials to be taken out?',
  items: [
    {
      label: 'Take out what looks like a credential',
      detail: 'Values of Secrets, tokens, passwords and private keys become ***. Names, addresses and logs stay. Files that are no text are left out.',
      value: 'redacted',
    },
    { label: 'As it is', detail: 'All files, unchanged.', value: 'whole' },
  ],
} as const;

function wordsOf({ files, leftOut, redacted }: BundleManifest): string {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const replaced = files.reduce((sum, file) => sum + file.replaced, 0);
  const without = leftOut.length === 0 ? '' : ` ${countWords(leftOut.length, 'file')} left out, named in its list.`;
  const taken = redacted ? ` ${countWords(replaced, 'value')} taken out; look at it before you hand it on.` : '';
  return `Packed ${countWords(files.length, 'file')} of ${sizeWords(size)}.${taken}${without}`;
}
