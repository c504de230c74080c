/** Texts of this room as documents to be read: reports, and both sides of a comparison. They stay as they were made. */
import * as l10n from '@vscode/l10n';
import { commands, Uri, workspace, type Disposable, type TextDocumentContentProvider } from 'vscode';
import { createSessionFolders } from '../sessionFolders.ts';
import { tabName } from '../visibleLabels.ts';

/** Not one of ours: the side of a diff is no further manifest to check. */
export const shownScheme = 'osc-shown';
/** The oldest are forgotten. */
const most = 60;

export class ShownTexts implements TextDocumentContentProvider, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registered: Disposable;
  readonly #nextFolder = createSessionFolders();

  readonly #scheme: string;

  /** @param scheme of its documents: each room has its own */
  constructor(scheme: string = shownScheme) {
    this.#scheme = scheme;
    this.#registered = workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? `${l10n.t`This was made in another session of VS Code. Run the command again.`}\n`;
  }

  /** A Markdown text, rendered. @param title of its tab */
  async markdown(title: string, text: string): Promise<void> {
    await commands.executeCommand('markdown.showPreview', this.#keep(`${title}.md`, text));
  }

  /** The same beside the editor that somebody works in. */
  async markdownBeside(title: string, text: string): Promise<void> {
    await commands.executeCommand('markdown.showPreviewToSide', this.#keep(`${title}.md`, text));
  }

  /** Two texts side by side. */
  async compare(title: string, left: string, right: string, name: string): Promise<void> {
    await commands.executeCommand('vscode.diff', this.#keep(name, left), this.#keep(name, right), title);
  }

  dispose(): void {
    this.#registered.dispose();
    this.#texts.clear();
  }

  #keep(name: string, text: string): Uri {
    const uri = Uri.from({ scheme: this.#scheme, path: `${this.#nextFolder()}/${tabName(name)}` });
    this.#texts.set(uri.toString(), text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > most && oldest !== undefined) this.#texts.delete(oldest);
    return uri;
  }
}
