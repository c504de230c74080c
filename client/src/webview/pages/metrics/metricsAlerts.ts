/** Shows the active alerts of the product with their meaning. */
import * as l10n from '@vscode/l10n';
import type { AlertsView, MetricsMessage } from '#client/metrics/view/metricsView.ts';
import { createElement, createIcon, createLinkButton } from '../dom.ts';

export function makeAlerts(send: (message: MetricsMessage) => void): {
  readonly root: HTMLElement;
  show(view: AlertsView): void;
} {
  const text = createElement('p', { class: 'quiet' });
  const list = createElement('ul', { class: 'alerts' });
  const root = createElement(
    'section',
    { 'aria-labelledby': 'title-alerts', class: 'alerts-box' },
    createElement('h2', { id: 'title-alerts' }, l10n.t`Alerts`),
    text,
    list,
  );
  return {
    root,
    show(view) {
      text.textContent = view.text ?? '';
      text.hidden = view.text === undefined;
      list.replaceChildren(
        ...view.alerts.map(({ name, state, text: means, todo, console }) =>
          createElement(
            'li',
            {},
            createElement(
              'div',
              { class: 'alert-name' },
              createIcon('warning'),
              createElement('strong', {}, name),
              createElement('span', { class: 'quiet' }, state),
            ),
            createElement('div', {}, means),
            todo === undefined ? undefined : createElement('div', { class: 'quiet' }, todo),
            console
              ? createLinkButton(l10n.t`Open in Web Console`, `${l10n.t`Open in Web Console`}: ${name}`, () =>
                  send({ type: 'alertInConsole', name }),
                )
              : undefined,
          ),
        ),
      );
    },
  };
}
