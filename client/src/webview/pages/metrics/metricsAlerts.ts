/** The alerts of the product that are raised, with what they mean. */
import * as l10n from '@vscode/l10n';
import type { AlertsView } from '#client/metrics/view/metricsView.ts';
import { element, sign } from '../dom.ts';

export function makeAlerts(): { readonly root: HTMLElement; show(view: AlertsView): void } {
  const text = element('p', { class: 'quiet' });
  const list = element('ul', { class: 'alerts' });
  const root = element(
    'section',
    { 'aria-labelledby': 'title-alerts', class: 'alerts-box' },
    element('h2', { id: 'title-alerts' }, l10n.t`Alerts`),
    text,
    list,
  );
  return {
    root,
    show(view) {
      text.textContent = view.text ?? '';
      text.hidden = view.text === undefined;
      list.replaceChildren(
        ...view.alerts.map(({ name, state, text: means, todo }) =>
          element(
            'li',
            {},
            element('div', { class: 'alert-name' }, sign('warning'), element('strong', {}, name), element('span', { class: 'quiet' }, state)),
            element('div', {}, means),
            todo === undefined ? undefined : element('div', { class: 'quiet' }, todo),
          ),
        ),
      );
    },
  };
}
