/**
 * What Kubernetes demands of label selectors, keys and values. Source: k8s.io/apimachinery pkg/apis/meta/v1/validation,
 * pkg/util/validation.
 */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';

/** Operators of `matchExpressions`, with what each selects. */
export const selectorOperators: Readonly<Record<string, Message>> = {
  In: () => l10n.t('The label has one of the values in `values`.'),
  NotIn: () => l10n.t("The label doesn't exist or has none of the values in `values`."),
  Exists: () => l10n.t('The label exists, with any value. `values` must be omitted.'),
  DoesNotExist: () => l10n.t("The label doesn't exist. `values` must be omitted."),
};

const name = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/;
const dnsSubdomain = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

/** Why this is not a label key (`name` or `prefix/name`), or undefined when it is one. */
export function labelKeyProblem(key: string): string | undefined {
  const slash = key.indexOf('/');
  const prefix = slash === -1 ? undefined : key.slice(0, slash);
  const rest = slash === -1 ? key : key.slice(slash + 1);
  if (rest.includes('/')) return l10n.t`it has more than one "/"`;
  if (rest === '') return l10n.t`its name is empty`;
  if (rest.length > 63) return l10n.t`its name is longer than 63 characters`;
  if (!name.test(rest))
    return l10n.t`its name can contain only letters, digits, "-", "_", and ".", and must start and end with a letter or digit`;
  if (prefix === undefined) return undefined;
  if (prefix.length > 253) return l10n.t`its prefix is longer than 253 characters`;
  if (!dnsSubdomain.test(prefix)) return l10n.t`its prefix must be a lowercase DNS name`;
  return undefined;
}

/** Why this is not a label value, or undefined when it is one. The empty string is one. */
export function labelValueProblem(value: string): string | undefined {
  if (value === '') return undefined;
  if (value.length > 63) return l10n.t`it is longer than 63 characters`;
  if (!name.test(value))
    return l10n.t`it can contain only letters, digits, "-", "_", and ".", and must start and end with a letter or digit`;
  return undefined;
}

/** True for what the documents print where a reader must write their own: `<label_key>`. */
export function isPlaceholder(text: string): boolean {
  return /^<[^<>]+>$/.test(text.trim());
}
