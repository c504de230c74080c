/** Fills a select element. */
import type { Choice } from '#client/metrics/view/metricsView.ts';
import { createElement } from '../dom.ts';

/** Updates the options of a select element. Doesn't change it if the options are the same, because it might be open. */
export function choose(select: HTMLSelectElement, choices: readonly Choice[]): void {
  const chosen = choices.find((choice) => choice.chosen)?.id ?? '';
  const known = [...select.options].map(({ value, text }) => [value, text]);
  if (JSON.stringify(known) !== JSON.stringify(choices.map(({ id, title: text }) => [id, text])))
    select.replaceChildren(...choices.map(({ id, title: text }) => createElement('option', { value: id }, text)));
  if (select.value !== chosen) select.value = chosen;
}
