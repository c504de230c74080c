/** Converts an explained text to data for a page. Texts are plain, and backticks mark code. */
import * as l10n from '@vscode/l10n';
import { formatConsoleText, edgeSource } from '../edge/table/edgePair.ts';
import { omitUndefined } from '../common/json.ts';
import type { DocSection } from '../product/docSection.ts';
import type { ExplainResult } from './explainText.ts';
import type { StatusSeverity } from '../status/explainedStatus.ts';
import type { TextStatus } from './textStatus.ts';
import { cutText } from '../text/sanitize.ts';

/** A status that was found in the text, with its explanation. */
export interface ExplainedStatusView {
  readonly severity: StatusSeverity;
  /** The resource that has the status, such as `Status of a node pool`, with its name if the text contains one. */
  readonly title: string;
  readonly headline: string;
  /** The status in one line, as in the text. Can be empty. */
  readonly text: string;
  /** The meaning, the cause, and what comes next. */
  readonly paragraphs: readonly string[];
  readonly todo?: string;
  readonly docs?: DocSection;
}

export interface ExplainedView {
  readonly statuses: readonly ExplainedStatusView[];
  /** Notes about omitted parts and about the source of the explanations. */
  readonly notes: readonly string[];
  readonly docs?: DocSection;
}

/** Maximum number of statuses on a page. */
const mostStatuses = 200;
/** Maximum number of characters in a paragraph. */
const longest = 2000;
/** Maximum number of web console texts that are listed. */
const mostConsoleWords = 6;

/** Returns the statuses in the order in which they appear in the text, with notes. */
export function explainedView({ told, left }: ExplainResult): ExplainedView {
  const isEdge = told.some(({ vocabulary }) => vocabulary === 'edge');
  const more = told.length - mostStatuses;
  return {
    statuses: told.slice(0, mostStatuses).map(statusView),
    notes: [
      ...(more > 0 ? [l10n.t`Additional statuses that aren't shown: ${more}.`] : []),
      ...left.map((line) => l10n.t`Note: ${cut(line)}`),
      ...(isEdge
        ? [
            l10n.t`Edge hosting explanations are based on the public status table dated ${edgeSource.date} and weren't verified with a live account.`,
          ]
        : []),
    ],
    ...(isEdge ? { docs: { title: edgeSource.title(), url: edgeSource.url } } : {}),
  };
}

function statusView(told: TextStatus): ExplainedStatusView {
  const { what, name, text, severity, headline, vocabulary, todo, docs } = told;
  return {
    severity,
    title: cut(name === undefined ? what : `${what} ${name}`),
    headline: cut(headline),
    text: cut(text),
    paragraphs: paragraphs(told).map(cut),
    ...omitUndefined({
      todo: todo === undefined ? undefined : cut(todo),
      docs: vocabulary === 'edge' ? undefined : docs,
    }),
  };
}

function paragraphs({ meaning, rows = [], cause = [], next, passing, severity, notes }: TextStatus): readonly string[] {
  const console = [...new Set(rows.map(formatConsoleText))].slice(0, mostConsoleWords).join(', ');
  const isProblem = severity === 'error' || severity === 'warning';
  return [
    meaning,
    ...cause.map((line, index) => (index === 0 ? l10n.t`Cause: ${line}` : l10n.t`Caused by: ${line}`)),
    ...(next === undefined ? [] : [l10n.t`Next: ${next}`]),
    ...(passing === true ? [l10n.t`This state resolves automatically.`] : []),
    ...(passing === false && isProblem ? [l10n.t`This state persists until the problem is fixed.`] : []),
    ...(console === '' ? [] : [l10n.t`Text in the console: ${console}`]),
    ...notes,
  ];
}

function cut(text: string): string {
  return cutText(text, longest + 1);
}
