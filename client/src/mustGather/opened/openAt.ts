/** Reads what stands at a path, and shows it beside the clusters. */
import path from 'node:path';
import { commands } from 'vscode';
import { stampOf } from '../../../../gather/src/stamp.ts';
import { showProgress } from '../../showInput.ts';
import type { Gather } from '../../tree/gathered/gather.ts';
import type { Tools } from '../tools.ts';

/** Undefined: somebody gave up. Rejects when it cannot be read, and says why. @param at a folder or an archive on this machine */
export async function openAt({ clusters, reader }: Pick<Tools, 'clusters' | 'reader'>, at: string): Promise<Gather | undefined> {
  const { gathered } = clusters;
  const stamp = await stampOf(at);
  if (stamp === undefined) throw new Error(`${at} cannot be opened: no such file or folder`);
  const { name } = gathered.begin(at, stamp);
  await commands.executeCommand('osc.clusters.show');
  const title = `Reading ${path.basename(at)}`;
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
            if (total === 0) return say(`${done} files`);
            const part = Math.floor((done / total) * 100);
            say(`${part} %`, part - shown);
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
  gathered.fail(name, report.error);
  if (report.error === undefined) return undefined;
  throw new Error(`${at} cannot be read: ${report.error}`);
}
