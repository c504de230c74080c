import * as l10n from '@vscode/l10n';
import { window, workspace } from 'vscode';
import { defaultItems } from './defaultPolicies.ts';
import { showPick } from '../vscode/prompts/showPick.ts';

/** Asks for a documented policy to start from and opens it as an untitled file. */
export async function newPolicy(): Promise<void> {
  const chosen = await showPick(defaultItems(), {
    title: l10n.t`New Agent Policy`,
    placeHolder: l10n.t`Select a documented policy to start from`,
    matchOnDetail: true,
  });
  if (chosen === undefined) return;
  await window.showTextDocument(await workspace.openTextDocument({ language: 'rego', content: chosen.text }));
}
