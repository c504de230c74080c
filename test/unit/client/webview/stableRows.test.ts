/** Tests the rows of a page that is updated while the user works with it. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { StableRows } from '#client/webview/pages/stableRows.ts';

interface View {
  readonly id: string;
  readonly text?: string;
}

/** Row that knows its siblings, as DOM elements do. */
class Row {
  readonly id: string;
  readonly #siblings: Row[];

  constructor({ id, text = '' }: View, siblings: Row[]) {
    this.id = `${id}${text}`;
    this.#siblings = siblings;
  }

  remove(): void {
    const at = this.#siblings.indexOf(this);
    if (at >= 0) this.#siblings.splice(at, 1);
  }
}

describe('updated rows', () => {
  let children: Row[];
  let touched: string[];
  let rows: StableRows<View, Row>;
  beforeEach(() => {
    children = [];
    touched = [];
    const parent = {
      insertBefore(row: Row, before: Row | null) {
        touched.push(row.id);
        row.remove();
        children.splice(before === null ? children.length : children.indexOf(before), 0, row);
      },
    };
    rows = new StableRows<View, Row>(parent, (view) => new Row(view, children));
  });
  const show = (...ids: readonly string[]): readonly string[] => {
    touched.length = 0;
    rows.show(ids.map((id) => ({ id })));
    return children.map(({ id }) => id);
  };

  test('stay in place when nothing has changed', () => {
    assert.deepEqual(show('a', 'b', 'c'), ['a', 'b', 'c']);
    const before = [...children];
    assert.deepEqual(show('a', 'b', 'c'), ['a', 'b', 'c']);
    assert.deepEqual(touched, []);
    assert.ok(children.every((row, index) => row === before[index]));
  });

  test('are replaced only where they show something else', () => {
    rows.show([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    const [a, , c] = children;
    touched.length = 0;
    rows.show([{ id: 'a' }, { id: 'b', text: '!' }, { id: 'c' }]);
    assert.deepEqual(
      children.map(({ id }) => id),
      ['a', 'b!', 'c'],
    );
    assert.deepEqual(touched, ['b!']);
    assert.ok(children[0] === a && children[2] === c);
  });

  test('have the new order after any change', () => {
    const orders = ['a b c', 'b', 'a b c d', 'd c b a', 'x a y b z', 'b a', 'c a b', 'b c a'].map((order) =>
      order.split(' '),
    );
    for (const one of [[], ...orders]) {
      for (const other of [...orders, []]) {
        show(...one);
        assert.deepEqual(show(...other), other, `${one.join(' ')} to ${other.join(' ')}`);
      }
    }
  });
});
