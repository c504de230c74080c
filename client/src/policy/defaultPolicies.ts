/** The documented policies, as a list to choose from. */
import * as l10n from '@vscode/l10n';
import { QuickPickItemKind, type QuickPickItem } from 'vscode';
import { defaultPolicies, type DefaultPolicyId } from '#core/agent/defaultPolicies.ts';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';

export interface DefaultItem extends QuickPickItem {
  readonly text: string;
}

/** All that can be started from; genpolicy's is made by its own tool. */
export function defaultItems(): DefaultItem[] {
  return defaultPolicies.flatMap(({ id, title, summary }) => {
    const text = renderDefaultPolicy(id);
    return text === undefined ? [] : [{ label: title(), detail: summary(), text: headed(id, title(), text) }];
  });
}

/** Says where it is from. */
function headed(id: DefaultPolicyId, title: string, text: string): string {
  return `# ${l10n.t`Based on ${title} (${id}).`}\n${text}`;
}

/** A heading in a list. */
export function heading(label: string): QuickPickItem {
  return { label, kind: QuickPickItemKind.Separator };
}
