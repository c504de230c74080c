/**
 * Creates the page for an explained text: its statuses, their meanings, and the recommended actions. Independent of VS
 * Code.
 */
import * as l10n from '@vscode/l10n';
import type { ExplainedStatusView, ExplainedView } from '#core/explain/explainView.ts';
import { statusSeverities, type StatusSeverity } from '#core/status/explainedStatus.ts';
import { omitUndefined } from '#core/common/json.ts';
import { formatCount } from '#core/text/counts.ts';
import type { CheckView, DetailPage, DetailState, Tone } from '../details/detailPage.ts';
import type { Message } from '#core/text/message.ts';

const states: Readonly<Record<StatusSeverity, { readonly tone: Tone; readonly word: Message }>> = {
  error: { tone: 'failed', word: () => l10n.t`Error` },
  warning: { tone: 'attention', word: () => l10n.t`Warning` },
  unknown: { tone: 'unknown', word: () => l10n.t`Unknown` },
  info: {
    tone: 'unknown',
    word: () =>
      l10n.t({ message: 'Information', args: [], comment: ["The severity of a status that isn't a problem."] }),
  },
  ok: { tone: 'ok', word: () => l10n.t`Healthy` },
};

/**
 * Returns the page of an explained text.
 * @param source sentence that names the source of the text
 */
export function statusPage({ statuses, notes, docs }: ExplainedView, source: string): DetailPage {
  const [only, ...others] = statuses;
  const count = statuses.length;
  return {
    type: 'detail',
    kind: l10n.t`Status`,
    title: l10n.t`Status explanation`,
    place: source,
    state: {
      ...worstState(statuses),
      headline: only !== undefined && others.length === 0 ? only.headline : formatCount(count, 'status'),
    },
    freshness: { isLive: true, words: l10n.t`Based on the provided text.` },
    cause: notes,
    ...omitUndefined({ docs }),
    actions: [],
    sections: [{ kind: 'checks', id: 'statuses', title: l10n.t`Statuses`, items: statuses.map(checkOf) }],
  };
}

function stateOf(severity: StatusSeverity): DetailState {
  const { tone, word } = states[severity];
  return { tone, word: word() };
}

function worstState(statuses: readonly ExplainedStatusView[]): DetailState {
  return stateOf(statusSeverities.find((severity) => statuses.some((one) => one.severity === severity)) ?? 'unknown');
}

function checkOf(
  { severity, title, headline, text, paragraphs, todo, docs }: ExplainedStatusView,
  index: number,
): CheckView {
  return {
    id: String(index),
    state: stateOf(severity),
    title,
    headline,
    paragraphs,
    // The page marks the text between backticks as code.
    evidence: text === '' ? [] : [text.includes('`') ? text : `\`${text}\``],
    ...omitUndefined({ todo, docs }),
    isFolded: false,
  };
}
