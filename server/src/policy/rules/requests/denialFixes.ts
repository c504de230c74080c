/** Creates edits that make the policy deny a request that it currently allows. */
import * as l10n from '@vscode/l10n';
import { defaultLine } from '#core/agent/defaultPolicyTexts.ts';
import type { Edit, Fix } from '#server/engine/findings/rule.ts';
import type { PolicyAnalysis } from '../policyAnalysis.ts';

/**
 * Returns an edit that makes the default, or the only rule, deny the request. Returns undefined if there are several
 * rules.
 */
export function denialOf({ rulesOf }: PolicyAnalysis, name: string): Edit | undefined {
  return decisionOf({ rulesOf }, name, false);
}

/** Returns an edit that sets the decision of the default, or of the only rule, for a request. */
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

/** Returns a fix that denies the request. It isn't applied automatically. */
export function createDenyFixes(reading: PolicyAnalysis, name: string, title = l10n.t`Deny the request`): Fix[] {
  const edit = denialOf(reading, name);
  return edit === undefined ? [] : [{ title, edits: [edit], sure: false }];
}
