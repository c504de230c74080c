/** The table of the pages with decisions of a policy. Its rows are grids (policy/pageStyle.ts), so the roles of a table are set explicitly: browsers drop them otherwise. */
import { element } from '../dom.ts';

type Child = Node | string | undefined;

export interface Columns<Content> {
  readonly name: Content;
  readonly decision: Content;
  readonly about: Content;
}

/** Creates the table. @param body has the role `rowgroup` */
export function decisionsTable(caption: string, columns: Columns<string>, body: HTMLElement): HTMLTableElement {
  const head = (name: keyof typeof columns) => element('th', { scope: 'col', role: 'columnheader', class: name }, columns[name]);
  return element(
    'table',
    { class: 'decisions', role: 'table' },
    element('caption', {}, caption),
    element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, head('name'), head('decision'), head('about'))),
    body,
  );
}

/** Creates a row. */
export function decisionRow(attributes: Readonly<Record<string, string | undefined>>, { name, decision, about }: Columns<readonly Child[]>): HTMLElement {
  return element(
    'tr',
    { ...attributes, role: 'row' },
    element('th', { scope: 'row', role: 'rowheader', class: 'name' }, ...name),
    element('td', { role: 'cell', class: 'decision' }, ...decision),
    element('td', { role: 'cell', class: 'about' }, ...about),
  );
}
