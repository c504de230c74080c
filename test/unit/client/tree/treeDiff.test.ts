/** Tests that a tree update redraws only what changed, and that the tree then matches the model. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Elements, type TreeElement } from '#client/tree/treeElements.ts';
import type { NodeView, TreeNode } from '#client/tree/model/nodeView.ts';
import { changedNodes, type Rendered } from '#client/tree/treeDiff.ts';
import { random, type Random } from '#test/support/randomInput/random.ts';

function view(id: string, description: string, collapsible: NodeView['collapsible'] = 'collapsed'): NodeView {
  return { id, label: id, description, icon: 'circle', accessibility: `${id} ${description}`, collapsible };
}

interface Plain {
  readonly id: string;
  readonly description: string;
  readonly children: readonly Plain[];
}

const nodeOf = ({ id, description, children }: Plain): TreeNode => ({
  view: view(id, description),
  children: () => children.map(nodeOf),
});

/**
 * Tree that displays its elements as VS Code does: it requests the children of expanded elements, and requests them
 * again after a refresh.
 */
class Screen {
  readonly #elements: Elements;
  readonly #open = new Set<string>();
  readonly #shown = new Map<string, { view: NodeView; children: readonly string[] | undefined }>();
  #roots: readonly string[] = [];
  drawn = 0;

  constructor(elements: Elements) {
    this.#elements = elements;
  }

  drawAll(): void {
    this.#roots = this.#elements.children().map((element) => this.#draw(element));
  }

  toggle(id: string): void {
    const element = this.#elements.find(id);
    if (element === undefined) return;
    if (this.#open.has(id)) this.#open.delete(id);
    else this.#open.add(id);
    this.#draw(element);
  }

  refresh(changed: readonly TreeElement[] | undefined): void {
    if (changed === undefined) this.drawAll();
    else for (const element of changed) this.#draw(element);
  }

  get ids(): readonly string[] {
    return [...this.#shown.keys()];
  }

  /** Returns the visible text. */
  text(ids: readonly string[] = this.#roots, depth = 0): string {
    return ids
      .map((id) => {
        const shown = this.#shown.get(id);
        return `${'  '.repeat(depth)}${id} ${shown?.view.description ?? '?'}\n${this.text(this.#open.has(id) ? shown?.children : [], depth + 1)}`;
      })
      .join('');
  }

  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  #draw(element: TreeElement): string {
    this.drawn += 1;
    const children = this.#open.has(element.id)
      ? this.#elements.children(element).map((child) => this.#draw(child))
      : undefined;
    this.#shown.set(element.id, { view: element.node.view, children });
    return element.id;
  }
}

function textOf(screen: Screen, plain: readonly Plain[], depth = 0): string {
  return plain
    .map(
      ({ id, description, children }) =>
        `${'  '.repeat(depth)}${id} ${description}\n${screen.isOpen(id) ? textOf(screen, children, depth + 1) : ''}`,
    )
    .join('');
}

/** Creates a random tree. From one tree to the next, some IDs move to another parent. */
function grow(chance: Random, depth: number, ids: string[]): Plain[] {
  const trees: Plain[] = [];
  for (let left = chance.below(4); left > 0 && ids.length > 0; left -= 1) {
    const [id = ''] = ids.splice(chance.below(ids.length), 1);
    trees.push({ id, description: String(chance.below(3)), children: depth === 0 ? [] : grow(chance, depth - 1, ids) });
  }
  return trees;
}

/** Changes some elements at random. */
function change(chance: Random, trees: readonly Plain[]): Plain[] {
  return trees.map((tree) => ({
    ...tree,
    description: chance.chance(0.1) ? String(chance.below(3)) : tree.description,
    children: chance.chance(0.1) ? tree.children.slice(chance.below(2)) : change(chance, tree.children),
  }));
}

test("tree update shows the model after any change and doesn't redraw without changes", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const chance = random(seed);
    const all = Array.from({ length: 14 }, (_, index) => `n${index}`);
    let model = grow(chance, 3, [...all]);
    const elements = new Elements(() => model.map(nodeOf));
    const screen = new Screen(elements);
    screen.drawAll();
    for (let step = 0; step < 12; step += 1) {
      for (const id of screen.ids) if (chance.chance(0.4)) screen.toggle(id);
      model = chance.chance(0.2) ? grow(chance, 3, [...all]) : change(chance, model);
      const before = screen.text();
      const drawn = screen.drawn;
      const changed = elements.update();
      if (changed !== false) screen.refresh(changed);
      const wanted = textOf(screen, model);
      assert.equal(screen.text(), wanted, `seed ${seed}, step ${step}`);
      if (before === wanted && changed === false) assert.equal(screen.drawn, drawn);
      assert.equal(elements.update(), false, `seed ${seed}, step ${step}: nothing is left to do`);
    }
  }
});

test('tree update redraws a row for its tooltip only after VS Code has requested the tooltip', () => {
  let tooltip: string | undefined = 'Next attempt at 10:41:00.';
  const elements = new Elements(() => [{ view: { ...view('a', ''), ...(tooltip === undefined ? {} : { tooltip }) } }]);
  const [a] = elements.children();
  assert.ok(a !== undefined);
  tooltip = 'Next attempt at 10:41:02.';
  assert.equal(elements.update(), false);
  elements.tooltipRequested(a);
  assert.equal(elements.update(), false);
  tooltip = 'Next attempt at 10:41:06.';
  assert.deepEqual(elements.update(), [a]);
  // VS Code requests the tooltip of the new row only when the user hovers over it again.
  tooltip = 'Next attempt at 10:41:14.';
  assert.equal(elements.update(), false);
  elements.tooltipRequested(a);
  tooltip = undefined;
  assert.deepEqual(elements.update(), [a]);
});

test('tree update keeps refreshed elements and finds moved ones in their new place', () => {
  let model: Plain[] = [
    { id: 'a', description: '', children: [{ id: 'x', description: 'waiting', children: [] }] },
    { id: 'b', description: '', children: [] },
  ];
  const elements = new Elements(() => model.map(nodeOf));
  const [a, b] = elements.children();
  assert.ok(a !== undefined && b !== undefined);
  elements.children(a);
  elements.children(b);
  model = [
    { id: 'a', description: '', children: [] },
    { id: 'b', description: '', children: [{ id: 'x', description: 'installing', children: [] }] },
  ];
  assert.deepEqual(elements.update(), [a, b]);
  // VS Code requests children in any order.
  const [moved] = elements.children(b);
  elements.children(a);
  assert.equal(moved?.parent, b);
  assert.equal(moved?.node.view.description, 'installing');
  assert.equal(elements.find('x'), moved);
});

test('a command receives the clicked element while its branch is redrawn, and no element for an object that only has the same ID', () => {
  let model: Plain[] = [{ id: 'a', description: '', children: [{ id: 'x', description: '', children: [] }] }];
  const elements = new Elements(() => model.map(nodeOf));
  const [a] = elements.children();
  assert.ok(a !== undefined);
  const [x] = elements.children(a);
  assert.ok(x !== undefined);
  model = [
    { id: 'a', description: '', children: [{ id: 'y', description: '', children: [] }, ...(model[0]?.children ?? [])] },
  ];
  assert.deepEqual(elements.update(), [a]);
  assert.equal(elements.elementOf(x), x, 'VS Code has not asked for the children yet');
  assert.equal(elements.elementOf({ id: 'x' }), undefined);
  elements.children(a);
  assert.equal(elements.elementOf({ id: 'x' }), elements.find('x'));
});

test('tree update redraws only the changed row', () => {
  const rendered = new Map<string, Rendered>([
    ['root', { view: view('root', ''), children: ['one', 'two'] }],
    ['one', { view: view('one', 'a') }],
    ['two', { view: view('two', 'b') }],
  ]);
  const model = (two: string): TreeNode[] => [
    { view: view('root', ''), children: () => [{ view: view('one', 'a') }, { view: view('two', two) }] },
  ];
  assert.deepEqual(changedNodes(rendered, ['root'], model('b')), []);
  assert.deepEqual(changedNodes(rendered, ['root'], model('c')), ['two']);
  assert.equal(changedNodes(rendered, undefined, model('b')), 'all');
  assert.equal(changedNodes(rendered, ['root', 'other'], model('b')), 'all');
});

test("tree update doesn't compute the children of collapsed rows", () => {
  const closed: TreeNode = {
    view: view('closed', ''),
    children: () => assert.fail('nobody has opened it'),
  };
  assert.deepEqual(changedNodes(new Map([['closed', { view: closed.view }]]), ['closed'], [closed]), []);
});
