/** Documents of clusters, with as much of VS Code as they use. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { ok } from '../../../core/result.ts';
import type { ClusterSession } from '../../../client/src/tree/clusterSession.ts';
import type { DocumentParts } from '../../../client/src/tree/documents.ts';
import { KeptTexts } from '../../../client/src/tree/keptTexts.ts';
import { textAtPath, textOf, textPath, titleOf, type TextPlace } from '../../../client/src/tree/texts.ts';
import { emptyHistory } from '../../../core/live/history.ts';
import type { Snapshot } from '../../../core/live/snapshot.ts';
import { playedSnapshot } from '../../support/playedSnapshot.ts';
import { stage } from '../simulator/controllersStage.ts';

const vscode = `
export class EventEmitter { heard = []; event = (listener) => { this.heard.push(listener); return { dispose: () => { this.heard = this.heard.filter((one) => one !== listener); } }; }; fire(one) { for (const each of this.heard) each(one); } dispose() {} }
export class Uri {
  constructor(parts) { Object.assign(this, parts); }
  static from(parts) { return new Uri(parts); }
  static parse(text) { const [, scheme, authority, path] = /^([^:]+):\\/\\/([^/]*)(.*)$/.exec(text); return new Uri({ scheme, authority, path: decodeURIComponent(path) }); }
  toString() { return this.scheme + '://' + this.authority + this.path.split('/').map(encodeURIComponent).join('/'); }
}
export class TabInputWebview { constructor(viewType) { this.viewType = viewType; } }
export const closing = new EventEmitter();
export const opened = [];
export const workspace = { onDidCloseTextDocument: closing.event, openTextDocument: (uri) => { opened.push(uri.toString()); return Promise.resolve(); } };
export const window = { tabGroups: { all: [] } };
`;
const address = `data:text/javascript,${encodeURIComponent(vscode)}`;
registerHooks({ resolve: (name, context, next) => (name === 'vscode' ? { url: address, format: 'module', shortCircuit: true } : next(name, context)) });

interface StandIn {
  readonly closing: { fire(document: unknown): void };
  readonly opened: readonly string[];
  readonly window: { readonly tabGroups: { all: unknown[] } };
  readonly TabInputWebview: new (viewType: string) => object;
}
const standIn = (await import(address)) as StandIn;
const { ClusterDocuments } = await import('../../../client/src/tree/documents.ts');

const ten41 = new Date(2026, 10, 1, 10, 41).getTime();
const minute = 60_000;

function stand() {
  const cluster = stage({ name: 'two-workers' });
  let snapshot: Snapshot = playedSnapshot(cluster.client, cluster.clock.now());
  let open = true;
  let now = ten41;
  const [node] = [...snapshot.nodes.items.values()];
  assert.ok(node);
  const asked: string[] = [];
  const session = {
    context: 'demo',
    get snapshot() {
      return snapshot;
    },
    history: emptyHistory,
    object: () => {
      asked.push(node.name);
      return Promise.resolve(ok({ kind: 'Node', metadata: { name: node.name, resourceVersion: node.resourceVersion } }));
    },
  } as unknown as ClusterSession;
  const find = (context: string) => (open && context === 'demo' ? session : undefined);
  const parts: DocumentParts = {
    session: find,
    isGathered: () => false,
    now: () => now,
    text: (place) => textOf(place, { session: find, node: () => undefined }),
  };
  const documents = new ClusterDocuments(parts);
  const fired: string[] = [];
  documents.onDidChange((uri) => void fired.push(uri.path));
  const become = (kind: 'live' | 'unauthorized') => {
    const state = kind === 'live' ? { kind } : { kind, trouble: { message: '401' } };
    snapshot = { ...snapshot, nodes: { ...snapshot.nodes, state } };
    documents.update();
  };
  const uri = documents.objectUri('demo', { group: '', version: 'v1', plural: 'nodes', kind: 'Node', name: node.name });
  const first = async () => (await documents.provideTextDocumentContent(uri)).split('\n').slice(0, 2).join('\n');
  return { documents, fired, asked, become, first, end: () => (open = false), pass: () => (now += minute) };
}

test('YAML document reports once that updates stopped and follows the cluster again after login', async (context) => {
  const { documents, fired, asked, become, first, end, pass } = stand();
  context.after(() => documents.dispose());
  assert.match(await first(), /; follows the cluster\./);
  documents.update();
  assert.equal(fired.length, 0);
  pass();
  become('unauthorized');
  become('unauthorized');
  assert.equal(fired.length, 1);
  assert.match(await first(), /; as of 10:41\./);
  assert.equal(asked.length, 1, 'who is logged out does not ask');
  become('live');
  assert.equal(fired.length, 2);
  assert.match(await first(), /; follows the cluster\./);
  end();
  documents.update();
  documents.update();
  assert.equal(fired.length, 3);
  assert.match(await first(), /the cluster is not open\..*\n# As of 10:42:/);
});

test('text document closed under its preview is reopened and rebuilt from its URI', async (context) => {
  const { documents, end } = stand();
  context.after(() => documents.dispose());
  const uri = documents.textUri({ what: 'timeline', context: 'demo', of: 'worker-1' }, 'worker-1 of demo timeline');
  assert.match(await documents.provideTextDocumentContent(uri), /^# What happened to worker-1 of demo\n/);
  assert.deepEqual([...documents.contexts], ['demo'], 'it is being read');
  standIn.closing.fire({ uri });
  assert.deepEqual([[...documents.contexts], standIn.opened], [[], []]);
  standIn.window.tabGroups.all = [
    { tabs: [{ input: new standIn.TabInputWebview('mainThreadWebview-markdown.preview'), label: 'Preview worker-1 of demo timeline.md' }] },
  ];
  standIn.closing.fire({ uri });
  assert.deepEqual(standIn.opened, [uri.toString()]);
  assert.match(await stand().documents.provideTextDocumentContent(uri), /^# What happened to worker-1/, 'also by who has never heard of it');
  end();
  assert.match(await documents.provideTextDocumentContent(uri), /^> `demo` is not open any more\. As of 10:41:\n\n# What happened/);
});

test('text document path identifies its kind, context, and subject', () => {
  for (const place of [
    { what: 'explain', context: 'default/api-x:6443/kube:admin', of: 'ctx/nodes/50%/ü' },
    { what: 'explain', context: '', of: 'kubeconfig-problem/0' },
    { what: 'timeline', context: 'demo', of: 'worker-1' },
  ] as const satisfies readonly TextPlace[]) {
    assert.deepEqual(textAtPath(textPath(place, 'a/b of c')), place);
  }
  for (const path of ['/explain/x/y/z.md', '/timeline/%3D%/y/z.md', '/other/%3Da/b/c.md', '/']) assert.equal(textAtPath(path), undefined);
  assert.deepEqual([titleOf('worker-1', 'two-workers'), titleOf('demo', 'demo'), titleOf('Kubeconfig', '')], ['worker-1 of two-workers', 'demo', 'Kubeconfig']);
});

test('explanation stays unchanged while its node is hidden, and unread texts are dropped', () => {
  let made: string | undefined = 'one';
  let open = true;
  let now = ten41;
  const texts = new KeptTexts({ now: () => now, make: () => made, isOpen: () => open });
  const place = (of: string): TextPlace => ({ what: 'explain', context: 'demo', of });
  assert.equal(texts.read('a', place('a')), 'one\n_As of 10:41; written anew when something changes._\n');
  now += minute;
  assert.deepEqual(texts.changed(), [], 'the time alone is no change');
  made = undefined;
  assert.deepEqual(texts.changed(), []);
  open = false;
  assert.deepEqual(texts.changed(), ['a']);
  assert.equal(texts.read('a', place('a')), '> `demo` is not open any more. As of 10:42:\n\none');
  assert.deepEqual(texts.changed(), []);
  texts.keep('b', place('b'));
  for (let count = 0; count < 60; count += 1) texts.keep(`c${count}`, place('c'));
  made = 'two';
  assert.deepEqual(texts.changed(), ['a'], 'what is open is kept');
  made = undefined;
  assert.equal(texts.read('b', place('b')), '`demo` is not open. Open it in the view Clusters, then open this again.\n');
});
