/** The page with what came of recorded requests. */
import * as l10n from '@vscode/l10n';
import type { ReplayMessage, ReplayRow, ReplayView } from '../../policy/replayView.ts';
import { element, link, notice, verdict, words } from './dom.ts';
import { connect } from './host.ts';
import { StableRows } from './stableRows.ts';
import { visible } from '../../../../core/spelledOut.ts';

const title = element('h1');
const problem = element('div');
const counts = element('p', { class: 'quiet', role: 'status' });
const body = element('tbody');
const columns = ['#', l10n.t`Request`, l10n.t`Result`, l10n.t`Why, and what it printed`].map((name) => element('th', { scope: 'col' }, name));
const table = element(
  'table',
  {},
  element('caption', {}, l10n.t`Recorded requests, in their order`),
  element('thead', {}, element('tr', {}, ...columns)),
  body,
);
document.querySelector('#page')?.append(title, counts, problem, table);

const drawn = new StableRows<NumberedRow, HTMLElement>(body, rowOf);
const host = connect<ReplayView, ReplayMessage>('replay', (view) => {
  title.textContent = visible(view.title);
  counts.textContent = `${view.counts} ${view.asOf}`;
  problem.replaceChildren(...(view.problem === undefined ? [] : [notice(view.problem)]));
  const focused = document.activeElement?.closest('tr')?.dataset['index'];
  drawn.show(view.rows.map((row, index) => ({ ...row, index })));
  // A row that was replaced has lost the keyboard.
  if (focused !== undefined && !body.contains(document.activeElement))
    body.querySelector<HTMLElement>(`tr[data-index="${CSS.escape(focused)}"] button`)?.focus();
});

/** A row with its place in the log, from 0. */
interface NumberedRow extends ReplayRow {
  readonly index: number;
}

function rowOf({ endpoint, line, outcome, word, prints, reasons, goes, savable, chosen, index }: NumberedRow): HTMLElement {
  const choose = () => host.send({ type: 'choose', index });
  const save = link(l10n.t`Save as test case`, l10n.t`Save as test case: request ${index + 1}, ${endpoint}`, () => host.send({ type: 'save', index }));
  const row = element(
    'tr',
    { class: [goes ? 'goes' : '', chosen ? 'chosen' : ''].join(' ').trim(), 'data-index': String(index), ...(chosen ? { 'aria-current': 'true' } : {}) },
    element('td', { class: 'quiet', title: l10n.t`line ${line} of the log` }, String(index + 1)),
    element('th', { scope: 'row', class: 'mono' }, goes ? link(endpoint, l10n.t`Show in the policy why ${endpoint} was not allowed`, choose) : endpoint),
    element('td', {}, verdict(outcome, word)),
    element(
      'td',
      {},
      ...reasons.map((reason) => element('div', {}, ...words(reason))),
      prints.length > 0 ? element('pre', {}, prints.join('\n')) : undefined,
      savable ? element('div', {}, save) : undefined,
    ),
  );
  if (goes) row.addEventListener('click', choose);
  return row;
}
