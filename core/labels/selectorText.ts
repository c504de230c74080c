/**
 * Parses a label selector from user input: comma-separated `key=value`, or only `key` for any value. All functions are
 * pure.
 */
import * as l10n from '@vscode/l10n';
import type { LabelSelector } from './labelSelector.ts';
import { fail, succeed, type Result } from '#core/common/result.ts';

/**
 * Matches a label value or the name part of a label key. Source: Kubernetes, "Labels and Selectors", syntax and
 * character set.
 */
const name = '(?=.{1,63}$)[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?';
const keyPattern = new RegExp(`^(?:(?=[^/]{1,253}/)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?/)?${name}$`);
const valuePattern = new RegExp(`^(?:${name})?$`);

/** Parses a selector. If it fails, the error is a message for the user. */
export function readSelectorText(text: string): Result<LabelSelector, string> {
  const describeInvalid = (part: string): string =>
    l10n.t`Invalid label "${part}". Enter key=value, or only the key to match any value.`;
  return parseParts(text, describeInvalid);
}

/** @param describeInvalid returns the message for a part that isn't a label */
function parseParts(text: string, describeInvalid: (part: string) => string): Result<LabelSelector, string> {
  const matchLabels: Record<string, string> = {};
  const matchExpressions: { key: string; operator: string; values: string[] }[] = [];
  const parts = text.split(',').map((part) => part.trim());
  for (const part of parts) {
    const [key = '', value, ...rest] = part.split(/==?/).map((side) => side.trim());
    if (key === '' || rest.length > 0 || !keyPattern.test(key)) return fail(describeInvalid(part));
    if (value !== undefined && !valuePattern.test(value)) return fail(l10n.t`Invalid label value "${value}".`);
    if (Object.hasOwn(matchLabels, key) || matchExpressions.some((one) => one.key === key))
      return fail(l10n.t`Duplicate label "${key}".`);
    if (value === undefined) matchExpressions.push({ key, operator: 'Exists', values: [] });
    else Object.defineProperty(matchLabels, key, { value, enumerable: true });
  }
  return succeed({ matchLabels, matchExpressions });
}

/**
 * Parses labels of an object: comma-separated `key=value`. An empty text contains no labels. If a label is invalid, the
 * error is a message for the user.
 */
export function readLabelsText(text: string): Result<Readonly<Record<string, string>>, string> {
  if (text.trim() === '') return succeed({});
  const read = parseParts(text, (part) => l10n.t`Invalid label "${part}". Enter key=value.`);
  if (!read.ok) return read;
  const [withoutValue] = read.value.matchExpressions;
  return withoutValue === undefined
    ? succeed(read.value.matchLabels)
    : fail(l10n.t`Label "${withoutValue.key}" has no value. Enter key=value.`);
}

/** Parses one label with a value. If the label is invalid, the error is a message for the user. */
export function readOwnLabel(text: string): Result<{ readonly key: string; readonly value: string }, string> {
  const read = readSelectorText(text);
  if (!read.ok) return read;
  const [only, ...others] = Object.entries(read.value.matchLabels);
  if (only === undefined || others.length > 0 || read.value.matchExpressions.length > 0)
    return fail(l10n.t`Enter one label with a value: key=value.`);
  const [key, value] = only;
  // Roles and labels in the Kubernetes namespaces are reserved for other components.
  if (/^(?:node-role\.kubernetes\.io|kubernetes\.io|node\.kubernetes\.io|topology\.kubernetes\.io)\//.test(key))
    return fail(l10n.t`${key} is a reserved label. Use a custom label.`);
  return value === '' ? fail(l10n.t`Enter one label with a value: key=value.`) : succeed({ key, value });
}
