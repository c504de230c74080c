/** The input for PromQL queries, with completions, problems, earlier queries, and the result. */
import * as l10n from '@vscode/l10n';
import type { PromqlCompletion, PromqlDiagnostic } from '#server/protocol/promqlAssist.ts';
import type { QueryBoxView, CompletionView, MetricsMessage } from '#client/metrics/view/metricsView.ts';
import { offeredFor, replacedRange } from '#client/metrics/view/completionItems.ts';
import { createElement, createLinkButton } from '../dom.ts';
import { ChartPanel, type PanelParts } from './chartPanel.ts';
import { cutText } from '#core/text/sanitize.ts';

/** The user's unfinished query, and a function that stores it. */
export interface QueryDraft {
  readonly text: string;
  readonly keep: (text: string) => void;
}

export class QueryBox {
  readonly root: HTMLElement;
  readonly #send: (message: MetricsMessage) => void;
  readonly #parts: PanelParts;
  readonly #draft: QueryDraft;
  readonly #elements = createElements(
    () => this.#ask(),
    () => this.#openDocument(),
  );
  /** Number of the latest request for completions. */
  #number = 0;
  #offered: readonly PromqlCompletion[] = [];
  /** The text that the completions apply to. The user might type more before new completions arrive. */
  #offeredText = '';
  /** Index of the selected completion. */
  #active = -1;
  /** True if the user wants the list. Typing opens it, but moving the cursor doesn't. */
  #isListWanted = false;
  #panel: ChartPanel | undefined;
  #history: readonly string[] = [];

  constructor(send: (message: MetricsMessage) => void, parts: PanelParts, draft: QueryDraft) {
    this.#send = send;
    this.#parts = parts;
    this.#draft = draft;
    const { input, list, earlier, run, marks, problems, help, document, answer } = this.#elements;
    this.root = createElement(
      'section',
      { class: 'ask', 'aria-labelledby': 'title-query' },
      createElement('h2', { id: 'title-query' }, createElement('label', { for: 'query' }, l10n.t`Run PromQL Query`)),
      createElement(
        'div',
        { class: 'query-row' },
        createElement('div', { class: 'query-box' }, input, marks, list),
        run,
      ),
      problems,
      createElement('div', { class: 'tools' }, earlier, document, help),
      answer,
    );
    input.value = draft.text;
    list.hidden = true;
    earlier.hidden = true;
    input.addEventListener('input', () => this.#typed());
    input.addEventListener('scroll', () => (marks.scrollLeft = input.scrollLeft));
    input.addEventListener('blur', () => this.#closeList());
    input.addEventListener('keydown', (event) => this.#press(event));
    earlier.addEventListener('change', () => this.#repeat());
  }

  focus(): void {
    this.#elements.input.focus();
  }

  redraw(): void {
    this.#panel?.redraw();
  }

  show(view: QueryBoxView): void {
    const { earlier, answer } = this.#elements;
    this.#history = view.history;
    earlier.hidden = view.history.length === 0;
    earlier.replaceChildren(
      createElement('option', { value: '' }, l10n.t`Earlier queries`),
      ...view.history.map((text, index) => createElement('option', { value: String(index) }, cutText(text, 80))),
    );
    if (view.answer === undefined) {
      answer.replaceChildren();
      this.#panel = undefined;
      return;
    }
    if (this.#panel === undefined) {
      this.#panel = new ChartPanel('ask', l10n.t`Result`, this.#parts);
      answer.replaceChildren(this.#panel.root);
    }
    this.#panel.show(view.answer);
  }

  /** Shows the problems of the query and, if the user wants them, completions. */
  assist({ number, assist }: CompletionView): void {
    // The text changed in the meantime, and a newer request is pending.
    if (number !== this.#number) return;
    const { input } = this.#elements;
    this.#showProblems(assist.problems);
    this.#offered = this.#isListWanted
      ? offeredFor(assist.completions, input.value, input.selectionStart ?? input.value.length)
      : [];
    this.#offeredText = input.value;
    this.#active = this.#offered.length > 0 ? 0 : -1;
    this.#showList();
  }

  #ask(): void {
    const { input } = this.#elements;
    this.#closeList();
    if (input.value.trim() !== '') this.#send({ type: 'ask', text: input.value });
  }

  #openDocument(): void {
    this.#send({ type: 'document', text: this.#elements.input.value });
  }

  #requestAssist(): void {
    const { input } = this.#elements;
    this.#number++;
    this.#send({
      type: 'assist',
      text: input.value,
      offset: input.selectionStart ?? input.value.length,
      number: this.#number,
    });
  }

  #typed(): void {
    this.#draft.keep(this.#elements.input.value);
    this.#isListWanted = true;
    this.#showProblems([]);
    this.#requestAssist();
  }

  /** Updates the state after an action changes the text. */
  #changed(): void {
    const { input } = this.#elements;
    this.#draft.keep(input.value);
    input.focus();
    this.#requestAssist();
  }

  #press(event: KeyboardEvent): void {
    const isOpen = this.#offered.length > 0;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    const chosen = this.#offered[this.#active];
    if (step !== undefined) {
      event.preventDefault();
      this.#move(step);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && isOpen && chosen !== undefined) {
      event.preventDefault();
      this.#take(chosen);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.#ask();
    } else if (event.key === 'Escape' && (isOpen || this.#isListWanted)) {
      // Also cancels a list that was requested but hasn't arrived.
      event.preventDefault();
      this.#closeList();
    }
  }

  /**
   * Moves the selection in the list of completions. If the list isn't open, requests it.
   * @param step number of rows; negative to move up, which never opens the list
   */
  #move(step: number): void {
    if (this.#offered.length > 0) {
      this.#active = Math.max(0, Math.min(this.#offered.length - 1, this.#active + step));
      this.#showList();
    } else if (step > 0) {
      this.#isListWanted = true;
      this.#requestAssist();
    }
  }

  #take(completion: PromqlCompletion): void {
    const { input } = this.#elements;
    const range = replacedRange(completion, this.#offeredText, input.value);
    if (range !== undefined) input.setRangeText(completion.insertText, range.start, range.end, 'end');
    this.#draft.keep(input.value);
    this.#closeList();
    input.focus();
    this.#requestAssist();
  }

  /** Copies an earlier query into the input. */
  #repeat(): void {
    const { input, earlier } = this.#elements;
    const text = this.#history[Number(earlier.value)];
    earlier.value = '';
    if (text === undefined) return;
    input.value = text;
    this.#changed();
  }

  #closeList(): void {
    this.#isListWanted = false;
    this.#offered = [];
    this.#showList();
  }

  #showList(): void {
    const { input, list } = this.#elements;
    list.hidden = this.#offered.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    list.replaceChildren(...this.#offered.map((one, index) => this.#createOption(one, index)));
    const chosen = list.children[this.#active];
    if (chosen === undefined) input.removeAttribute('aria-activedescendant');
    else {
      input.setAttribute('aria-activedescendant', chosen.id);
      chosen.scrollIntoView({ block: 'nearest' });
    }
  }

  #createOption(completion: PromqlCompletion, index: number): HTMLElement {
    const { label, detail, help } = completion;
    const isActive = index === this.#active;
    const option = createElement(
      'li',
      { role: 'option', id: `offered-${index}`, 'aria-selected': String(isActive) },
      createElement('span', { class: 'mono' }, label),
      createElement('span', { class: 'quiet' }, detail),
      isActive && help !== undefined ? createElement('span', { class: 'quiet more' }, help) : undefined,
    );
    // The option must be applied before the input loses the focus.
    option.addEventListener('mousedown', (event) => {
      event.preventDefault();
      this.#take(completion);
    });
    return option;
  }

  #showProblems(found: readonly PromqlDiagnostic[]): void {
    const { input, marks, problems } = this.#elements;
    problems.replaceChildren(
      ...found
        .slice(0, 5)
        .map((problem) =>
          createElement('li', { class: problem.severity }, problem.message, ...this.#createFix(problem)),
        ),
    );
    marks.replaceChildren(...underlined(input.value, found));
    input.setAttribute('aria-invalid', String(found.some(({ severity }) => severity === 'error')));
    marks.scrollLeft = input.scrollLeft;
  }

  #createFix({ replacement, start, end }: PromqlDiagnostic): Node[] {
    if (replacement === undefined) return [];
    const fix = createLinkButton(l10n.t`Use ${replacement}`, l10n.t`Use ${replacement}`, () => {
      this.#elements.input.setRangeText(replacement, start, end, 'end');
      this.#changed();
    });
    return [createElement('span', {}, ' '), fix];
  }
}

function createElements(ask: () => void, openDocument: () => void) {
  const run = createElement('button', { type: 'button', class: 'does' }, l10n.t`Query`);
  run.addEventListener('click', ask);
  return {
    input: createElement('input', {
      type: 'text',
      class: 'mono query',
      id: 'query',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': 'offered',
      'aria-describedby': 'query-problems query-help',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      placeholder: 'sum by (node) (kata_monitor_running_shim_count)',
    }),
    list: createElement('ul', { id: 'offered', class: 'offered', role: 'listbox', 'aria-label': l10n.t`Completions` }),
    help: createElement(
      'p',
      { id: 'query-help', class: 'quiet' },
      l10n.t`Press Enter to run the query. Press Down Arrow to list completions, Enter or Tab to accept one, and Escape to close the list.`,
    ),
    marks: createElement('div', { class: 'marks mono', 'aria-hidden': 'true' }),
    problems: createElement('ul', { id: 'query-problems', class: 'problems', 'aria-live': 'polite' }),
    earlier: createElement('select', { 'aria-label': l10n.t`Earlier queries` }),
    run,
    document: createLinkButton(l10n.t`Open as PromQL document`, l10n.t`Open as PromQL document`, openDocument),
    answer: createElement('div'),
  };
}

/**
 * Returns the text of the query with underlined problems. This copy is placed under the input, and only its underlines
 * are visible.
 */
function underlined(text: string, problems: readonly PromqlDiagnostic[]): Node[] {
  const out: Node[] = [];
  let done = 0;
  for (const { start, end, severity } of problems.toSorted((one, other) => one.start - other.start)) {
    if (start < done) continue;
    const until = Math.min(text.length, Math.max(end, start + 1));
    // A problem at the end of the text needs a visible position too.
    out.push(
      createElement('span', {}, text.slice(done, start)),
      createElement('span', { class: `squiggle ${severity}` }, text.slice(start, until) || '\u00A0'),
    );
    done = until;
  }
  return out;
}
