/** What there is to say of a resource of edge hosting, as Markdown: the tooltip of its row, and the document behind _Explain_. */
import * as l10n from '@vscode/l10n';
import type { EdgeNode } from '#core/edge/tree/edgeNode.ts';
import { consoleBoth, edgeSource } from '#core/edge/table/edgePair.ts';
import { tellNode } from '#core/edge/tree/describeNode.ts';
import { markdownCode, markdownText } from '#core/text/markdownText.ts';
import { paragraphs } from '#client/text/markdown.ts';
import { prose } from '#client/tree/model/explainedNode.ts';
import { timeOfDay } from '#client/text/timeOfDay.ts';
import { sentenceGap } from '#core/text/grammar.ts';

/** @param now milliseconds since 1970 */
export function edgeMarkdown(node: EdgeNode, now: number): string {
  const { entry, id, label } = node;
  const { headline, text, meaning, passing, next, todo, cause = [], notes, rows, severity, docs } = tellNode(node);
  const console = [...new Set(rows.map(consoleBoth))].join(', ');
  const stays =
    passing === true
      ? l10n.t`It goes over by itself.`
      : passing === false && (severity === 'error' || severity === 'warning')
        ? l10n.t`It stays until something is done.`
        : '';
  const facts = [
    id === '' || id === label ? '' : l10n.t`**Id:** ${markdownCode(id, 200)}`,
    entry?.version === undefined ? '' : l10n.t`**Version:** ${markdownCode(entry.version)}`,
    entry?.nodes === undefined ? '' : l10n.t`**Nodes:** ${entry.nodes}, as it counts them`,
  ].filter((part) => part !== '');
  return paragraphs(
    `**${markdownText(label, 100)}**: ${prose(headline)}${text === '' ? '' : ` ${markdownCode(text)}`}`,
    `${prose(meaning)}${stays === '' ? '' : ` ${stays}`}`,
    list(l10n.t`Cause, the root last:`, cause),
    next === undefined ? undefined : l10n.t`**Next:** ${prose(next)}`,
    todo === undefined ? undefined : l10n.t`**To do:** ${prose(todo)}`,
    list(l10n.t`Notes:`, notes),
    console === '' ? undefined : l10n.t`**The console shows:** ${prose(console)}`,
    facts.join('  \n'),
    entry === undefined ? undefined : asOfWords(entry.at === undefined ? undefined : timeOfDay(entry.at, now), markdownCode(entry.source, 200)),
    [
      ...(docs === undefined ? [] : [`[${prose(docs.title)}](${docs.url}).`]),
      l10n.t`Never compared with a live account; closed to new users since ${edgeSource.closedSince}.`,
    ].join(sentenceGap()),
  );
}

function asOfWords(time: string | undefined, source: string): string {
  return time === undefined ? l10n.t`As of an unknown time, in ${source}.` : l10n.t`As of ${time}, in ${source}.`;
}

function list(title: string, lines: readonly string[]): string | undefined {
  return lines.length === 0 ? undefined : [`**${title}**`, '', ...lines.map((line) => `- ${prose(line)}`)].join('\n');
}
