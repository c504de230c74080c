/** Lists the documented policies as quick pick items. */
import * as l10n from '@vscode/l10n';
import { QuickPickItemKind, type QuickPickItem } from 'vscode';
import { defaultPolicies, type DefaultPolicyId } from '#core/agent/defaultPolicies.ts';
import { renderDefaultPolicy } from '#core/agent/defaultPolicyTexts.ts';

export interface DefaultItem extends QuickPickItem {
  readonly text: string;
}

/**
 * Returns the policies that the user can start from. Omits policies without a fixed text, such as the policy that the
 * genpolicy tool generates.
 */
export function defaultItems(): DefaultItem[] {
  return defaultPolicies.flatMap(({ id, title, summary }) => {
    const text = renderDefaultPolicy(id);
    return text === undefined ? [] : [{ label: title(), detail: summary(), text: headed(id, title(), text) }];
  });
}

/** Adds a comment with the origin of the policy. */
function headed(id: DefaultPolicyId, title: string, text: string): string {
  return `# ${l10n.t`Based on ${title} (${id}).`}\n${text}`;
}

/** Returns a heading for a quick pick list. */
export function heading(label: string): QuickPickItem {
  return { label, kind: QuickPickItemKind.Separator };
}
