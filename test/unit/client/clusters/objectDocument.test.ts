/** Tests the documents of cluster objects, with a stand-in for the parts of VS Code that they use. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { fail, succeed } from '#core/common/result.ts';
import type { ClusterSession } from '#client/clusters/sessions/clusterSession.ts';
import type { DocumentParts } from '#client/clusters/documents/documentParts.ts';
import { emptyHistory } from '#core/cluster/history.ts';
import { emptySnapshot, type Snapshot } from '#core/cluster/snapshot.ts';
import { objectPath } from '#client/clusters/documents/objectUri.ts';
import { ScriptedConnection } from '#test/support/cluster/scriptedConnection.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';

const vscode = `
export class EventEmitter { heard = []; event = (listener) => { this.heard.push(listener); return { dispose: () => { this.heard = this.heard.filter((one) => one !== listener); } }; }; fire(one) { for (const each of this.heard) each(one); } dispose() {} }
export class Uri {
  constructor(parts) { Object.assign(this, parts); }
  static from(parts) { return new Uri(parts); }
  static parse(text) { const [, scheme, authority, path] = /^([^:]+):\\/\\/([^/]*)(.*)$/.exec(text); return new Uri({ scheme, authority, path: decodeURIComponent(path) }); }
  with(parts) { return new Uri({ ...this, ...parts }); }
  toString() { return this.scheme + '://' + this.authority + this.path.split('/').map(encodeURIComponent).join('/'); }
}
export const workspace = { onDidCloseTextDocument: new EventEmitter().event };
`;
const address = `data:text/javascript,${encodeURIComponent(vscode)}`;
registerHooks({
  resolve: (name, context, next) =>
    name === 'vscode' ? { url: address, format: 'module', shortCircuit: true } : next(name, context),
});

const { ClusterDocuments } = await import('#client/clusters/documents/clusterDocuments.ts');

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
      return Promise.resolve(
        succeed({ kind: 'Node', metadata: { name: node.name, resourceVersion: node.resourceVersion } }),
      );
    },
  } as unknown as ClusterSession;
  const find = (context: string) => (open && context === 'demo' ? session : undefined);
  const parts: DocumentParts = {
    session: find,
    gathered: () => undefined,
    now: () => now,
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
  assert.match(await first(), /, read-only\. Updates automatically\./);
  documents.update();
  assert.equal(fired.length, 0);
  pass();
  become('unauthorized');
  become('unauthorized');
  assert.equal(fired.length, 1);
  assert.match(await first(), /, read-only\. Last updated 10:41\./);
  assert.equal(asked.length, 1, 'who is logged out does not ask');
  become('live');
  assert.equal(fired.length, 2);
  assert.match(await first(), /, read-only\. Updates automatically\./);
  end();
  documents.update();
  documents.update();
  assert.equal(fired.length, 3);
  assert.match(await first(), /the cluster isn't open\..*\n# Last updated 10:42$/);
});

test('description of an object that is deleted keeps its last text, and says so if it was never read', async (context) => {
  const connection = new ScriptedConnection();
  let exists = true;
  connection.answer = ({ path }) => {
    if (path.endsWith('/events')) return succeed({ metadata: { resourceVersion: '1' }, items: [] });
    return exists
      ? succeed({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'shop' } })
      : fail({ kind: 'notFound', message: 'not found', status: 404 });
  };
  const session = { context: 'demo', snapshot: emptySnapshot, connection } as unknown as ClusterSession;
  const documents = new ClusterDocuments({ session: () => session, gathered: () => undefined, now: () => ten41 });
  context.after(() => documents.dispose());
  const read = async (name: string): Promise<string> => {
    const object = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap', namespace: 'shop', name };
    const path = objectPath('demo', object, 'txt');
    const uri = documents.objectUri('demo', object).with({ authority: 'description', path });
    return documents.provideTextDocumentContent(uri);
  };
  const before = await read('settings');
  assert.match(before, /^Name: +settings\n/);
  exists = false;
  const after = await read('settings');
  assert.match(after, /^.*ConfigMap settings.*: the object no longer exists\n\nName: +settings\n/);
  assert.equal(await read('other'), after.split('\n', 1)[0]?.replace('settings', 'other').concat('\n'));
});
