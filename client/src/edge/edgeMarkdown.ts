/** What there is to say of a resource of edge hosting, as Markdown: the tooltip of its row, and the document behind _Explain_. */
import type { EdgeNode } from '../../../core/edge/edgeTree.ts';
import { edgeSource } from '../../../core/edge/pair.ts';
import { tellNode } from '../../../core/edge/tellNode.ts';
import { markdownCode, markdownText } from '../../../core/live/markdownText.ts';
import { paragraphs } from '../tree/markdown.ts';
import { prose } from '../tree/explained.ts';
import { timeOfDay } from '../tree/words.ts';

/** @param now milliseconds since 1970 */
export function edgeMarkdown(node: EdgeNode, now: number): string {
  const { entry, id, label } = node;
  const { headline, text, meaning, passing, next, todo, cause = [], notes, rows = [], severity, docs } = tellNode(node);
  const console = [...new Set(rows.map((row) => `${row.console.zh} (${row.console.en})`))].join(', ');
  const stays =
    passing === true
      ? 'It goes over by itself.'
      : passing === false && (severity === 'error' || severity === 'warning')
        ? 'It stays until something is done.'
        : '';
  const facts = [
    id === '' || id === label ? '' : `**Id:** ${markdownCode(id, 200)}`,
    entry?.version === undefined ? '' : `**Version:** ${markdownCode(entry.version)}`,
    entry?.nodes === undefined ? '' : `**Nodes:** ${entry.nodes}, as it counts them`,
  ].filter((part) => part !== '');
  return paragraphs(
    `**${markdownText(label, 100)}**: ${prose(headline)}${text === '' ? '' : ` ${markdownCode(text)}`}`,
    `${prose(meaning)}${stays === '' ? '' : ` ${stays}`}`,
    list('Cause, the root last:', cause),
    next === undefined ? undefined : `**Next:** ${prose(next)}`,
    todo === undefined ? undefined : `**To do:** ${prose(todo)}`,
    list('Notes:', notes),
    console === '' ? undefined : `**The console shows:** ${prose(console)}`,
    facts.join('  \n'),
    entry === undefined ? undefined : `As of ${entry.at === undefined ? 'an unknown time' : timeOfDay(entry.at, now)}, in ${markdownCode(entry.source, 200)}.`,
    `${docs === undefined ? '' : `[${prose(docs.title)}](${docs.url}). `}Never compared with a live account; closed to new users since ${edgeSource.closedSince}.`,
  );
}

function list(title: string, lines: readonly string[]): string | undefined {
  return lines.length === 0 ? undefined : [`**${title}**`, '', ...lines.map((line) => `- ${prose(line)}`)].join('\n');
}
