/** The page with the metrics of a cluster. */
import * as l10n from '@vscode/l10n';
import type { CompletionView, MetricsMessage, MetricsView } from '#client/metrics/view/metricsView.ts';
import { createElement } from '../dom.ts';
import { connectPage } from '../connectPage.ts';
import { makeAlerts } from './metricsAlerts.ts';
import { MetricsTiles } from './metricsTiles.ts';
import { QueryBox } from './metricsQueryBox.ts';
import { onThemeChange } from './metricsColors.ts';
import { choose } from './metricsChoices.ts';
import { ChartPanel, problemBox } from './chartPanel.ts';
import { sanitizeLabel } from '#core/text/sanitize.ts';

const title = createElement('h1');
const where = createElement('span', { class: 'quiet' });
const asOf = createElement('span', { class: 'as-of', role: 'status' });
const problem = createElement('div');
const refresh = createElement('button', { type: 'button', class: 'does' }, l10n.t`Refresh`);
const selects = {
  range: createElement('select', { 'aria-label': l10n.t`Range` }),
  node: createElement('select', { 'aria-label': l10n.t`Node` }),
  namespace: createElement('select', { 'aria-label': l10n.t`Namespace` }),
  sandbox: createElement('select', { 'aria-label': l10n.t`Sandbox` }),
  auto: createElement('select', { 'aria-label': l10n.t`Refresh automatically` }),
};
let focused = 0;
const tiles = new MetricsTiles();
const grid = createElement('div', { class: 'grid' });
const panels = new Map<string, ChartPanel>();

const host = connectPage<MetricsView | CompletionView, MetricsMessage>(['metrics', 'assist'], (view) =>
  view.type === 'metrics' ? show(view) : ask.assist(view),
);
const send = (message: MetricsMessage) => host.send(message);
const alerts = makeAlerts(send);
const openTables = new Set(listKept('tables'));
const keptQuery = host.kept('query');
let query = typeof keptQuery === 'string' ? keptQuery : '';
const keep = () => host.keep({ tables: [...openTables], query });
const partsOf = (id: string) => ({
  send,
  table: {
    open: openTables.has(id),
    keep: (open: boolean) => {
      if (open) openTables.add(id);
      else openTables.delete(id);
      keep();
    },
  },
});
const ask = new QueryBox(send, partsOf('ask'), {
  text: query,
  keep: (text) => {
    query = text;
    keep();
  },
});

document
  .querySelector('#page')
  ?.append(
    title,
    createElement('p', { class: 'where' }, where),
    createElement(
      'div',
      { class: 'tools', role: 'group', 'aria-label': l10n.t`Filters` },
      createElement('label', {}, l10n.t`Range`, selects.range),
      createElement('label', {}, l10n.t`Node`, selects.node),
      createElement('label', {}, l10n.t`Namespace`, selects.namespace),
      createElement('label', {}, l10n.t`Sandbox`, selects.sandbox),
      createElement('label', {}, l10n.t`Refresh automatically`, selects.auto),
      refresh,
      asOf,
    ),
    problem,
    tiles.root,
    ask.root,
    alerts.root,
    grid,
  );

refresh.addEventListener('click', () => send({ type: 'refresh' }));
for (const type of ['range', 'node', 'namespace', 'sandbox', 'auto'] as const)
  selects[type].addEventListener('change', () => send({ type, id: selects[type].value }));
onThemeChange(() => {
  for (const panel of panels.values()) panel.redraw();
  ask.redraw();
});

function show(view: MetricsView): void {
  title.textContent = sanitizeLabel(view.title);
  where.textContent = sanitizeLabel(view.where);
  asOf.textContent = view.loading ? l10n.t`${view.asOf}, refreshing...` : view.asOf;
  problem.replaceChildren(...(view.problem === undefined ? [] : [problemBox(view.problem, send)]));
  choose(selects.range, view.ranges);
  choose(selects.node, view.nodes);
  choose(selects.namespace, view.namespaces);
  choose(selects.sandbox, view.sandboxes);
  choose(selects.auto, view.autos);
  tiles.show(view.tiles);
  ask.show(view.ask);
  if (view.ask.focus > focused) ask.focus();
  focused = view.ask.focus;
  alerts.show(view.alerts);
  for (const each of view.panels) {
    const known = panels.get(each.id) ?? new ChartPanel(each.id, each.title, partsOf(each.id));
    if (!panels.has(each.id)) {
      panels.set(each.id, known);
      grid.append(known.root);
    }
    known.show(each);
  }
}

function listKept(name: string): readonly string[] {
  const kept = host.kept(name);
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
}
