/**
 * The detail page of an object. It shows the state, cause, and actions, followed by one section for each kind of
 * evidence.
 */
import '@vscode-elements/elements/dist/vscode-badge/index.js';
import * as l10n from '@vscode/l10n';
import { sanitizeLabel } from '#core/text/sanitize.ts';
import {
  effectKey,
  type DetailAction,
  type DetailMessage,
  type DetailPage,
  type PageEffect,
  type PageIdentity,
} from '#client/details/detailPage.ts';
import { actionButton, badge, toneSign, type Run } from './detailParts.ts';
import { DetailSections } from './detailSections.ts';
import { createElement, notice, renderInlineCode } from '../dom.ts';
import { connectPage } from '../connectPage.ts';
import { StableRows } from '../stableRows.ts';

const place = createElement('p', { class: 'place quiet' });
// The title receives the focus when a user opens the page, so that a screen reader announces the page.
const title = createElement('h1', { tabindex: '-1' });
const state = createElement('p', { class: 'state', role: 'status' });
const freshness = createElement('div');
const cause = createElement('div');
const actions = createElement('div', { class: 'actions', role: 'group', 'aria-label': l10n.t`Actions` });
const main = document.querySelector('#page');
const header = createElement('header', {}, place, title, state, freshness, cause, actions);
main?.append(header);

/** The section that the command requested when it opened the page. */
let requested: string | undefined;

const host = connectPage<DetailPage, DetailMessage>('detail', show, () => {
  if (requested === undefined) title.focus();
  else moveTo(requested);
  requested = undefined;
});

const run: Run = (effect: PageEffect) => {
  if (effect.kind === 'section') moveTo(effect.section);
  else host.send({ type: 'run', key: effectKey(effect) });
};

const buttons = new StableRows<DetailAction, HTMLElement>(actions, actionButton(run));
const sections = new DetailSections({
  run,
  isOpen: (id) => openIds().includes(id),
  setOpen(id, open) {
    const others = openIds().filter((one) => one !== id);
    keep({ open: open ? [...others, id] : others });
  },
});
main?.append(sections.root);

/** The parts as last drawn, so that screen readers don't announce unchanged text again. */
let drawn = { head: '', cause: '' };

function show(page: DetailPage): void {
  place.textContent = sanitizeLabel([page.kind, page.place].filter((part) => part !== '').join(' · '));
  if (title.textContent !== sanitizeLabel(page.title)) title.textContent = sanitizeLabel(page.title);
  showHead(page);
  showCause(page);
  buttons.show(page.actions);
  actions.hidden = page.actions.length === 0;
  sections.show(page.sections);
  if (JSON.stringify(page.identity) !== JSON.stringify(host.kept('identity'))) keep({ identity: page.identity });
  // The section is revealed once per command, not each time the page is shown.
  if (page.request !== undefined && page.request.count !== host.kept('request')) {
    keep({ request: page.request.count });
    requested = page.request.section;
    moveTo(requested);
  }
}

function showHead({ state: shown, freshness: age }: DetailPage): void {
  const head = JSON.stringify([shown, age]);
  if (head === drawn.head) return;
  drawn = { ...drawn, head };
  state.replaceChildren(
    toneSign(shown.tone),
    badge(shown),
    ...(shown.headline === undefined ? [] : [createElement('span', {}, ...renderInlineCode(shown.headline))]),
  );
  freshness.replaceChildren(age.isLive ? createElement('p', { class: 'quiet' }, age.words) : notice(age.words));
}

function showCause(page: DetailPage): void {
  const next = JSON.stringify([page.cause, page.next, page.todo, page.docs]);
  if (next === drawn.cause) return;
  drawn = { ...drawn, cause: next };
  const labelled = (label: string, text: string | undefined): readonly HTMLElement[] =>
    text === undefined
      ? []
      : [createElement('p', {}, createElement('strong', {}, label), ' ', ...renderInlineCode(text))];
  cause.replaceChildren(
    ...page.cause.map((text) => createElement('p', {}, ...renderInlineCode(text))),
    ...labelled(l10n.t`Next:`, page.next),
    ...labelled(l10n.t`To do:`, page.todo),
    ...(page.docs === undefined
      ? []
      : [createElement('p', {}, createElement('a', { href: page.docs.url }, page.docs.title))]),
  );
}

/** Reveals a section and moves the keyboard focus to it. */
function moveTo(id: string): void {
  const section = document.querySelector<HTMLElement>(`#section-${CSS.escape(id)}`);
  section?.focus();
  section?.scrollIntoView();
}

/** Stores values that survive while the page is hidden and when the window reloads. */
function keep(change: {
  readonly open?: readonly string[];
  readonly request?: number;
  readonly identity?: PageIdentity | undefined;
}): void {
  host.keep({ open: openIds(), request: host.kept('request'), identity: host.kept('identity'), ...change });
}

/** Returns the IDs of the parts that the user expanded. */
function openIds(): readonly string[] {
  const kept = host.kept('open');
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}
