/** Describes a resource of the tree: its status with the meaning and cause, and the data that wasn't read. */
import * as l10n from '@vscode/l10n';
import { pairText, describeEdgeStatus, type ExplainedEdgeStatus } from '../describeEdge.ts';
import { statusSeverities, type StatusSeverity } from '#core/status/explainedStatus.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { EdgeBelow, EdgeNode } from './edgeNode.ts';
import { formatAlternatives, joinList, selectPlural, getSentenceSeparator } from '#core/text/grammar.ts';
import { edgeSource, formatOneResource } from '../table/edgePair.ts';

const nowhere = { start: 0, end: 0 };

export function describeEdgeNode({
  entry,
  contradicting,
  resource,
  label,
  cause,
  missing,
}: EdgeNode): ExplainedEdgeStatus {
  const whose = formatOneResource(resource);
  const notes = missing.map(({ what, state, todo }) => `${l10n.t`${what}: ${state}.`}${getSentenceSeparator()}${todo}`);
  if (entry !== undefined && contradicting.length === 0 && !entry.noStatus)
    return describeEdgeStatus(entry.item.status, nowhere, {
      name: label,
      notes,
      ...(resource === undefined ? {} : { resource }),
      ...(cause === undefined ? {} : { cause }),
    });
  const pairs =
    contradicting.length === 0 || entry === undefined
      ? []
      : [entry, ...contradicting].map(({ item, source }) => ({ pair: pairText(item.status), source }));
  const said = pairs.map(({ pair, source }) => l10n.t`${sanitizeLine(source, 100)} reports ${pair}`);
  return {
    ...nowhere,
    vocabulary: 'edge',
    what: l10n.t`Status of ${whose} (edge hosting)`,
    name: sanitizeLine(label, 100),
    text: formatAlternatives(pairs.map(({ pair }) => pair)),
    severity: 'unknown',
    headline:
      entry === undefined
        ? l10n.t`Not read`
        : pairs.length > 0
          ? l10n.t`Responses differ`
          : l10n.t`No status in the response`,
    meaning:
      pairs.length > 0
        ? l10n.t`Responses report different states: ${said.join('; ')}.`
        : l10n.t`The responses don't show the state.`,
    notKnown: ['text'],
    notes,
    resources: resource === undefined ? [] : [resource],
    rows: [],
    docs: { title: `${edgeSource.title()}, ${edgeSource.date}`, url: edgeSource.url },
  };
}

/**
 * Formats the problems of a branch, such as `2 failed, 1 needs attention in this branch`. Returns an empty string if
 * there are none.
 */
export function describeChildren({ error, warning, unknown }: EdgeBelow): string {
  const parts = [
    error === 0
      ? ''
      : l10n.t({ message: '{0} failed', args: [error], comment: ['{0} is the number of failed objects.'] }),
    warning === 0 ? '' : selectPlural(warning, l10n.t`${warning} needs attention`, l10n.t`${warning} need attention`),
    unknown === 0 ? '' : l10n.t`${unknown} unknown`,
  ].filter((part) => part !== '');
  const all = joinList(parts);
  return parts.length === 0
    ? ''
    : l10n.t({
        message: '{0} in this branch',
        args: [all],
        comment: [
          '{0} is a list of counts, such as "2 failed, 1 unknown". It counts the rows below this row of a tree.',
        ],
      });
}

/** Returns the worst severity of a node and its descendants. */
export function getWorstSeverity({ severity, below, entry }: EdgeNode): StatusSeverity {
  return (
    statusSeverities.find(
      (kind) => (entry !== undefined && severity === kind) || (kind !== 'info' && kind !== 'ok' && below[kind] > 0),
    ) ?? 'ok'
  );
}
