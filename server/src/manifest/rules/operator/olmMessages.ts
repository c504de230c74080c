/** Messages about values with which OLM doesn't find the operator in a catalog. */
import * as l10n from '@vscode/l10n';
import { sanitizeQuote } from '#core/text/sanitize.ts';

/** Describes a field value for which OLM finds no match. */
export function describeNoMatch(field: string, value: string): string {
  return l10n.t`OLM finds no match for ${field} "${sanitizeQuote(value, 60)}", so it doesn't install the operator.`;
}

/** Describes a channel that the Red Hat catalog marks as deprecated. */
export function describeDeprecatedChannel(channel: string): string {
  return l10n.t`The channel ${sanitizeQuote(channel, 30)} is deprecated and receives no updates.`;
}
