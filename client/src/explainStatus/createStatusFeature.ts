/**
 * Explains a status that the user provides and shows the result on a page. The language server creates the explanation.
 * Loaded when the command first runs.
 */
import * as l10n from '@vscode/l10n';
import { ViewColumn, type Disposable, type Uri } from 'vscode';
import { explainStatusRequest } from '#server/protocol/protocol.ts';
import { DetailPanels } from '../details/detailPanels.ts';
import type { DetailPage } from '../details/detailPage.ts';
import { useEditorCommands } from '../details/useEditorCommands.ts';
import { statusPage } from './statusPage.ts';
import { askForText, type OtherSource, type SourceText } from '../vscode/prompts/askForText.ts';
import type { LanguageFeature } from '../language/languageFeature.ts';

export interface StatusFeature extends Disposable {
  /** Asks for the source of a status and explains the status. The explanation names the source. */
  explain(): Promise<void>;
}

export interface StatusParts {
  readonly language: Pick<LanguageFeature, 'ask'>;
  /** Returns the URI of a file that ships with the extension. */
  readonly shipped: (...path: string[]) => Uri;
  /** Returns the statuses of open clusters. */
  readonly ofClusters: () => Promise<readonly OtherSource[]>;
}

/**
 * Maximum length of a text, in characters. Only responses with hundreds of resources are longer. The server has the
 * same limit.
 */
const longest = 2_000_000;

export function createStatusFeature({ language, ofClusters, shipped }: StatusParts): StatusFeature {
  // The page has links to documentation, and no buttons.
  const panels = new DetailPanels({ shipped, run: () => undefined });
  let page: DetailPage | undefined;
  return {
    async explain() {
      const source = await askForText({
        title: l10n.t`Explain Status`,
        placeHolder: l10n.t`Select the source of the text`,
        // In a YAML document, a KataConfig also has hovers.
        language: 'yaml',
        longest,
        others: await ofClusters(),
      });
      if (source === undefined) return;
      const answer = await language.ask(explainStatusRequest, { text: source.text });
      page = useEditorCommands(statusPage(answer, sourceSentence(source)), undefined);
      panels.open({
        key: 'status',
        title: page.title,
        context: '',
        column: ViewColumn.Beside,
        source: () => ({ page: () => page }),
      });
    },
    dispose() {
      panels.dispose();
    },
  };
}

function sourceSentence({ from, name }: SourceText): string {
  switch (from) {
    case 'selection':
      return l10n.t('Source: {0}', `${l10n.t`Selection`} · ${name}`);
    case 'document':
    case 'other':
      return l10n.t`Source: ${name}`;
    case 'clipboard':
      return l10n.t`Source: ${l10n.t`Clipboard`}`;
    default:
      return l10n.t`Source: ${l10n.t`New Document`}`;
  }
}
