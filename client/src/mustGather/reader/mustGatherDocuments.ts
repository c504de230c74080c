/**
 * Provides the content of `osc-gather:` documents: files of open must-gathers, including files in archives, and
 * generated documents such as comparisons.
 */
import * as l10n from '@vscode/l10n';
import { EventEmitter, type CancellationToken, type TextDocumentContentProvider, type Uri } from 'vscode';
import { isSameStamp, readFileStamp } from '#gather/sources/fileStamp.ts';
import { gatherFileAt, gatherScheme, type GatherUriParts } from '#client/language/documents/mustGatherUri.ts';
import { tabName } from '#client/vscode/visibleLabels.ts';
import type { MustGatherTree } from '../tree/mustGatherEntry.ts';
import type { GatherReader } from './mustGatherReader.ts';

/** Maximum size in bytes of a file that opens in the editor. Larger files are logs and open in the log page. */
export const maxDocumentBytes = 20 * 2 ** 20;
/** Maximum number of generated documents to keep. */
const mostTexts = 20;

export class GatherDocuments implements TextDocumentContentProvider {
  readonly #gathered: () => MustGatherTree;
  readonly #reader: GatherReader;
  readonly #texts = new Map<string, string>();
  readonly #changed = new EventEmitter<Uri>();
  readonly onDidChange = this.#changed.event;

  constructor(gathered: () => MustGatherTree, reader: GatherReader) {
    this.#gathered = gathered;
    this.#reader = reader;
  }

  /**
   * Stores a generated document and returns its URI parts.
   * @param name title of the tab
   */
  keepText(name: string, text: string): GatherUriParts {
    const title = tabName(name.replaceAll(':', '-'));
    this.#texts.delete(title);
    this.#texts.set(title, text);
    for (const old of [...this.#texts.keys()].slice(0, -mostTexts)) this.#texts.delete(old);
    return { scheme: gatherScheme, authority: 'text', path: `/${title}.md` };
  }

  /** Reports that a document has changed. */
  renew(uri: Uri): void {
    this.#changed.fire(uri);
  }

  /** Returns the content, or a line that explains why there is none. */
  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    if (uri.authority === 'text')
      return (
        this.#texts.get(uri.path.slice(1).replace(/\.md$/, '')) ??
        `${l10n.t`This document was created in another VS Code session. Run the command again.`}\n`
      );
    const at = gatherFileAt(uri);
    if (at === undefined)
      return `${l10n.t`This document was created in another VS Code session. Run the command again.`}\n`;
    const gather = this.#gathered().ofId(at.id);
    if (gather === undefined)
      return `${l10n.t`The must-gather that contains this file is no longer open. Open the must-gather again, then reopen this file.`}\n`;
    const giveUp = new AbortController();
    const listening = token.onCancellationRequested(() => giveUp.abort());
    try {
      // After a change, other lines could be at the position of the evidence.
      if (!isSameStamp(gather.stamp, await readFileStamp(gather.path)))
        return `${l10n.t`The must-gather was changed or moved after it was read. Open the must-gather again, then reopen this file.`}\n`;
      const entry = await this.#reader.entry(gather.path, at.file, maxDocumentBytes, { signal: giveUp.signal });
      if (!entry.ok)
        return `${entry.error === undefined ? l10n.t`Canceled.` : l10n.t`Can't read the file: ${entry.error}.`}\n`;
      const { text, isCut, size } = entry.value;
      if (!isCut) return text;
      const [all, shown] = [Math.ceil(size / 2 ** 20), maxDocumentBytes / 2 ** 20];
      return `${text}${l10n.t`... truncated: the file is ${all} MiB, and only the first ${shown} MiB are displayed.`}\n`;
    } finally {
      listening.dispose();
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
