/** Tests the rows of the Folder Comparison view. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ComparedObject } from '#client/operations/folder/compareObjects.ts';
import { createFolderRows, rowIdOf } from '#client/operations/folder/folderRows.ts';
import { tooltipText, viewWithTooltip } from '#test/support/cluster/treeInput.ts';

const texts = { before: 'a: 1\n', after: 'a: 2\n' };
const object = (name: string, verdict: ComparedObject['verdict'], more: Partial<ComparedObject> = {}) =>
  ({ verdict, apiVersion: 'v1', kind: 'ConfigMap', name, namespace: 'shop', file: 'apps/a.yaml', ...more }) as const;

describe('rows of a compared folder', () => {
  test('are grouped by state, and only those with differences open the diff editor', () => {
    const rows = createFolderRows([
      object('same', 'same'),
      object('changed', 'different', { texts }),
      object('denied', 'notComparable', { reason: "You don't have permission to get configmaps." }),
      object('taken', 'different', { texts, conflict: 'kubectl set .data.a to different values.' }),
      object('left', 'onlyInCluster'),
    ]);
    const shown = rows.map(({ view, children = () => [] }) => [
      `${view.label} ${view.description}`,
      view.collapsible,
      ...children().map((row) => [row.view.label, row.view.description, row.view.icon, row.view.command?.arguments]),
    ]);
    const id = (verdict: string, name: string): readonly string[] => [`object/${verdict}/v1/ConfigMap/shop/${name}`];
    const [where, taken] = ['a.yaml · shop', 'kubectl set .data.a to different values.'];
    const [row] = rows[0]?.children?.() ?? [];
    assert.match(tooltipText(row), /apps\/a\\.yaml/);
    assert.deepEqual(shown, [
      [
        'Different 2',
        'expanded',
        ['ConfigMap changed', where, 'diff-modified', id('different', 'changed')],
        ['ConfigMap taken', taken, 'warning', id('different', 'taken')],
      ],
      ['Only in the cluster 1', 'expanded', ['ConfigMap left', where, 'diff-removed', id('onlyInCluster', 'left')]],
      [
        'Not comparable 1',
        'expanded',
        ['ConfigMap denied', "You don't have permission to get configmaps.", 'warning', undefined],
      ],
      ['No differences 1', 'collapsed', ['ConfigMap same', where, 'pass', undefined]],
    ]);
  });

  test('escape names and reasons, and have unique IDs', () => {
    const [group] = createFolderRows([
      object('a\u202Eb', 'notComparable', { reason: '[link](https://example.com)\u001B[31m\nsecond' }),
    ]);
    const [row] = group?.children?.() ?? [];
    const { label = '', description = '', tooltip = '' } = row === undefined ? {} : viewWithTooltip(row);
    for (const character of ['\u202E', '\u001B'])
      assert.ok(![label, description, tooltip].some((text) => text.includes(character)), 'no control characters');
    assert.ok(!tooltip.includes('[link](https'), tooltip);
    const others = [
      object('a', 'same'),
      object('a', 'same', { namespace: 'other' }),
      object('a', 'same', { kind: 'Pod' }),
    ];
    assert.equal(new Set(others.map(rowIdOf)).size, 3);
  });
});
