/** Checks VM_POOL_IPS, which only the provider `byom` reads. */
import * as l10n from '@vscode/l10n';
import { compareAddresses, parseAddress } from '#core/peerPods/parseAddress.ts';
import { readsEnvironmentVariables } from '#core/peerPods/parseGoValues.ts';
import { compareReleases, findRelease, type Release } from '#core/product/releases.ts';
import { getSentenceSeparator } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import type { Finding, RuleContext } from '#server/engine/findings/rule.ts';
import { findDataEntry } from '#server/engine/yaml/objects/dataEntries.ts';
import { longestValue } from '../../shared/pastedValue.ts';
import { createValueFinding, findPlaceholder, getProvider, isString, type ValueFix } from '../checkValues.ts';

const poolKey = 'VM_POOL_IPS';

/** A problem with an item of the list. */
interface ItemProblem {
  readonly what: string;
  /** The corrected item, if it's known. */
  readonly instead?: string;
}

/**
 * Reports the first item that isn't an address or a range. With such an item, cloud-api-adaptor ignores the whole list
 * and exits with "pool IPs cannot be empty".
 */
export function* checkPoolAddresses({ manifest, release }: RuleContext): Iterable<Finding> {
  const entry = findDataEntry(manifest, poolKey);
  const first = findRelease('1.11');
  if (entry === undefined || first === undefined || compareReleases(release, first) < 0) return;
  const { text } = entry.value;
  if (
    getProvider(manifest)?.name !== 'byom' ||
    !isString(manifest, entry) ||
    text.length > longestValue ||
    findPlaceholder(text) !== undefined
  )
    return;
  const items = text.split(',');
  const problems = items.map((item) => (item.trim() === '' ? undefined : judgeItem(item.trim(), release)));
  const problem = problems.find((found) => found !== undefined);
  if (problem === undefined) return;
  const right = items.map((item, index) => (problems[index] === undefined ? item : problems[index].instead));
  const fixes: ValueFix[] = right.every((item) => item !== undefined) ? [{ text: right.join(','), sure: true }] : [];
  yield createValueFinding(manifest, entry, {
    severity: 'error',
    message: `${problem.what}${getSentenceSeparator()}${l10n.t`cloud-api-adaptor rejects the whole list and fails to start.`}`,
    fixes,
  });
}

function judgeItem(item: string, release: Release): ItemProblem | undefined {
  if (parseAddress(item) !== undefined) return undefined;
  const shown = sanitizeQuote(item, 40);
  const dash = item.indexOf('-');
  const [from, to] = [item.slice(0, dash), item.slice(dash + 1)];
  const [start, end] = [parseAddress(from.trim()), parseAddress(to.trim())];
  if (dash === -1 || start === undefined || end === undefined)
    return { what: l10n.t`"${shown}" in ${poolKey} isn't an IP address or a range of addresses.` };
  if (!readsEnvironmentVariables(release))
    return { what: l10n.t`"${shown}" in ${poolKey} is a range of addresses, which OSC 1.11 doesn't support.` };
  const order = compareAddresses(start, end);
  if (order > 0) return { what: l10n.t`The range "${shown}" in ${poolKey} ends before it starts.` };
  if (order === 0)
    return { what: l10n.t`The range "${shown}" in ${poolKey} contains only one address.`, instead: from.trim() };
  const tidy = `${from.trim()}-${to.trim()}`;
  return tidy === item
    ? undefined
    : { what: l10n.t`The range "${shown}" in ${poolKey} contains a space.`, instead: tidy };
}
