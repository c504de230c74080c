/** The page with the policy verdict for every request. */
import * as l10n from '@vscode/l10n';
import {
  rowMatches,
  type ChangeView,
  type PolicyRowView,
  type TableMessage,
  type TableView,
} from '#client/policy/table/tableView.ts';
import { createElement, identifier, createLinkButton, notice, createIcon, verdict, renderInlineCode } from '../dom.ts';
import { connectPage } from '../connectPage.ts';
import { decisionRow, decisionsTable } from './decisionsTable.ts';
import { StableRows } from '../stableRows.ts';
import { joinSentences } from '#core/text/grammar.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';

const title = createElement('h1');
const guest = createElement('p', { class: 'quiet' });
const problem = createElement('div');
const filter = createElement('input', {
  type: 'search',
  placeholder: l10n.t`Filter requests`,
  'aria-label': l10n.t`Filter requests`,
});
const onlyDifferences = createElement('input', { type: 'checkbox' });
const bases = createElement('select', { 'aria-label': l10n.t`Compare with` });
const counts = createElement('p', { class: 'quiet', role: 'status' });
const body = createElement('tbody', { role: 'rowgroup' });
const table = decisionsTable(
  l10n.t`Policy verdict for every request`,
  { name: l10n.t`Request`, decision: l10n.t`Verdict`, about: l10n.t`Description` },
  body,
);
table.classList.add('collapses');

document
  .querySelector('#page')
  ?.append(
    title,
    guest,
    problem,
    createElement(
      'div',
      { class: 'tools' },
      filter,
      createElement('label', {}, l10n.t`Compare with`, bases),
      createElement('label', {}, onlyDifferences, l10n.t`Show only differences`),
    ),
    counts,
    table,
  );

let rows: readonly PolicyRowView[] = [];
let drawnBases = '';
/** Requests whose descriptions are expanded on a narrow page. On a wide page, all descriptions are visible. */
const openRows = new Set<string>();
const drawn = new StableRows<PolicyRowView, HTMLElement>(body, rowOf);
const host = connectPage<TableView, TableMessage>('table', show, () => filter.focus());
const kept = host.kept('filter');
filter.value = typeof kept === 'string' ? kept : '';
onlyDifferences.checked = host.kept('onlyDifferences') === true;

for (const control of [filter, onlyDifferences]) {
  control.addEventListener('input', () => {
    host.keep({ filter: filter.value, onlyDifferences: onlyDifferences.checked });
    showRows();
  });
}
bases.addEventListener('change', () => host.send({ type: 'base', id: bases.value }));

function show(view: TableView): void {
  title.textContent = sanitizeLabel(view.title);
  guest.replaceChildren(...renderInlineCode(view.guest));
  problem.replaceChildren(...(view.problem === undefined ? [] : [notice(view.problem)]));
  showBases(view);
  counts.textContent = joinSentences(view.counts, view.asOf);
  rows = view.rows;
  showRows();
}

/**
 * Updates the list of policies to compare with. Doesn't change the list if the policies are the same, because the user
 * might have opened it.
 */
function showBases(view: TableView): void {
  const wanted = JSON.stringify(view.bases);
  if (wanted === drawnBases) return;
  drawnBases = wanted;
  bases.replaceChildren(
    ...view.bases.map(({ id, title, chosen }) =>
      createElement('option', { value: id, ...(chosen ? { selected: '' } : {}) }, title),
    ),
  );
}

/** Updates the rows. If the focused row is replaced, its replacement receives the focus. */
function showRows(): void {
  const focused = document.activeElement?.closest('tr')?.dataset['endpoint'];
  drawn.show(rows.filter((row) => rowMatches(row, filter.value, onlyDifferences.checked)));
  if (focused !== undefined && !body.contains(document.activeElement))
    body.querySelector<HTMLElement>(`tr[data-endpoint="${CSS.escape(focused)}"] .decision button`)?.focus();
}

function rowOf(view: PolicyRowView): HTMLElement {
  const { endpoint, differs, line } = view;
  const reveal = () => host.send({ type: 'reveal', endpoint });
  const goes = line !== undefined;
  const toggle = createElement(
    'button',
    { type: 'button', class: 'toggle', 'aria-label': `${l10n.t`Description`}: ${endpoint}` },
    createIcon('more'),
  );
  const row = decisionRow(
    { class: [differs ? 'differs' : '', goes ? 'goes' : ''].join(' ').trim(), 'data-endpoint': endpoint },
    {
      name: [toggle, createElement('span', { class: 'mono' }, identifier(endpoint))],
      decision: decisionCell(view, reveal),
      about: aboutCell(view),
    },
  );
  const setOpen = (isOpen: boolean) => {
    if (isOpen) openRows.add(endpoint);
    else openRows.delete(endpoint);
    row.classList.toggle('open', isOpen);
    toggle.setAttribute('aria-expanded', String(isOpen));
  };
  setOpen(openRows.has(endpoint));
  toggle.addEventListener('click', (event) => {
    event.stopPropagation();
    setOpen(!openRows.has(endpoint));
  });
  if (goes) row.addEventListener('click', reveal);
  return row;
}

function aboutCell({ summary, consequence, risk, change }: PolicyRowView): (HTMLElement | undefined)[] {
  return [
    createElement('div', { class: 'quiet' }, ...renderInlineCode(summary)),
    consequence === ''
      ? undefined
      : createElement(
          'div',
          { class: risk ? 'risk' : 'quiet' },
          risk ? createIcon('warning') : undefined,
          createElement('span', {}, ...renderInlineCode(consequence)),
        ),
    change === undefined ? undefined : changeBlock(change),
  ];
}

/** Shows the effect of a change, and the parts of both policies that differ. */
function changeBlock({ effect, lines }: ChangeView): HTMLElement {
  return createElement(
    'div',
    { class: 'change' },
    effect === '' ? undefined : createElement('div', { class: 'reason' }, effect),
    ...lines.map(({ sign, text }) =>
      createElement(
        'div',
        { class: `mono ${sign === '+' ? 'inserted' : sign === '-' ? 'removed' : 'quiet'}` },
        `${sign} ${text}`,
      ),
    ),
  );
}

function decisionCell(
  { endpoint, verdict: kind, word, risk, baseWord, differs, line }: PolicyRowView,
  reveal: () => void,
): (HTMLElement | undefined)[] {
  return [
    verdict(kind, word),
    differs ? createElement('div', { class: 'base' }, l10n.t`Base policy: ${baseWord}`) : undefined,
    risk
      ? createElement(
          'div',
          { class: 'risk risk-mark' },
          createIcon('warning'),
          createElement('span', {}, l10n.t`Risk`),
        )
      : undefined,
    line !== undefined
      ? createElement('div', {}, createLinkButton(l10n.t`Line ${line}`, `${l10n.t`Line ${line}`}: ${endpoint}`, reveal))
      : undefined,
  ];
}
