/**
 * Asks for the source of a text, for all commands that need one. Reads the clipboard only after the user selects it.
 */
import * as l10n from '@vscode/l10n';
import { Disposable, env, TabInputText, window, workspace, type QuickPickItem, type TextDocument } from 'vscode';
import { isPasteInto } from './isPasteInto.ts';
import { readClipboard } from './readClipboard.ts';
import { showProgress } from './showInput.ts';
import { showPick } from './showPick.ts';

/** A text and its source. */
export interface SourceText {
  readonly text: string;
  readonly from: 'selection' | 'document' | 'pasted' | 'clipboard' | 'other';
  /** The file name of the document, or the name of another source. */
  readonly name: string;
}

/** A source that only some commands have, such as an object of an open cluster. */
export interface OtherSource {
  readonly label: string;
  /** The icon before the label. */
  readonly icon?: string;
  readonly description: string;
  /** Name that the command shows for the source, such as `example-kataconfig · my-cluster`. */
  readonly name: string;
  /** Returns the text, or undefined if the user cancels. */
  readonly read: () => Promise<string | undefined>;
}

export interface TextRequest {
  readonly title: string;
  readonly placeHolder: string;
  /** Language of the document that the user pastes into. */
  readonly language: string;
  /** Maximum length in characters. Longer texts are truncated. */
  readonly longest: number;
  /** Returns whether a document can be the source. By default, any document with text can be. */
  readonly accepts?: (document: TextDocument) => boolean;
  /** Additional sources, shown after the documents. */
  readonly others?: readonly OtherSource[];
  /** True if the user just copied the text, so that the clipboard comes first. */
  readonly isCopied?: boolean;
}

type Source = QuickPickItem & { readonly icon?: string; readonly read: () => Promise<SourceText | undefined> };

/** Returns the text that the user selects, or undefined if the user cancels. */
export async function askForText(request: TextRequest): Promise<SourceText | undefined> {
  const { title, placeHolder, longest, others = [], isCopied = false } = request;
  const fromOthers = others.map(({ label, icon, description, name, read }): Source => ({
    label,
    ...(icon === undefined ? {} : { icon }),
    description,
    read: async () => textFrom('other', name, await read()),
  }));
  const fromClipboard = clipboardSources(request);
  const inOrder = [...editorSources(request), ...fromOthers];
  const sources = isCopied ? [...fromClipboard, ...inOrder] : [...inOrder, ...fromClipboard];
  const read = await (await showPick(sources, { title, placeHolder, matchOnDescription: true }))?.read();
  return read === undefined ? undefined : { ...read, text: read.text.slice(0, longest) };
}

/** Returns the selection and the active document as sources. */
function editorSources({ accepts = () => true }: TextRequest): readonly Source[] {
  const editor = window.activeTextEditor;
  if (editor === undefined || !accepts(editor.document)) return [];
  const { document, selections } = editor;
  const name = document.uri.path.split('/').at(-1) ?? '';
  const selected = selections.map((selection) => document.getText(selection)).join('\n');
  const whole = document.getText();
  return [
    ...(selected.trim() === ''
      ? []
      : [
          {
            icon: 'selection',
            label: l10n.t`Selection`,
            description: name,
            read: async () => textFrom('selection', name, selected),
          },
        ]),
    ...(whole.trim() === ''
      ? []
      : [
          {
            icon: 'file',
            label: l10n.t`Active Document`,
            description: name,
            read: async () => textFrom('document', name, whole),
          },
        ]),
  ];
}

function clipboardSources(request: TextRequest): readonly Source[] {
  const paste: Source = {
    icon: 'new-file',
    label: l10n.t`New Document`,
    description: '',
    read: () => pastedText(request),
  };
  const clipboard: Source = {
    icon: 'clippy',
    label: l10n.t`Clipboard`,
    read: async () => {
      const found = await readClipboard({
        read: () => env.clipboard.readText(),
        askInstead: (signal) => pastedText(request, signal),
        clock: browserClock,
      });
      return 'copied' in found ? textFrom('clipboard', '', found.copied) : found.instead;
    },
  };
  return request.isCopied === true ? [clipboard, paste] : [paste, clipboard];
}

/** Measures time also in a browser, where timers have no `unref`. */
const browserClock = {
  after(milliseconds: number, work: () => void) {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Opens a document and returns the first text that the user pastes into it. Returns undefined if the user cancels or
 * closes the document.
 * @param signal aborted when the text is no longer needed, which closes the document if it's empty
 */
async function pastedText({ title, language }: TextRequest, signal?: AbortSignal): Promise<SourceText | undefined> {
  const document = await workspace.openTextDocument({ language, content: '' });
  // The listeners are added before the document is shown, because the user can paste as soon as it's visible.
  let finish: (text: string | undefined) => void = () => undefined;
  const pasted = new Promise<string | undefined>((resolve) => {
    finish = resolve;
  });
  const listening = Disposable.from(
    workspace.onDidChangeTextDocument(({ document: changed, contentChanges }) => {
      if (changed === document && isPasteInto(document.getText(), contentChanges)) finish(document.getText());
    }),
    workspace.onDidCloseTextDocument((closed) => {
      if (closed === document) finish(undefined);
    }),
  );
  signal?.addEventListener('abort', () => finish(undefined));
  try {
    await window.showTextDocument(document);
    const text = await showProgress(
      l10n.t`${title}: paste the text into the new document.`,
      (cancelled) => {
        cancelled.onCancellationRequested(() => finish(undefined));
        return pasted;
      },
      true,
    );
    return textFrom('pasted', '', text);
  } finally {
    listening.dispose();
    if (signal?.aborted === true && document.getText() === '') await closeTabsOf(document);
  }
}

async function closeTabsOf({ uri }: TextDocument): Promise<void> {
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof TabInputText && input.uri.toString() === uri.toString());
  await window.tabGroups.close(tabs);
}

function textFrom(from: SourceText['from'], name: string, text: string | undefined): SourceText | undefined {
  return text === undefined || text.trim() === '' ? undefined : { text, from, name };
}
