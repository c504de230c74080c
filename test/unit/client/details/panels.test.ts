/** Tests the panels of detail pages, with a stand-in for the parts of VS Code that they use. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { effectKey, type DetailPage, type PageEffect } from '#client/details/detailPage.ts';
import type { DetailSource } from '#client/details/detailPanels.ts';

const vscode = `
class Emitter { heard = []; event = (listener) => { this.heard.push(listener); return { dispose() {} }; }; fire(one) { for (const each of this.heard) each(one); } }
export const ViewColumn = { Active: -1 };
export const Uri = { joinPath: (uri, ...path) => ({ path: uri.path + '/' + path.join('/') }) };
export const panels = [];
export const window = {
  createWebviewPanel: (type, title) => {
    const [received, state, disposed] = [new Emitter(), new Emitter(), new Emitter()];
    const panel = {
      title, posted: [], revealed: 0, active: true, visible: true,
      webview: { html: '', asWebviewUri: (uri) => uri, postMessage: (one) => { panel.posted.push(one); return Promise.resolve(true); }, onDidReceiveMessage: received.event },
      onDidChangeViewState: state.event, onDidDispose: disposed.event,
      reveal: (column, keepsFocus) => { panel.revealed += 1; panel.keepsFocus = keepsFocus; }, dispose: () => disposed.fire(),
      say: (message) => received.fire(message),
      turn: (visible) => { panel.visible = visible; state.fire({ webviewPanel: panel }); },
    };
    panels.push(panel);
    return panel;
  },
};
`;
const address = `data:text/javascript,${encodeURIComponent(vscode)}`;
registerHooks({
  resolve: (name, context, next) =>
    name === 'vscode' ? { url: address, format: 'module', shortCircuit: true } : next(name, context),
});

interface StandInPanel {
  readonly title: string;
  readonly posted: readonly (DetailPage | { readonly type: 'focus' })[];
  readonly revealed: number;
  readonly keepsFocus?: boolean;
  say(message: unknown): void;
  turn(visible: boolean): void;
  dispose(): void;
}
const { panels: made, window } = (await import(address)) as {
  readonly panels: StandInPanel[];
  readonly window: { createWebviewPanel(type: string, title: string): StandInPanel };
};
/** Creates a panel as VS Code restores it. */
const restoredPanel = (): StandInPanel => window.createWebviewPanel('osc.details', 'a');
const { DetailPanels } = await import('#client/details/detailPanels.ts');

const logs: PageEffect = { kind: 'command', command: 'osc.logs.show', target: { context: 'demo' } };
const pageOf = (headline: string): DetailPage => ({
  type: 'detail',
  kind: 'Node',
  title: 'worker-1',
  place: '',
  state: { tone: 'ok', word: 'Healthy', headline },
  freshness: { isLive: true, words: 'Live' },
  cause: [],
  actions: [
    { label: 'Show Logs', effect: logs },
    { label: 'Check Again', effect: { kind: 'own', name: 'checkAgain' } },
  ],
  sections: [],
});

function stand() {
  made.length = 0;
  const seen: string[] = [];
  let page: DetailPage | undefined = pageOf('one');
  const panels = new DetailPanels({
    shipped: () => ({ path: '/dist/detailPage.js' }) as never,
    run: (effect) => void seen.push(effectKey(effect)),
  });
  const source = (): DetailSource => ({
    page: () => page,
    setVisible: (visible) => void seen.push(visible ? 'starts' : 'stops'),
    run: (name) => void seen.push(name),
    dispose: () => void seen.push('ends'),
  });
  const open = (key = 'a', section?: string) =>
    panels.open({ key, title: key, context: 'demo', source, ...(section === undefined ? {} : { section }) });
  const last = (): DetailPage | undefined => made[0]?.posted.findLast((message) => message.type === 'detail');
  return { panels, open, seen, last, source, become: (next: DetailPage | undefined) => (page = next) };
}

describe('detail panels', () => {
  test('show one page for each object', () => {
    const { open } = stand();
    open('a');
    open('a');
    open('b');
    assert.deepEqual(
      made.map(({ title, revealed }) => [title, revealed]),
      [
        ['a', 2],
        ['b', 1],
      ],
    );
  });

  test('update visible pages that differ, and read nothing for hidden ones', () => {
    const { panels, open, seen, last, become } = stand();
    open();
    panels.update();
    assert.equal(made[0]?.posted.length, 1, 'the same page is sent once');
    become(pageOf('two'));
    panels.update();
    assert.equal(last()?.state.headline, 'two');
    assert.deepEqual([...panels.contexts], ['demo']);
    made[0]?.turn(false);
    become(pageOf('three'));
    panels.update();
    assert.equal(last()?.state.headline, 'two');
    assert.deepEqual([...panels.contexts], [], 'a hidden page keeps no cluster awake');
    made[0]?.turn(true);
    assert.equal(last()?.state.headline, 'three');
    made[0]?.dispose();
    assert.deepEqual(seen, ['starts', 'stops', 'starts', 'ends']);
  });

  test('receive the focus each time that a user opens them, and never when they are updated', () => {
    const { panels, open, become } = stand();
    const focused = (): number => made[0]?.posted.filter(({ type }) => type === 'focus').length ?? 0;
    open();
    assert.equal(focused(), 0, 'the page has not loaded yet');
    made[0]?.say({ type: 'ready' });
    assert.deepEqual([focused(), made[0]?.keepsFocus], [1, false]);
    become(pageOf('two'));
    panels.update();
    assert.equal(focused(), 1);
    open('a', 'timeline');
    assert.equal(focused(), 2);
    assert.equal(made[0]?.posted.at(-1)?.type, 'focus', 'the page knows the section before it gets the keyboard');
  });

  test('show a restored page as waiting until its object is known, without taking the focus', () => {
    const { panels, become, source, last } = stand();
    become(undefined);
    const panel = restoredPanel();
    panels.restore({
      key: 'a',
      title: 'a',
      context: 'demo',
      source,
      panel: panel as never,
      waiting: () => pageOf('waits'),
      requests: 2,
    });
    panel.say({ type: 'ready' });
    assert.equal(last()?.state.headline, 'waits');
    assert.ok(panel.posted.every(({ type }) => type !== 'focus'));
    assert.deepEqual([...panels.contexts], ['demo'], 'the page follows its cluster once that is open');
    become(pageOf('known'));
    panels.update();
    assert.equal(last()?.state.headline, 'known');
    assert.equal(last()?.request?.count, 2, 'the page moves nowhere');
    become(undefined);
    panels.update();
    assert.equal(last()?.state.word, 'Out of date');
  });

  test('show the last state as out of date after the cluster is closed', () => {
    const { panels, open, last, become } = stand();
    open();
    become(undefined);
    panels.update();
    assert.deepEqual(
      [last()?.state.tone, last()?.state.word, last()?.freshness.isLive],
      ['stale', 'Out of date', false],
    );
  });

  test('run only what the page shows', async () => {
    const { open, seen } = stand();
    open();
    seen.length = 0;
    for (const key of [
      '',
      'osc.kata.uninstall',
      effectKey({ kind: 'command', command: 'osc.kata.install', target: { context: 'demo' } }),
    ])
      made[0]?.say({ type: 'run', key });
    await setImmediate();
    assert.deepEqual(seen, []);
    made[0]?.say({ type: 'run', key: effectKey(logs) });
    made[0]?.say({ type: 'run', key: effectKey({ kind: 'own', name: 'checkAgain' }) });
    await setImmediate();
    assert.deepEqual(seen, [effectKey(logs), 'checkAgain']);
  });

  test('scroll to a section each time that a command requests it', () => {
    const { open, last } = stand();
    open('a', 'timeline');
    assert.deepEqual(last()?.request, { section: 'timeline', count: 1 });
    open('a');
    assert.equal(made[0]?.posted.length, 1);
    open('a', 'timeline');
    assert.equal(last()?.request?.count, 2);
  });
});
