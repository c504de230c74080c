/**
 * Creates the table for pages that show policy verdicts. Its rows are CSS grids (policy/policyPageStyle.ts), so the
 * table roles are set explicitly. Otherwise, browsers drop them.
 */
import { createElement } from '../dom.ts';

type Child = Node | string | undefined;

export interface Columns<Content> {
  readonly name: Content;
  readonly decision: Content;
  readonly about: Content;
}

/**
 * Creates the table.
 * @param body element with the role `rowgroup`
 */
export function decisionsTable(caption: string, columns: Columns<string>, body: HTMLElement): HTMLTableElement {
  const head = (name: keyof typeof columns) =>
    createElement('th', { scope: 'col', role: 'columnheader', class: name }, columns[name]);
  return createElement(
    'table',
    { class: 'decisions', role: 'table' },
    createElement('caption', {}, caption),
    createElement(
      'thead',
      { role: 'rowgroup' },
      createElement('tr', { role: 'row' }, head('name'), head('decision'), head('about')),
    ),
    body,
  );
}

/** Creates a row. */
export function decisionRow(
  attributes: Readonly<Record<string, string | undefined>>,
  { name, decision, about }: Columns<readonly Child[]>,
): HTMLElement {
  return createElement(
    'tr',
    { ...attributes, role: 'row' },
    createElement('th', { scope: 'row', role: 'rowheader', class: 'name' }, ...name),
    createElement('td', { role: 'cell', class: 'decision' }, ...decision),
    createElement('td', { role: 'cell', class: 'about' }, ...about),
  );
}
