/** The page of a log. */
import * as l10n from '@vscode/l10n';
import { selectPlural, formatNumber } from '#core/text/grammar.ts';
import type { LogPageMessage, LogView, LogRowView } from '#client/logs/view/logView.ts';
import { createElement, createLinkButton, createIcon } from '../dom.ts';
import { connectPage } from '../connectPage.ts';
import { FilterBar } from './logsFilter.ts';
import { Grid } from './logsGrid.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';

const title = createElement('h1');
const from = createElement('p', { class: 'quiet mono from' });
const status = createElement('p', { class: 'status', role: 'status' });
const notes = createElement('div', { class: 'notes' });
const counts = createElement('p', { class: 'quiet counts', role: 'status' });
const follow = createElement('input', { type: 'checkbox' });
const followLabel = createElement('label', {}, follow, l10n.t`Follow`);
const whole = button(l10n.t`Show the Whole Log`, () => host.send({ type: 'switch', row: grid.chosen }));
const clear = button(l10n.t`Clear Filter`, () => filter.clear());
const foldAll = button(l10n.t`Fold QEMU Lines`, () => host.send({ type: 'foldAll', closed: true, row: grid.chosen }));
const asText = button(l10n.t`Open as Text`, () => host.send({ type: 'document' }));
const copyCommand = button(l10n.t`Copy as oc Command`, () => host.send({ type: 'command' }));
const errorsTitle = createElement('h2');
const errors = createElement('ul', { class: 'errors' });
const errorsBox = createElement('details', {}, createElement('summary', {}, errorsTitle), errors);
const detailFacts = createElement('span', { class: 'quiet' });
const copyLine = button(l10n.t`Copy Line`, () => host.send({ type: 'copy', from: grid.chosen, to: grid.chosen }));
const closeLine = button(l10n.t`Close`, () => openDetail(false));
const detailText = createElement('pre', {
  class: 'full',
  tabindex: '0',
  'aria-label': l10n.t`Selected line`,
});
const detail = createElement(
  'section',
  { class: 'detail', 'aria-label': l10n.t`Selected line`, hidden: '' },
  createElement('p', {}, detailFacts, copyLine, closeLine),
  detailText,
);
const empty = createElement('p', { class: 'empty quiet' });

const filter = new FilterBar((wanted) => host.send({ type: 'filter', filter: wanted, row: grid.chosen }));
const grid = new Grid({
  want: (first, count) => host.send({ type: 'window', from: first, count }),
  onFold: (row) => host.send({ type: 'fold', row }),
  onCopy: (first, last) => host.send({ type: 'copy', from: first, to: last }),
  onChoose: showDetail,
  onOpen: () => openDetail(detail.hidden !== false),
  onLeaveEnd: () => setFollow(false),
});

document
  .querySelector('#page')
  ?.append(
    createElement('header', {}, title, from, status, notes),
    createElement('div', { class: 'tools', role: 'search', 'aria-label': l10n.t`Filters` }, ...filter.controls, clear),
    createElement('div', { class: 'tools second' }, counts, whole, followLabel, foldAll, asText, copyCommand),
    createElement(
      'div',
      { class: 'both' },
      createElement('div', { class: 'lines' }, headRow(), grid.root, empty, detail),
      createElement('aside', { class: 'side', 'aria-label': l10n.t`Error summary` }, errorsBox),
    ),
  );

let gone = 0;
let saidErrors = '';
let first = true;
const host = connectPage<LogView, LogPageMessage>('log', show);

follow.addEventListener('change', () => {
  setFollow(follow.checked);
  if (latest !== undefined && follow.checked) grid.show(latest, true);
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  const isFind =
    event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (isFind || (event.key === '/' && !isTyping)) filter.focus();
  else if (event.key === 'Escape' && !detail.hidden) openDetail(false);
  else if (event.key === 'Escape' && isTyping) grid.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
});

let latest: LogView | undefined;

function show(view: LogView): void {
  latest = view;
  if (first) {
    first = false;
    const kept = host.kept('follow');
    follow.checked = typeof kept === 'boolean' ? kept : view.grows;
    const before = host.kept('serial');
    // A page that is reloaded has already handled its last request to go to a row.
    if (typeof before === 'number') gone = before;
    const keptErrors = host.kept('errors');
    // On small pages, the list would take space from the log lines, so it starts closed.
    errorsBox.open =
      typeof keptErrors === 'boolean'
        ? keptErrors
        : window.matchMedia('(min-width: 1001px), (min-width: 561px) and (min-height: 500px)').matches;
    errorsBox.addEventListener('toggle', keep);
    grid.focus();
  }
  document.title = sanitizeLabel(view.title);
  setText(title, view.title);
  setText(from, view.from);
  copyCommand.hidden = !view.hasCommand;
  showStatus(view);
  const said = view.notes.join('\n');
  if (notes.dataset['said'] !== said) {
    notes.dataset['said'] = said;
    notes.replaceChildren(
      ...view.notes.map((note) =>
        createElement('p', { class: 'notice' }, createIcon('info'), createElement('span', {}, note)),
      ),
    );
  }
  setText(counts, view.counts);
  const hasFilter = Object.values(view.filter).some((value) => value !== '');
  whole.hidden = !hasFilter;
  setText(whole, view.isFiltered ? l10n.t`Show the Whole Log` : l10n.t`Show Filtered Log`);
  clear.hidden = !hasFilter;
  foldAll.hidden = !view.folds;
  followLabel.hidden = !view.grows;
  if (!view.grows) follow.checked = false;
  filter.show(view);
  showErrors(view);
  empty.hidden = view.rows > 0;
  setText(empty, view.empty);
  grid.show(view, follow.checked && view.grows);
  if (view.goTo !== undefined && view.goTo.serial > gone) {
    gone = view.goTo.serial;
    if (!view.goTo.kept) setFollow(false);
    grid.goTo(view.goTo.row, view.goTo.kept || follow.checked);
    keep();
  }
}

function showStatus({ status: { kind, text, progress, canRetry } }: LogView): void {
  const parts: (Node | string)[] = [];
  if (kind === 'broken') parts.push(createIcon('warning'));
  if (progress !== undefined)
    parts.push(createElement('progress', { max: '1', value: String(progress), 'aria-label': l10n.t`Reading...` }));
  parts.push(createElement('span', {}, text));
  if (canRetry) parts.push(createLinkButton(l10n.t`Retry`, l10n.t`Retry`, () => host.send({ type: 'retry' })));
  status.className = `status ${kind}`;
  // A link with the keyboard focus must not be replaced for each new line.
  const said = `${kind}/${text}/${String(canRetry)}`;
  if (status.dataset['said'] === said) return;
  status.dataset['said'] = said;
  const hadFocus = status.contains(document.activeElement);
  status.replaceChildren(...parts);
  if (hadFocus) status.querySelector('button')?.focus();
}

function showErrors({ errors: { headline, groups } }: LogView): void {
  setText(errorsTitle, headline);
  const said = JSON.stringify(groups);
  if (said === saidErrors) return;
  saidErrors = said;
  const focused = errors.contains(document.activeElement)
    ? document.activeElement?.closest('li')?.dataset['text']
    : undefined;
  errors.replaceChildren(
    ...groups.map(({ text, count, when, line }) => {
      const counted = formatNumber(count);
      const times = selectPlural(count, l10n.t`${counted} time`, l10n.t`${counted} times`);
      return createElement(
        'li',
        { 'data-text': text },
        createLinkButton(text, `${text}: ${times}. ${l10n.t`Line ${line}`}`, () => host.send({ type: 'jump', line })),
        createElement('div', { class: 'quiet' }, `${times}, ${when}`),
      );
    }),
  );
  if (focused !== undefined)
    errors.querySelector<HTMLElement>(`li[data-text="${CSS.escape(focused)}"] button`)?.focus();
}

function showDetail(row: LogRowView | undefined): void {
  if (detail.hidden || row === undefined) return;
  const { number, moment, origin, levelWord, full } = row;
  setText(
    detailFacts,
    [l10n.t`Line ${formatNumber(number)}`, moment, origin, levelWord].filter((fact) => fact !== '').join(' · '),
  );
  setText(detailText, full);
}

function openDetail(open: boolean): void {
  detail.hidden = !open;
  if (open) showDetail(grid.chosenRow);
  else grid.focus();
}

function setFollow(follows: boolean): void {
  if (follow.checked !== follows) follow.checked = follows;
  keep();
}

function keep(): void {
  host.keep({ follow: follow.checked, serial: gone, errors: errorsBox.open });
}

function headRow(): HTMLElement {
  const names = [l10n.t`Time (UTC)`, l10n.t`Source`, l10n.t`Level`, l10n.t`Text`];
  return createElement(
    'div',
    { class: 'row head', 'aria-hidden': 'true' },
    ...names.map((name, index) =>
      createElement('span', { class: ['time', 'origin', 'level', 'text'][index] ?? '' }, name),
    ),
  );
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = createElement('button', { class: 'link', type: 'button' }, text);
  made.addEventListener('click', onClick);
  return made;
}

/** Sets text only if it changed, because screen readers announce every update. */
function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
