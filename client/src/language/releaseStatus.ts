/** The status item of a file of ours: which OSC release it is checked for, of which cluster where nobody chose one, and how many findings that gave. */
import * as l10n from '@vscode/l10n';
import { languages, window, type Disposable, type LanguageStatusItem } from 'vscode';
import type { CheckedParams } from '#server/protocol/protocol.ts';
import { countWords } from '#core/text/counts.ts';

export interface ReleaseStatus extends Disposable {
  /** The server checked a file. */
  checked(params: CheckedParams): void;
}

/** How many files are remembered: far more than anybody has open. */
const maxFiles = 500;

export function createReleaseStatus(): ReleaseStatus {
  const files = new Map<string, CheckedParams>();
  let item: LanguageStatusItem | undefined;

  const show = () => {
    const uri = window.activeTextEditor?.document.uri.toString();
    const file = uri === undefined ? undefined : files.get(uri);
    if (file === undefined || file.manifests === 0) {
      item?.dispose();
      item = undefined;
      return;
    }
    item ??= languages.createLanguageStatusItem(
      'osc.release',
      ['yaml', 'rego', 'toml'].map((language) => ({ language })),
    );
    item.name = l10n.t`OpenShift sandboxed containers release`;
    item.text = `OSC ${file.release}`;
    item.detail = checkedFor(file);
    item.command = {
      command: 'osc.release.select',
      title: l10n.t`Change Release`,
      tooltip: l10n.t`Choose the OSC release that the files of this folder are checked for`,
    };
    item.accessibilityInformation = { label: l10n.t`Checked for OpenShift sandboxed containers ${file.release}: ${checkedFor(file)}` };
  };
  const editors = window.onDidChangeActiveTextEditor(show);
  return {
    checked(params) {
      files.delete(params.uri);
      files.set(params.uri, params);
      const oldest = files.keys().next();
      if (files.size > maxFiles && oldest.done !== true) files.delete(oldest.value);
      show();
    },
    dispose() {
      editors.dispose();
      item?.dispose();
    },
  };
}

function checkedFor({ findings, releaseOf }: CheckedParams): string {
  const found = findings === 0 ? l10n.t`nothing found` : countWords(findings, 'finding');
  return releaseOf === undefined ? found : l10n.t`release of cluster ${releaseOf}, ${found}`;
}
