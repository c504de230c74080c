/**
 * Validates label selectors, keys, and values with the rules of Kubernetes. Source: k8s.io/apimachinery
 * pkg/apis/meta/v1/validation, pkg/util/validation.
 */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';

/** Operators of `matchExpressions`, with a description of what each one selects. */
export const selectorOperators: Readonly<Record<string, Message>> = {
  In: () => l10n.t('The label has one of the values in `values`.'),
  NotIn: () => l10n.t("The label doesn't exist or has none of the values in `values`."),
  Exists: () => l10n.t('The label exists, with any value. `values` must be omitted.'),
  DoesNotExist: () => l10n.t("The label doesn't exist. `values` must be omitted."),
};

const name = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/;
const dnsSubdomain = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

/** Describes why a label key (`name` or `prefix/name`) is invalid. Returns undefined if it's valid. */
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

/** Describes why a label value is invalid. Returns undefined if it's valid. The empty string is valid. */
export function labelValueProblem(value: string): string | undefined {
  if (value === '') return undefined;
  if (value.length > 63) return l10n.t`it is longer than 63 characters`;
  if (!name.test(value))
    return l10n.t`it can contain only letters, digits, "-", "_", and ".", and must start and end with a letter or digit`;
  return undefined;
}
