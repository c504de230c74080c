/** The page with the results of recorded requests that were evaluated with a policy. */
import * as l10n from '@vscode/l10n';
import type { ReplayMessage, ReplayRow, ReplayView, TraceRow, TraceView } from '#client/policy/replay/replayView.ts';
import { decisionRow, decisionsTable } from './decisionsTable.ts';
import { createElement, identifier, createLinkButton, notice, verdict, renderInlineCode } from '../dom.ts';
import { connectPage } from '../connectPage.ts';
import { StableRows } from '../stableRows.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';

// The page has no control before its rows. The title receives the focus, so that a screen reader announces the page.
const title = createElement('h1', { tabindex: '-1' });
const notices = createElement('div');
const counts = createElement('p', { class: 'quiet', role: 'status' });
const body = createElement('tbody', { role: 'rowgroup' });
const table = decisionsTable(
  l10n.t`Recorded requests in the order in which they were sent`,
  { name: l10n.t`Request`, decision: l10n.t`Verdict`, about: l10n.t`Reason and printed messages` },
  body,
);
document.querySelector('#page')?.append(title, counts, notices, table);

const drawn = new StableRows<NumberedRow, HTMLElement>(body, rowOf);
const host = connectPage<ReplayView, ReplayMessage>('replay', show, () => title.focus());

function show(view: ReplayView): void {
  title.textContent = sanitizeLabel(view.title);
  counts.textContent = joinSentences(view.counts, view.asOf);
  notices.replaceChildren(...view.notices.map(notice));
  const focused = document.activeElement?.closest('tr')?.dataset['index'];
  drawn.show(view.rows.map((row, index) => ({ ...row, index })));
  // If the focused row was replaced, its new button receives the focus.
  if (focused !== undefined && !body.contains(document.activeElement))
    body.querySelector<HTMLElement>(`tr[data-index="${CSS.escape(focused)}"] button`)?.focus();
}

/** A row and its position in the table, starting at 0. */
interface NumberedRow extends ReplayRow {
  readonly index: number;
}

function rowOf({
  endpoint,
  line,
  verdict: kind,
  word,
  prints,
  reasons,
  goes,
  savable,
  fix,
  chosen,
  trace,
  index,
}: NumberedRow): HTMLElement {
  const number = String(index + 1);
  const send = (type: ReplayMessage['type']) => () => host.send({ type, index });
  const why = createLinkButton(
    l10n.t`Show in policy`,
    `${l10n.t`Show in policy`}: ${number}, ${endpoint}`,
    send('choose'),
  );
  const save = createLinkButton(
    l10n.t`Save as Test Case`,
    `${l10n.t`Save as Test Case`}: ${number}, ${endpoint}`,
    send('save'),
  );
  save.classList.add('save');
  const evaluation = traceToggle(trace !== undefined, `${number}, ${endpoint}`, send('trace'));
  const row = decisionRow(
    {
      class: chosen ? 'goes chosen' : 'goes',
      'data-index': String(index),
      ...(chosen ? { 'aria-current': 'true' } : {}),
    },
    {
      name: [
        createElement('span', { class: 'quiet', title: l10n.t`Line ${line}` }, number),
        createElement(
          'span',
          { class: 'mono' },
          createLinkButton(identifier(endpoint), `${endpoint}: ${number}`, send('open')),
        ),
      ],
      decision: [
        verdict(kind, word),
        goes ? createElement('div', {}, why) : undefined,
        fixOf(fix, `${number}, ${endpoint}`, send('fix')),
        savable ? createElement('div', {}, evaluation) : undefined,
        savable ? createElement('div', {}, save) : undefined,
      ],
      about: [
        ...reasons.map((reason) => createElement('div', { class: 'reason' }, ...renderInlineCode(reason))),
        prints.length > 0 ? createElement('pre', {}, prints.join('\n')) : undefined,
        trace === undefined ? undefined : traceOf(trace),
      ],
    },
  );
  row.addEventListener('click', send('open'));
  return row;
}

/** Creates the button that adds the missing defaults, if there is such a change. */
function fixOf(title: string | undefined, name: string, apply: () => void): HTMLElement | undefined {
  return title === undefined
    ? undefined
    : createElement('div', {}, createLinkButton(title, `${title}: ${name}`, apply));
}

/**
 * Creates the button that shows or hides the evaluated expressions of a request.
 * @param name name of the request, for screen readers
 */
function traceToggle(isShown: boolean, name: string, toggle: () => void): HTMLElement {
  const label = isShown ? l10n.t`Hide Evaluation` : l10n.t`Show Evaluation`;
  const button = createLinkButton(label, `${label}: ${name}`, toggle);
  button.classList.add('trace-toggle');
  button.setAttribute('aria-expanded', String(isShown));
  return button;
}

function traceOf({ note, steps }: TraceView): HTMLElement {
  const list = createElement(
    'div',
    { class: 'trace' },
    note === undefined ? undefined : createElement('p', { class: 'quiet' }, ...renderInlineCode(note)),
    createElement('ol', { 'aria-label': l10n.t`Expressions in the order of evaluation` }, ...steps.map(traceStepOf)),
  );
  // A click in the list selects text. Elsewhere in the row, it opens the request.
  list.addEventListener('click', (event) => event.stopPropagation());
  return list;
}

function traceStepOf({ place, expression, value, succeeded, depth, values }: TraceRow): HTMLElement {
  const item = createElement(
    'li',
    { class: succeeded ? 'met' : 'unmet' },
    createElement('span', { class: 'quiet' }, place),
    createElement('div', { class: 'mono' }, `${expression} → ${value}`),
    ...values.map((each) => createElement('div', { class: 'mono quiet' }, `${each.expression} = ${each.value}`)),
  );
  // The content security policy of the page forbids style attributes.
  item.style.marginInlineStart = `${depth}em`;
  return item;
}
