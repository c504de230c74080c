/**
 * Shows a language status item for supported files: the OSC release that the file is checked against, the cluster that
 * determined the release if the user didn't select one, and the numbers of findings and of rules that are off.
 */
import * as l10n from '@vscode/l10n';
import { languages, window, type Disposable, type LanguageStatusItem } from 'vscode';
import type { CheckedParams } from '#server/protocol/protocol.ts';
import { describeChecked } from './checkedText.ts';

/** Maximum number of files to remember. Far more than a user has open. */
const maxFiles = 500;

export class ReleaseStatus implements Disposable {
  readonly #files = new Map<string, CheckedParams>();
  readonly #listening = window.onDidChangeActiveTextEditor(() => this.#show());
  #item: LanguageStatusItem | undefined;

  /** Stores the result of a check and updates the status item. */
  checked(params: CheckedParams): void {
    const files = this.#files;
    files.delete(params.uri);
    files.set(params.uri, params);
    const oldest = files.keys().next();
    if (files.size > maxFiles && oldest.done !== true) files.delete(oldest.value);
    this.#show();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#item?.dispose();
  }

  #show(): void {
    const uri = window.activeTextEditor?.document.uri.toString();
    const file = uri === undefined ? undefined : this.#files.get(uri);
    if (file === undefined || file.manifests === 0) {
      this.#item?.dispose();
      this.#item = undefined;
      return;
    }
    const item = (this.#item ??= languages.createLanguageStatusItem(
      'osc.release',
      ['yaml', 'rego', 'toml'].map((language) => ({ language })),
    ));
    item.name = l10n.t`OpenShift sandboxed containers release`;
    item.text = `OSC ${file.release}`;
    item.detail = describeChecked(file);
    item.command = {
      command: 'osc.release.select',
      title: l10n.t`Select OSC Release`,
      tooltip: l10n.t`Select the OSC release to check files against`,
    };
    item.accessibilityInformation = {
      label: l10n.t`Checked against OSC ${file.release}: ${describeChecked(file)}`,
    };
  }
}
