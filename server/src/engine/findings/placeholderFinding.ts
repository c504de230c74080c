/** Describes placeholders that are left in a value, for the rules of all languages. */
import * as l10n from '@vscode/l10n';
import type { Severity } from '#core/common/severity.ts';
import type { RuleInfo } from './rule.ts';
import type { Placeholder } from '#core/text/placeholder.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';

/** Describes the rule about placeholders. The rules for manifests and for initdata share it and have the same ID. */
export const placeholderRule = {
  id: 'placeholder-left-in',
  title: () => l10n.t`Unreplaced placeholder`,
  severity: 'warning',
  why: () =>
    l10n.t`The value is still a placeholder, such as \`<instance_type>\`, \`__REGION__\`, \`****\`, or \`CHANGEME\`, and is used literally. For example, a pod that requests the instance type \`<instance_type>\` doesn't start.

A variable such as \`\${REGION}\` and a value that starts with \`patch-me\` are reported as information, because a tool might replace them. In initdata and in the annotations for initdata and policies, a variable is reported as a warning.

Replace the placeholder with your value.`,
  source: [
    'OSC 1.12 for AWS, 3.8 Configuring your workload',
    'shpwrck/openshift-confidential-containers@53ac22a gitops/base/workloads/initdata.example.toml',
  ],
} as const satisfies Partial<RuleInfo>;

/** Properties of the value with the placeholder. */
interface PlaceholderOptions {
  /** True if tools usually don't replace variables in it, such as in initdata. */
  readonly isLiteral?: boolean;
  /** True if the value must not be displayed. */
  readonly isSecret?: boolean;
}

/** Returns the message and the severity for a placeholder in a field. */
export function describePlaceholder(
  field: string,
  { form, text }: Pick<Placeholder, 'form' | 'text'>,
  { isLiteral = false, isSecret = false }: PlaceholderOptions = {},
): { readonly message: string; readonly severity: Severity } {
  const quoted = isSecret ? '<...>' : sanitizeQuote(text, 40);
  if (form === 'fixed')
    return {
      severity: 'warning',
      message: l10n.t`${field} still contains the placeholder ${quoted}, which is used literally. Replace it with your own value.`,
    };
  return form === 'variable'
    ? {
        severity: isLiteral ? 'warning' : 'info',
        message: l10n.t`${field} contains the variable ${quoted}. Unless a tool replaces the variable, it remains in the value as plain text.`,
      }
    : {
        severity: 'info',
        message: l10n.t`${field} contains the placeholder ${quoted}. Unless an overlay replaces the placeholder, it remains in the value as plain text.`,
      };
}
