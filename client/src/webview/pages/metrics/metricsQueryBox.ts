/** The box in which somebody asks Prometheus: completion, what is wrong, earlier questions, the answer. */
import * as l10n from '@vscode/l10n';
import type { PromqlAssist, PromqlCompletion, PromqlProblem } from '#server/protocol/protocol.ts';
import type { AskView, AssistView, MetricsMessage } from '#client/metrics/view/metricsView.ts';
import { offeredFor, replacedRange } from '#client/metrics/view/completionItems.ts';
import { element, link } from '../dom.ts';
import { makePanel, type PanelElement, type PanelParts } from './chartPanel.ts';

export interface AskElement {
  readonly root: HTMLElement;
  show(view: AskView): void;
  assist(view: AssistView): void;
  focus(): void;
  redraw(): void;
}

/** @param draft what was being written, and how that is kept */
export function makeAsk(
  send: (message: MetricsMessage) => void,
  parts: PanelParts,
  draft: { readonly text: string; readonly keep: (text: string) => void },
): AskElement {
  const input = element('input', {
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
  });
  const list = element('ul', { id: 'offered', class: 'offered', role: 'listbox', 'aria-label': l10n.t`Completions` });
  const help = element(
    'p',
    { id: 'query-help', class: 'quiet' },
    l10n.t`Enter asks. Arrow down opens what may stand here; Enter or Tab takes it, Escape closes it.`,
  );
  const marks = element('div', { class: 'marks mono', 'aria-hidden': 'true' });
  const problems = element('ul', { id: 'query-problems', class: 'problems', 'aria-live': 'polite' });
  const earlier = element('select', { 'aria-label': l10n.t`Earlier questions` });
  const run = element('button', { type: 'button', class: 'does' }, l10n.t`Ask`);
  const document = link(l10n.t`Open as a PromQL document`, l10n.t`Open as a PromQL document: the query`, () => send({ type: 'document', text: input.value }));
  const answer = element('div');
  const root = element(
    'section',
    { class: 'ask', 'aria-labelledby': 'title-query' },
    element('h2', { id: 'title-query' }, element('label', { for: 'query' }, l10n.t`Ask Prometheus`)),
    element('div', { class: 'query-row' }, element('div', { class: 'query-box' }, input, marks, list), run),
    problems,
    element('div', { class: 'tools' }, earlier, document, help),
    answer,
  );

  input.value = draft.text;
  list.hidden = true;
  earlier.hidden = true;
  let number = 0;
  let offered: readonly PromqlCompletion[] = [];
  /** The text that the completions are for. The user may type on before those for the next text arrive. */
  let offeredText = '';
  let active = -1;
  /** Somebody wants the list; typing a name does, moving about does not. */
  let wanted = false;
  let panel: PanelElement | undefined;
  let history: readonly string[] = [];

  const wantAssist = () => {
    number++;
    send({ type: 'assist', text: input.value, offset: input.selectionStart ?? input.value.length, number });
  };
  const close = () => {
    wanted = false;
    offered = [];
    showList();
  };
  const showList = () => {
    list.hidden = offered.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    list.replaceChildren(
      ...offered.map((one, index) => {
        const option = element(
          'li',
          { role: 'option', id: `offered-${index}`, 'aria-selected': String(index === active) },
          element('span', { class: 'mono' }, one.label),
          element('span', { class: 'quiet' }, one.detail),
          index === active && one.help !== undefined ? element('span', { class: 'quiet more' }, one.help) : undefined,
        );
        // Before the input loses the keyboard.
        option.addEventListener('mousedown', (event) => {
          event.preventDefault();
          take(one);
        });
        return option;
      }),
    );
    const chosen = list.children[active];
    if (chosen === undefined) input.removeAttribute('aria-activedescendant');
    else {
      input.setAttribute('aria-activedescendant', chosen.id);
      chosen.scrollIntoView({ block: 'nearest' });
    }
  };
  const take = (completion: PromqlCompletion) => {
    const range = replacedRange(completion, offeredText, input.value);
    if (range !== undefined) input.setRangeText(completion.insertText, range.start, range.end, 'end');
    draft.keep(input.value);
    close();
    input.focus();
    wantAssist();
  };
  const ask = () => {
    close();
    if (input.value.trim() !== '') send({ type: 'ask', text: input.value });
  };

  input.addEventListener('input', () => {
    draft.keep(input.value);
    wanted = true;
    showProblems([]);
    wantAssist();
  });
  input.addEventListener('scroll', () => (marks.scrollLeft = input.scrollLeft));
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    const open = offered.length > 0;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    const chosen = offered[active];
    if (step !== undefined) {
      event.preventDefault();
      if (open) {
        active = Math.max(0, Math.min(offered.length - 1, active + step));
        showList();
      } else if (step > 0) {
        wanted = true;
        wantAssist();
      }
    } else if ((event.key === 'Enter' || event.key === 'Tab') && open && chosen !== undefined) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      ask();
    } else if (event.key === 'Escape' && (open || wanted)) {
      // Also a list that is still on its way.
      event.preventDefault();
      close();
    }
  });
  run.addEventListener('click', ask);
  earlier.addEventListener('change', () => {
    const text = history[Number(earlier.value)];
    earlier.value = '';
    if (text === undefined) return;
    input.value = text;
    draft.keep(text);
    input.focus();
    wantAssist();
  });

  const showProblems = (found: readonly PromqlProblem[]) => {
    problems.replaceChildren(...found.slice(0, 5).map((problem) => element('li', { class: problem.severity }, problem.message, ...mend(problem))));
    marks.replaceChildren(...underlined(input.value, found));
    input.setAttribute('aria-invalid', String(found.some(({ severity }) => severity === 'error')));
    marks.scrollLeft = input.scrollLeft;
  };
  const mend = ({ replacement, start, end }: PromqlProblem): Node[] => {
    if (replacement === undefined) return [];
    const mended = link(l10n.t`Use ${replacement}`, l10n.t`Use ${replacement} instead`, () => {
      input.setRangeText(replacement, start, end, 'end');
      draft.keep(input.value);
      input.focus();
      wantAssist();
    });
    return [element('span', {}, ' '), mended];
  };

  return {
    root,
    focus: () => input.focus(),
    redraw: () => panel?.redraw(),
    show(view) {
      history = view.history;
      earlier.hidden = history.length === 0;
      earlier.replaceChildren(
        element('option', { value: '' }, l10n.t`Earlier questions`),
        ...history.map((text, index) => element('option', { value: String(index) }, text.length > 80 ? `${text.slice(0, 79)}…` : text)),
      );
      if (view.answer === undefined) {
        answer.replaceChildren();
        panel = undefined;
        return;
      }
      if (panel === undefined) {
        panel = makePanel('ask', l10n.t`Answer`, parts);
        answer.replaceChildren(panel.root);
      }
      panel.show(view.answer);
    },
    assist({ number: of, assist }: AssistView) {
      // What was typed meanwhile has asked anew.
      if (of !== number) return;
      showProblems(assist.problems);
      offered = wanted ? offeredIn(assist) : [];
      offeredText = input.value;
      active = offered.length > 0 ? 0 : -1;
      showList();
    },
  };

  function offeredIn(assist: PromqlAssist): readonly PromqlCompletion[] {
    return offeredFor(assist.completions, input.value, input.selectionStart ?? input.value.length);
  }
}

/** The text with what is wrong underlined, to lie below the input: its own text is not seen. */
function underlined(text: string, problems: readonly PromqlProblem[]): Node[] {
  const out: Node[] = [];
  let done = 0;
  for (const { start, end, severity } of problems.toSorted((one, other) => one.start - other.start)) {
    if (start < done) continue;
    const until = Math.min(text.length, Math.max(end, start + 1));
    // What is missing at the end has a place as well.
    out.push(element('span', {}, text.slice(done, start)), element('span', { class: `squiggle ${severity}` }, text.slice(start, until) || '\u00A0'));
    done = until;
  }
  return out;
}
