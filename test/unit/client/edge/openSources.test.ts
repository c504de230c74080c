/**
 * Tests the rows of edge clusters: they show the data of the files, use more than color for states, report what wasn't
 * read, and escape text from responses.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { EdgeSource } from '#core/edge/tree/readAnswers.ts';
import { parseJsonDocuments } from '#core/edge/jsonDocuments.ts';
import { edgeMarkdown } from '#client/edge/tree/edgeMarkdown.ts';
import { OpenSources } from '#client/edge/tree/openSources.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { manifest } from '#test/support/repository/manifest.ts';
import { inUtc } from '#test/support/time/utc.ts';
import { tooltipText } from '#test/support/cluster/treeInput.ts';

const folder = path.join(import.meta.dirname, '../../../cases/edge/answers');
const at = Date.UTC(2026, 10, 20, 10, 41);
const now = at + 60_000;
const saved: readonly EdgeSource[] = readdirSync(folder)
  .toSorted()
  .map((name, index) => ({
    name,
    values: parseJsonDocuments(readFileSync(path.join(folder, name), 'utf8')).values,
    at: at - index * 60_000,
  }));

const rows = (node: TreeNode, depth = 0): string =>
  `${'  '.repeat(depth)}(${node.view.icon}) ${node.view.label} | ${node.view.description ?? ''}\n${(node.children?.() ?? []).map((child) => rows(child, depth + 1)).join('')}`;
const all = (node: TreeNode): readonly TreeNode[] => [node, ...(node.children?.() ?? []).flatMap(all)];

function opened(
  answers: readonly EdgeSource[],
  problems: readonly string[] = [],
  notes: readonly string[] = [],
): { readonly sources: OpenSources; readonly root: () => TreeNode } {
  const sources = new OpenSources(() => undefined);
  const { name } = sources.begin('answers', { kind: 'files', places: ['file:///tmp/answers'] });
  sources.finish(name, answers, problems, notes);
  const root = () => {
    const [first] = sources.roots(now);
    assert.ok(first);
    return first;
  };
  return { sources, root };
}

describe('edge cluster rows', () => {
  inUtc();

  test('show icons, labels, and states', () => {
    assert.equal(
      rows(opened(saved).root()),
      [
        '(files) answers | Saved responses · Last updated 10:38 to 10:41, 3 failed, 2 need attention in this branch',
        '  (sync) Edge cluster north | Updating, 2 need attention in this branch',
        '    (sync) Node pool general | Scaling, 1 needs attention in this branch',
        '      (pass) node-1 | Running',
        '      (warning) node-2 | Running: Unschedulable',
        '      (sync) node-10 | Creating',
        '    (pass) Component core-dns | Installed',
        '    (warning) Component csi | Abnormal: Degraded',
        '  (error) Edge cluster south | Shut down due to arrears: Balance, 2 failed in this branch',
        '    (error) Node pool default | Abnormal: ClusterNotRunning',
        '      (question) Nodes | 0 of 2 read',
        '    (error) Component core-dns | Abnormal: ClusterNotRunning',
        '',
      ].join('\n'),
    );
  });

  test('have unique IDs and accessibility labels with the type and state', () => {
    const nodes = all(opened(saved).root());
    assert.equal(new Set(nodes.map(({ view }) => view.id)).size, nodes.length);
    const said = nodes.map(({ view }) => view.accessibility);
    assert.ok(said.includes('Edge cluster south, Shut down due to arrears: Balance, 2 failed in this branch, Failed'));
    assert.ok(said.includes('node-2, edge hosting node, Running: Unschedulable, Needs attention'));
    for (const { view } of nodes)
      assert.ok(view.accessibility.includes(view.label) && view.description !== undefined, view.id);
  });

  test('contain only edge hosting commands and no Kata text', () => {
    for (const { view } of all(opened(saved).root())) {
      for (const word of (view.contextValue ?? '').split(' ')) assert.match(word, /^$|^osc-edge/);
      assert.doesNotMatch(`${view.label} ${view.description ?? ''}`, /kata/i);
    }
    const ours = manifest.contributes.menus['view/item/context'].filter(({ when }) => when.includes('osc-edge'));
    assert.ok(ours.length > 0);
    for (const { when } of ours) assert.match(when, /^view == osc\.edgeHosting && /);
  });

  test('show the meaning, cause, source, and time in the tooltip', () => {
    const { sources } = opened(saved);
    const node = sources.find('answers', `answers/${JSON.stringify(['cluster', 'cc-north'])}`);
    assert.ok(node);
    const text = edgeMarkdown(node, now);
    for (const part of [
      /\*\*north\*\*: Updating `\{Updating, \\?\[Progressing\\?\]\}`/,
      /Causes \(root cause last\):/,
      /- Node pool general is/,
      /- Node node\\-10 is/,
      /Last updated 10:41, from `clusters\.json`/,
      /based on the Volcengine documentation and haven't been verified with a live account/,
      /更新中/,
    ])
      assert.match(text, part);
  });

  test('show readable source paths on the root', () => {
    const sources = new OpenSources(() => undefined);
    sources.begin('x', { kind: 'files', places: ['file:///tmp/a%20%23b/answers', 'vscode-vfs://github/%zz'] });
    assert.match(tooltipText(sources.roots(now)[0]), /`\/tmp\/a #b\/answers`, `vscode-vfs:\/\/github\/%zz`/);
  });

  test('escape text from responses', () => {
    const evil: EdgeSource = {
      name: 'a](command:x)',
      values: [
        {
          ResponseMetadata: { Action: 'ListClusters' },
          Result: {
            Items: [
              {
                Id: '<img src=x>',
                Name: '[go](command:workbench.action.quit) `x`',
                KubernetesVersion: '[a](b)',
                Status: { Phase: '](command:y)', Conditions: [] },
              },
            ],
          },
        },
      ],
    };
    for (const { view } of all(opened([evil], ['[x](command:z)']).root()))
      // Outside code spans, tooltips must not contain links to other sites.
      assert.doesNotMatch(
        (view.tooltip ?? '').replaceAll(/(`+)[^`]*\1/g, ''),
        /(?<!\\)\]\((?!https:\/\/www\.volcengine\.com\/)|<img/,
        view.tooltip,
      );
  });

  test('include rows for unread responses', () => {
    const text = rows(
      opened(
        saved.filter(({ name }) => name === 'clusters.json'),
        ["Can't read x.json: it is no JSON."],
      ).root(),
    );
    assert.match(text, /\(question\) Node pools \| not read\n/);
    assert.match(text, /\(question\) Nodes \| 0 of 3 read\n/);
    assert.match(text, /\(question\) Components \| not read\n/);
    assert.match(text, /\n {2}\(question\) Not read \| Can't read x\.json: it is no JSON\.\n/);
  });

  test('show notes that are not failures separately from unread responses', () => {
    const root = opened(saved, [], ['The clock is 3 hours ahead.']).root();
    assert.match(rows(root), /\n {2}\(info\) Note \| The clock is 3 hours ahead\.\n/);
    assert.doesNotMatch(rows(root), /Not read \|/);
    assert.match(tooltipText(root), /The clock is 3 hours ahead/);
    assert.doesNotMatch(tooltipText(root), /Not read/);
  });

  test('are split into pages in long groups', () => {
    const Items = Array.from({ length: 300 }, (_, index) => ({
      Id: `c${index}`,
      Status: { Phase: 'Running', Conditions: [{ Type: 'Ok' }] },
    }));
    const { sources, root } = opened([
      { name: 'x', values: [{ ResponseMetadata: { Action: 'ListClusters' }, Result: { Items } }] },
    ]);
    const more = root().children?.()[250];
    assert.deepEqual([more?.view.label, more?.view.command?.id], ['Show 50 More', 'osc.edge.showMore']);
    sources.showMore('answers', more?.target?.group ?? '');
    assert.equal(root().children?.().length, 300);
  });
});

describe('open edge sources', () => {
  test('reuse the row of the same files and restore it after a cancellation', () => {
    const { sources, root } = opened(saved);
    const before = rows(root());
    const { name } = sources.begin('answers', { kind: 'files', places: ['file:///tmp/answers'] });
    assert.deepEqual([name, sources.all.length, root().view.icon], ['answers', 1, 'loading~spin']);
    sources.fail(name);
    assert.equal(rows(root()), before);
    sources.begin('answers', { kind: 'files', places: ['file:///tmp/answers'] });
    sources.fail(name, 'the object no longer exists');
    assert.deepEqual([root().view.icon, root().view.description], ['warning', 'the object no longer exists']);
  });

  test('get unique names and stay closed if closed while loading', () => {
    const { sources } = opened(saved);
    const { name } = sources.begin('answers', { kind: 'service', host: 'h', region: 'r' });
    assert.equal(name, 'answers (2)');
    sources.close(name);
    sources.finish(name, saved, []);
    assert.deepEqual(
      sources.all.map((one) => one.name),
      ['answers'],
    );
    sources.begin('new', { kind: 'service', host: 'h', region: 'r' });
    sources.fail('new');
    assert.equal(sources.all.length, 1);
  });
});
