/** Formats the summary of a cluster as lines of text with aligned values. */
import * as l10n from '@vscode/l10n';
import { measureTextWidth, padded } from '#core/text/grammar.ts';
import type { Message } from '#core/text/message.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { ClusterSummary, SummaryEntry, SummaryOutcome } from './clusterSummary.ts';

const outcomeWords: Readonly<Record<SummaryOutcome, Message>> = {
  healthy: () => l10n.t`Healthy`,
  attention: () => l10n.t`Needs attention`,
  inProgress: () => l10n.t`In progress`,
  unreadable: () => l10n.t`Unknown`,
};

/** Maximum number of characters per value. */
const longest = 400;

/** Returns the lines of a summary. They contain text from the cluster, so the caller escapes control characters. */
export function summaryLines(summary: ClusterSummary): readonly string[] {
  const { outcome, state, connectionProblem, entries, next, todo, unreadKinds } = summary;
  const nextLabel = l10n.t({
    message: 'Next',
    args: [],
    comment: ['A title before a colon, in an explanation: what happens next.'],
  });
  const todoLabel = l10n.t({
    message: 'To do',
    args: [],
    comment: ['A title before a colon, in an explanation: what the user must do.'],
  });
  const all: readonly SummaryEntry[] = [
    {
      label: l10n.t`Status`,
      values: [`${outcomeWords[outcome]()}: ${state}`, ...(connectionProblem === undefined ? [] : [connectionProblem])],
    },
    ...entries,
    ...(next === undefined ? [] : [{ label: nextLabel, values: [next] }]),
    ...(todo === undefined ? [] : [{ label: todoLabel, values: [todo] }]),
  ];
  const width = Math.max(...all.map(({ label }) => measureTextWidth(label))) + 1;
  const kinds = unreadKinds.join(', ');
  return [
    ...all.flatMap(({ label, values }) =>
      values.map((value, index) => `${padded(index === 0 ? `${label}:` : '', width)}  ${sanitizeLine(value, longest)}`),
    ),
    ...(unreadKinds.length === 0 ? [] : [l10n.t`Couldn't be read: ${kinds}`]),
  ];
}
