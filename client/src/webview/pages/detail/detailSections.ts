/**
 * Draws the sections of a detail page. Unchanged parts keep their elements, so that they also keep the focus and the
 * selection.
 */
import * as l10n from '@vscode/l10n';
import type {
  CellView,
  CheckView,
  DetailSection,
  EventView,
  FactView,
  TimelineView,
} from '#client/details/detailPage.ts';
import { actionLink, stateMark, toneSign, type Run } from './detailParts.ts';
import { createElement, renderInlineCode } from '../dom.ts';
import { StableRows } from '../stableRows.ts';

export interface SectionParts {
  readonly run: Run;
  /** Returns whether the user expanded this part. */
  readonly isOpen: (id: string) => boolean;
  readonly setOpen: (id: string, open: boolean) => void;
}

/** A drawn section. */
interface Drawn {
  readonly kind: DetailSection['kind'];
  readonly root: HTMLElement;
  show(section: DetailSection): void;
}

export class DetailSections {
  readonly root = createElement('div');
  readonly #parts: SectionParts;
  readonly #drawn = new Map<string, Drawn>();

  constructor(parts: SectionParts) {
    this.#parts = parts;
  }

  show(sections: readonly DetailSection[]): void {
    const ids = new Set(sections.map(({ id }) => id));
    for (const [id, { root }] of this.#drawn) {
      if (ids.has(id)) continue;
      root.remove();
      this.#drawn.delete(id);
    }
    let after: Element | null = null;
    for (const section of sections) {
      const { root } = this.#drawnFor(section);
      const place: Element | null = after === null ? this.root.firstElementChild : after.nextElementSibling;
      if (place !== root) this.root.insertBefore(root, place);
      after = root;
    }
  }

  #drawnFor(section: DetailSection): Drawn {
    const before = this.#drawn.get(section.id);
    if (before?.kind === section.kind) {
      before.show(section);
      return before;
    }
    before?.root.remove();
    const made = draw(section, this.#parts);
    this.#drawn.set(section.id, made);
    made.show(section);
    return made;
  }
}

/** Creates an empty section, which `show` fills. */
function draw({ kind, id, title }: DetailSection, parts: SectionParts): Drawn {
  const note = createElement('p', { class: 'quiet' });
  const heading = createElement('h2', { id: `heading-${id}` }, title);
  const { root: body, fill } = bodyOf(kind, id, title, parts);
  const root = createElement(
    'section',
    { id: `section-${id}`, 'aria-labelledby': `heading-${id}`, tabindex: '-1' },
    heading,
    note,
    body,
  );
  return {
    kind,
    root,
    show(section) {
      if (heading.textContent !== section.title) heading.textContent = section.title;
      note.replaceChildren(...renderInlineCode(section.note ?? '').filter((part) => part !== ''));
      note.hidden = section.note === undefined;
      fill(section);
    },
  };
}

interface Body {
  readonly root: HTMLElement;
  fill(section: DetailSection): void;
}

function bodyOf(kind: DetailSection['kind'], id: string, title: string, parts: SectionParts): Body {
  switch (kind) {
    case 'timeline':
      return list('entries', title, timelineItem, (section) => (section.kind === 'timeline' ? section.entries : []));
    case 'events':
      return list('events', title, eventItem, (section) => (section.kind === 'events' ? section.entries : []));
    case 'facts':
      return list(
        'facts',
        title,
        (row: FactView) => factItem(row, parts.run),
        (section) => (section.kind === 'facts' ? section.rows : []),
      );
    case 'checks':
      return list(
        'checks',
        title,
        (check: CheckView) => checkItem(check, parts),
        (section) => (section.kind === 'checks' ? section.items : []),
      );
    case 'table':
      return table(id, title, parts);
    default:
      return code(id, title, parts);
  }
}

/** Creates a list. Equal items are counted, so that each row has a unique key. */
function list<View extends object>(
  name: string,
  title: string,
  make: (view: View) => HTMLElement,
  viewsOf: (section: DetailSection) => readonly View[],
): Body {
  const root = createElement('ul', { class: name, 'aria-label': title });
  const rows = new StableRows<{ readonly view: View; readonly copy: number }, HTMLElement>(root, ({ view }) =>
    make(view),
  );
  return {
    root,
    fill(section) {
      const counts = new Map<string, number>();
      const views = viewsOf(section).map((view) => {
        const key = JSON.stringify(view);
        const copy = counts.get(key) ?? 0;
        counts.set(key, copy + 1);
        return { view, copy };
      });
      rows.show(views);
      root.hidden = views.length === 0;
    },
  };
}

function timelineItem({ time, name, words: said }: TimelineView): HTMLElement {
  return createElement(
    'li',
    {},
    createElement('span', { class: 'quiet' }, time),
    createElement(
      'span',
      { class: 'what' },
      name === undefined ? undefined : createElement('strong', {}, name),
      createElement('span', {}, said),
    ),
  );
}

function eventItem({ isWarning, reason, message, time, name, explanation }: EventView): HTMLElement {
  const state = isWarning
    ? stateMark({
        tone: 'attention',
        word: l10n.t`Warning`,
      })
    : stateMark({
        tone: 'unknown',
        word: l10n.t({
          message: 'Normal',
          args: [],
          comment: ['The type of a Kubernetes event, and the severity of a finding.'],
        }),
      });
  return createElement(
    'li',
    {},
    createElement('div', {}, state, createElement('div', { class: 'quiet' }, time)),
    createElement(
      'div',
      {},
      createElement('span', { class: 'reason' }, name === undefined ? reason : `${reason} · ${name}`),
      createElement('p', {}, message),
      explanation === undefined ? undefined : createElement('p', { class: 'quiet' }, ...renderInlineCode(explanation)),
    ),
  );
}

function factItem({ label, value, state, links = [] }: FactView, run: Run): HTMLElement {
  return createElement(
    'li',
    {},
    label === undefined ? undefined : createElement('span', { class: 'label' }, label),
    state === undefined ? undefined : stateMark(state),
    createElement(
      'span',
      { class: 'value' },
      ...renderInlineCode(value),
      ...links.flatMap((link) => [' ', actionLink(link, run)]),
    ),
  );
}

function checkItem(check: CheckView, parts: SectionParts): HTMLElement {
  const { id, state, title, headline, isFolded } = check;
  if (!isFolded) {
    return createElement(
      'li',
      {},
      createElement('h3', {}, stateMark(state), createElement('span', {}, `${title}: `, ...renderInlineCode(headline))),
      createElement('div', { class: 'more' }, ...checkBody(check)),
    );
  }
  const line = createElement('span', {}, `${title}: `, ...renderInlineCode(headline));
  const body = checkBody(check);
  // An item without details is a plain line.
  if (body.length === 0) return createElement('li', { class: 'line' }, toneSign(state.tone), line);
  return createElement('li', {}, folded(`check-${id}`, [toneSign(state.tone), line], body, parts));
}

function checkBody({ evidence, paragraphs, todo, docs }: CheckView): readonly HTMLElement[] {
  return [
    ...(evidence.length === 0
      ? []
      : [createElement('ul', {}, ...evidence.map((text) => createElement('li', {}, ...renderInlineCode(text))))]),
    ...paragraphs.map((text) => createElement('p', {}, ...renderInlineCode(text))),
    ...(todo === undefined
      ? []
      : [createElement('p', {}, createElement('strong', {}, l10n.t`To do:`), ' ', ...renderInlineCode(todo))]),
    ...(docs === undefined ? [] : [createElement('p', {}, createElement('a', { href: docs.url }, docs.title))]),
  ];
}

/** Creates an expandable line that is open if the user expanded it before. */
function folded(
  id: string,
  summary: readonly Node[],
  body: readonly Node[],
  { isOpen, setOpen }: SectionParts,
): HTMLDetailsElement {
  const details = createElement(
    'details',
    {},
    createElement('summary', {}, ...summary),
    createElement('div', { class: 'folded' }, ...body),
  );
  details.open = isOpen(id);
  details.addEventListener('toggle', () => setOpen(id, details.open));
  return details;
}

function table(id: string, title: string, parts: SectionParts): Body {
  const head = createElement('tr');
  const body = createElement('tbody');
  const drawn = createElement('table', {}, createElement('caption', {}, title), createElement('thead', {}, head), body);
  const root = folded(`table-${id}`, [createElement('span', {}, l10n.t`Show table`)], [drawn], parts);
  let isNew = true;
  return {
    root,
    fill(section) {
      if (section.kind !== 'table') return;
      if (isNew && !section.isFolded) root.open = true;
      isNew = false;
      head.replaceChildren(...section.heads.map((text) => createElement('th', { scope: 'col' }, text)));
      body.replaceChildren(...section.rows.map((cells) => createElement('tr', {}, ...cells.map(cellOf))));
    },
  };
}

function cellOf({ text, state }: CellView, index: number): HTMLElement {
  const content = [
    state === undefined ? undefined : stateMark(state),
    text === '' ? undefined : createElement('span', {}, ...renderInlineCode(text)),
  ];
  return index === 0 ? createElement('th', { scope: 'row' }, ...content) : createElement('td', {}, ...content);
}

function code(id: string, title: string, parts: SectionParts): Body {
  const text = createElement('pre', { tabindex: '0', role: 'group', 'aria-label': title });
  const summary = createElement('span');
  const root = folded(`code-${id}`, [summary], [text], parts);
  return {
    root,
    fill(section) {
      if (section.kind !== 'code') return;
      summary.textContent = section.summary ?? l10n.t`Show YAML`;
      const next = visibleText(section.text);
      if (text.textContent !== next) text.textContent = next;
      root.hidden = section.text === '';
    },
  };
}

function visibleText(text: string): string {
  return createElement('span', {}, text).textContent ?? '';
}
