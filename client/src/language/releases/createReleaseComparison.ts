/**
 * Compares two OSC releases for the open workspace, and shows the result as a Markdown page. The language server
 * compares them in the same way as `osc-tools release diff`. Loaded when a user first compares releases.
 */
import * as l10n from '@vscode/l10n';
import { ProgressLocation, Uri, window, workspace, type Disposable } from 'vscode';
import { describeReleasesRequest } from '#server/protocol/protocol.ts';
import { showPick } from '../../vscode/prompts/showPick.ts';
import { ReadOnlyDocuments } from '../../vscode/documents/readOnlyDocuments.ts';
import type { RestoredTexts } from '../../vscode/documents/restoredDocuments.ts';
import type { LanguageFeature } from '../languageFeature.ts';
import { comparedChoices } from './comparedChoices.ts';
import { compareFindings } from './compareFindings.ts';

/** The feature that compares two OSC releases. */
export interface ReleaseComparisonFeature extends Disposable {
  /** Asks for a release, and compares this release with it. Shows nothing if the user cancels. */
  compare(from: string): Promise<void>;
}

/** What the feature needs from the extension. */
export interface ReleaseComparisonParts {
  readonly language: Pick<LanguageFeature, 'ask' | 'start'>;
  readonly restored: RestoredTexts;
}

/** Creates the feature. */
export function createReleaseComparison({ language, restored }: ReleaseComparisonParts): ReleaseComparisonFeature {
  const documents = new ReadOnlyDocuments('osc-releases', restored);
  return {
    async compare(from) {
      const other = await showPick(comparedChoices(from), {
        title: l10n.t`Compare OSC Releases`,
        placeHolder: l10n.t`Select the release to compare OSC ${from} with`,
      });
      if (other === undefined) return;
      await language.start();
      const releases = { from, to: other.id };
      const title = l10n.t`OSC ${releases.from} to ${releases.to}`;
      const options = {
        location: ProgressLocation.Notification,
        title: l10n.t`Comparing OSC ${releases.from} with OSC ${releases.to}...`,
        cancellable: true,
      };
      const findings = await window.withProgress(options, (progress, token) =>
        compareFindings(language.ask, releases, nameOf, (step) => progress.report(step), token),
      );
      if (findings === undefined) return;
      const { text } = await language.ask(describeReleasesRequest, { ...releases, findings });
      await documents.markdown(title, text);
    },
    dispose() {
      documents.dispose();
    },
  };
}

/** Returns the path relative to the workspace folder. With several folders, it starts with the name of the folder. */
function nameOf(uri: string): string {
  return workspace.asRelativePath(Uri.parse(uri));
}
