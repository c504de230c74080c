/** Checks whether all pages of the requests are available, as far as the responses show. */
import * as l10n from '@vscode/l10n';
import { formatCount } from '#core/text/counts.ts';
import type { EdgeResponse } from './readAnswers.ts';
import { getResourceTitle } from '../table/edgePair.ts';

/** Returns a sentence for each action whose responses are incomplete. */
export function missingPages(answers: readonly EdgeResponse[]): readonly string[] {
  const groups = new Map<string, EdgeResponse[]>();
  for (const answer of answers) {
    // A response that contains all resources has no other pages.
    if (answer.total === undefined || answer.items >= answer.total) continue;
    const key = JSON.stringify([answer.action, answer.resource, answer.total]);
    const there = groups.get(key);
    if (there === undefined) groups.set(key, [answer]);
    else there.push(answer);
  }
  return [...groups.values()].flatMap((group) => missingIn(group) ?? []);
}

/**
 * Describes the missing pages. Responses to the same action are treated as pages of one request if they report the same
 * total.
 */
function missingIn(group: readonly EdgeResponse[]): string | undefined {
  const [first] = group;
  const total = first?.total ?? 0;
  const distinct = new Set(group.flatMap(({ ids }) => ids)).size;
  if (distinct === total) return undefined;
  const what = first?.action ?? getResourceTitle(first?.resource);
  return distinct < total
    ? l10n.t`${what}: ${distinct} of ${formatCount(total, 'resource')} read. To read the other resources, add the responses for the other pages.`
    : l10n.t`${what}: pages might be missing. The responses are from more than one request.`;
}
