/**
 * Renders an explained status as Markdown for hovers. Names and texts from the input are escaped, so that they can't
 * add markup or links.
 */
import * as l10n from '@vscode/l10n';
import { formatConsoleText, edgeSource } from '../edge/table/edgePair.ts';
import { sanitizeMarkdownCode, sanitizeMarkdown } from '../text/sanitize.ts';
import type { TextStatus } from './textStatus.ts';

/** Renders the status, its meaning, and what comes next. */
export function statusMarkdown(told: TextStatus): string {
  return [`**${heading(told)}**`, ...body(told), ...(told.vocabulary === 'edge' ? [edgeNote()] : [])].join('\n\n');
}

const edgeNote = () =>
  l10n.t`*Edge hosting explanations are based on the [public status table](${edgeSource.url}) dated ${edgeSource.date} and weren't verified with a live account.*`;

function heading({ what, name, headline }: TextStatus): string {
  return `${prose(what)}${name === undefined ? '' : ` ${sanitizeMarkdown(name)}`}: ${prose(headline)}`;
}

function body({ vocabulary, meaning, rows = [], cause = [], next, todo, notes, docs }: TextStatus): readonly string[] {
  const console = [...new Set(rows.map(formatConsoleText))].slice(0, 6).join(', ');
  return [
    l10n.t`**Meaning:** ${prose(meaning)}`,
    ...cause.map((line, index) =>
      index === 0 ? l10n.t`**Cause:** ${prose(line)}` : l10n.t`**Caused by:** ${prose(line)}`,
    ),
    ...(next === undefined ? [] : [l10n.t`**Next:** ${prose(next)}`]),
    ...(todo === undefined ? [] : [l10n.t`**To do:** ${prose(todo)}`]),
    ...(console === '' ? [] : [l10n.t`**Text in the console:** ${prose(console)}`]),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${prose(note)}`).join('\n')]),
    ...(docs === undefined || vocabulary === 'edge' ? [] : [`[${sanitizeMarkdown(docs.title)}](${docs.url})`]),
  ];
}

/** Escapes sentences that contain untrusted names. Text in backticks becomes code. */
function prose(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.length > 2 && part.startsWith('`') && part.endsWith('`')
        ? sanitizeMarkdownCode(part.slice(1, -1))
        : spaced(part),
    )
    .join('');
}

/** Escapes text but keeps a space at each end, because code can be next to it. */
function spaced(part: string): string {
  const [before = ''] = /^\s*/.exec(part) ?? [];
  const [after = ''] = /\s*$/.exec(part.slice(before.length)) ?? [];
  const text = sanitizeMarkdown(part, 2000);
  return `${before === '' ? '' : ' '}${text}${after === '' ? '' : ' '}`;
}
