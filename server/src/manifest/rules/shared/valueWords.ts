/** Describes problems with values, and their effects. Several rules use these sentences. */
import * as l10n from '@vscode/l10n';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';

/**
 * Describes a value of a ConfigMap or Secret that isn't a string.
 * @param isScalar true if adding quotes is sufficient
 */
export function describeNonString({ kind }: Manifest, name: string, type: string, isScalar: boolean): string {
  const what = l10n.t`${sanitizeQuote(name, 60)} is ${type}, but ${kind.kind} values must be strings, so the API server rejects the object.`;
  return `${what}${getSentenceSeparator()}${isScalar ? l10n.t`Put it in quotes.` : l10n.t`Change it to a string.`}`;
}

/**
 * Describes a number that is too large or too small.
 * @param range the allowed numbers, such as `1–65535`
 */
export function describeOutOfRange(what: string, range: string): string {
  return l10n.t`${what} is out of range (${range}).`;
}

/**
 * Describes what cloud-api-adaptor does with a value that it can't parse.
 * @param byDefault the default value, if known
 */
export function describeUnusable(outcome: 'stops' | 'ignored', byDefault: string | undefined): string {
  if (outcome === 'stops') return l10n.t`cloud-api-adaptor fails to start.`;
  return byDefault === undefined
    ? l10n.t`cloud-api-adaptor silently ignores the value and uses the default.`
    : l10n.t`cloud-api-adaptor silently ignores the value and uses ${byDefault}.`;
}

/**
 * Describes the effect of a missing value.
 * @param stopsOperator true if the operator checks for the value
 */
export function describeMissingEffect(stopsOperator: boolean): string {
  return stopsOperator
    ? l10n.t`The operator reports an error and doesn't build a pod VM image.`
    : l10n.t`cloud-api-adaptor can't create pod VMs.`;
}
