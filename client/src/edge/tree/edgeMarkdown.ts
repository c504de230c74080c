/**
 * Renders the explanation of an edge hosting resource as Markdown, for the tooltip of its row and for the document that
 * _Explain_ opens.
 */
import * as l10n from '@vscode/l10n';
import type { EdgeNode } from '#core/edge/tree/edgeNode.ts';
import { formatConsoleText, edgeSource } from '#core/edge/table/edgePair.ts';
import { describeEdgeNode } from '#core/edge/tree/describeNode.ts';
import { sanitizeMarkdownCode, sanitizeMarkdown } from '#core/text/sanitize.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import { renderProse } from '#client/tree/model/explainedNode.ts';
import { formatTimeOfDay } from '#client/text/timeOfDay.ts';
import { getSentenceSeparator, joinSentences } from '#core/text/grammar.ts';

/**
 * Renders the explanation of a resource.
 * @param now milliseconds since 1970
 */
export function edgeMarkdown(node: EdgeNode, now: number): string {
  const { entry, id, label } = node;
  const {
    headline,
    text,
    meaning,
    passing,
    next,
    todo,
    cause = [],
    notes,
    rows,
    severity,
    docs,
  } = describeEdgeNode(node);
  const console = [...new Set(rows.map(formatConsoleText))].join(', ');
  const stays =
    passing === true
      ? l10n.t`This state is temporary.`
      : passing === false && (severity === 'error' || severity === 'warning')
        ? l10n.t`This state persists until the problem is fixed.`
        : '';
  const facts = [
    id === '' || id === label ? '' : l10n.t`**ID:** ${sanitizeMarkdownCode(id, 200)}`,
    entry?.version === undefined ? '' : l10n.t`**Version:** ${sanitizeMarkdownCode(entry.version)}`,
    entry?.nodes === undefined ? '' : l10n.t`**Nodes:** ${entry.nodes} (reported by the service)`,
  ].filter((part) => part !== '');
  return joinParagraphs(
    `**${sanitizeMarkdown(label, 100)}**: ${renderProse(headline)}${text === '' ? '' : ` ${sanitizeMarkdownCode(text)}`}`,
    joinSentences(renderProse(meaning), stays),
    list(l10n.t`Causes (root cause last):`, cause),
    next === undefined ? undefined : l10n.t`**Next:** ${renderProse(next)}`,
    todo === undefined ? undefined : l10n.t`**To do:** ${renderProse(todo)}`,
    list(l10n.t`Notes:`, notes),
    console === '' ? undefined : l10n.t`**In the Volcengine console:** ${renderProse(console)}`,
    facts.join('  \n'),
    entry === undefined
      ? undefined
      : asOfWords(
          entry.at === undefined ? undefined : formatTimeOfDay(entry.at, now),
          sanitizeMarkdownCode(entry.source, 200),
        ),
    [
      ...(docs === undefined ? [] : [`[${renderProse(docs.title)}](${docs.url}).`]),
      l10n.t`These explanations are based on the Volcengine documentation and haven't been verified with a live account. Edge hosting has been closed to new users since ${edgeSource.closedSince}.`,
    ].join(getSentenceSeparator()),
  );
}

function asOfWords(time: string | undefined, source: string): string {
  return time === undefined
    ? l10n.t`Last updated at an unknown time, from ${source}.`
    : l10n.t`Last updated ${time}, from ${source}.`;
}

function list(title: string, lines: readonly string[]): string | undefined {
  return lines.length === 0
    ? undefined
    : [`**${title}**`, '', ...lines.map((line) => `- ${renderProse(line)}`)].join('\n');
}
