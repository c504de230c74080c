/** What was told, as Markdown: for hovers, and as a document. Names and texts of others are text in it, never markup or links. */
import * as l10n from '@vscode/l10n';
import { consoleBoth, edgeSource } from '../edge/pair.ts';
import { markdownCode, markdownText } from '../live/markdownText.ts';
import type { Explained } from './explain.ts';
import type { Told, ToldSeverity } from './told.ts';

const words: Readonly<Record<ToldSeverity, string>> = {
  error: l10n.t`Error`,
  warning: l10n.t`Warning`,
  unknown: l10n.t`Not known`,
  info: l10n.t`Information`,
  ok: l10n.t`As it should be`,
};

/** Statuses that a document tells; more than that nobody reads. */
const most = 200;

/** What it is, what it means, what comes next: for a hover. */
export function toldMarkdown(told: Told): string {
  return [`**${heading(told)}**`, ...body(told), ...(told.vocabulary === 'edge' ? [edgeNote] : [])].join('\n\n');
}

/** A whole document. @param from where the text was taken from, as a sentence */
export function explainedMarkdown({ told, left }: Explained, from: string): string {
  const shown = told.slice(0, most);
  return `${[
    `# ${l10n.t`Explained status`}`,
    from,
    ...shown.flatMap((one) => [
      `## ${heading(one)}`,
      ...(one.text === '' ? [] : [markdownCode(one.text)]),
      `*${words[one.severity]}*${lasts(one)}`,
      ...body(one),
    ]),
    ...(told.length > most ? [l10n.t`${told.length - most} more are in this text, and not shown.`] : []),
    ...left.map((line) => l10n.t`Note: ${markdownText(line)}`),
    ...(told.some(({ vocabulary }) => vocabulary === 'edge') ? [edgeNote] : []),
  ].join('\n\n')}\n`;
}

const edgeNote = l10n.t`*Edge hosting: from the [public table](${edgeSource.url}) of ${edgeSource.date}; never compared with a live account.*`;

function heading({ what, name, headline }: Told): string {
  return `${prose(what)}${name === undefined ? '' : ` ${markdownText(name)}`}: ${prose(headline)}`;
}

function lasts({ passing, severity }: Told): string {
  if (passing === true) return ` · ${l10n.t`it goes over by itself`}`;
  return passing === false && (severity === 'error' || severity === 'warning') ? ` · ${l10n.t`until something is done`}` : '';
}

function body({ vocabulary, meaning, rows = [], cause = [], next, todo, notes, docs }: Told): readonly string[] {
  const console = [...new Set(rows.map(consoleBoth))].slice(0, 6).join(', ');
  return [
    l10n.t`**What it means:** ${prose(meaning)}`,
    ...cause.map((line, index) => (index === 0 ? l10n.t`**Cause:** ${prose(line)}` : l10n.t`**Because:** ${prose(line)}`)),
    ...(next === undefined ? [] : [l10n.t`**What comes next:** ${prose(next)}`]),
    ...(todo === undefined ? [] : [l10n.t`**What to do:** ${prose(todo)}`]),
    ...(console === '' ? [] : [l10n.t`**In the console:** ${prose(console)}`]),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${prose(note)}`).join('\n')]),
    ...(docs === undefined || vocabulary === 'edge' ? [] : [`[${markdownText(docs.title)}](${docs.url})`]),
  ];
}

/** Sentences with names of others in them; what stands in backticks is code. */
function prose(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (part.length > 2 && part.startsWith('`') && part.endsWith('`') ? markdownCode(part.slice(1, -1)) : spaced(part)))
    .join('');
}

/** Blanks at the ends stay: what follows is code. */
function spaced(part: string): string {
  const [before = ''] = /^\s*/.exec(part) ?? [];
  const [after = ''] = /\s*$/.exec(part.slice(before.length)) ?? [];
  const text = markdownText(part, 2000);
  return `${before === '' ? '' : ' '}${text}${after === '' ? '' : ' '}`;
}
