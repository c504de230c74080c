/** Explains a status that the user has at hand. Part of what is loaded with the language server, which is asked. */
import * as l10n from '@vscode/l10n';
import type { Disposable } from 'vscode';
import { markdownCode } from '../../../core/live/markdownText.ts';
import { explainStatusRequest } from '../../../server/src/protocol.ts';
import { ShownTexts } from '../lifecycle/shownTexts.ts';
import { askForText, type OtherSource, type SourceText } from '../textSource.ts';
import type { Language } from './language.ts';

export interface StatusRoom extends Disposable {
  /** Asks for the source of a status and explains the status. The explanation names the source. */
  explain(): Promise<void>;
}

export interface StatusParts {
  readonly language: Pick<Language, 'ask'>;
  /** Returns the statuses of open clusters. */
  readonly ofClusters: () => Promise<readonly OtherSource[]>;
}

/** Longer texts are answers with hundreds of resources; the server looks at as much. */
const longest = 2_000_000;

export function createStatusRoom({ language, ofClusters }: StatusParts): StatusRoom {
  const texts = new ShownTexts('osc-status');
  return {
    async explain() {
      const source = await askForText({
        title: l10n.t`Explain Status`,
        placeHolder: l10n.t`Select the source of the status`,
        // A KataConfig in this document also has hovers.
        language: 'yaml',
        longest,
        others: await ofClusters(),
      });
      if (source === undefined) return;
      const { markdown } = await language.ask(explainStatusRequest, { text: source.text, from: sourceSentence(source) });
      await texts.markdownBeside(l10n.t`Explained status`, markdown);
    },
    dispose() {
      texts.dispose();
    },
  };
}

function sourceSentence({ from, name }: SourceText): string {
  switch (from) {
    case 'selection':
      return l10n.t`Source: selection in ${markdownCode(name)}.`;
    case 'document':
    case 'other':
      return l10n.t`Source: ${markdownCode(name)}.`;
    case 'clipboard':
      return l10n.t`Source: clipboard.`;
    default:
      return l10n.t`Source: new document.`;
  }
}
