/** How a request that is allowed is denied. */
import * as l10n from '@vscode/l10n';
import { defaultLine } from '#core/agent/defaultPolicyTexts.ts';
import type { Edit, Fix } from '#server/engine/findings/rule.ts';
import type { PolicyAnalysis } from '../policyAnalysis.ts';

/** Makes its default deny it, or its only rule; undefined where several say something. */
export function denialOf({ rulesOf }: PolicyAnalysis, name: string): Edit | undefined {
  return decisionOf({ rulesOf }, name, false);
}

/** The same for a request that shall be allowed. */
export function decisionOf(
  { rulesOf }: Pick<PolicyAnalysis, 'rulesOf'>,
  name: string,
  allowed: boolean,
): Edit | undefined {
  const rules = rulesOf(name);
  const [only] = rules;
  if (only === undefined || rules.length > 1) return undefined;
  if (only.isDefault && only.head.value !== undefined)
    return { start: only.head.value.start, end: only.head.value.end, text: String(allowed) };
  return { start: only.start, end: only.end, text: defaultLine(name, allowed) };
}

/** The fix for it, which nobody should have unasked. */
export function createDenyFixes(reading: PolicyAnalysis, name: string, title = l10n.t`Deny the request`): Fix[] {
  const edit = denialOf(reading, name);
  return edit === undefined ? [] : [{ title, edits: [edit], sure: false }];
}
