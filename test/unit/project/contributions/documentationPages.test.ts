/** Tests the generated reference pages, and that every page of the documentation states its purpose. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { clusterRow, clustersTitle } from '#client/commands/menuPlaces.ts';
import { commandsPage } from '#scripts/generate/commandsPage.ts';
import { createTable, escapeMarkdown } from '#scripts/generate/markdown.ts';
import { settingsPage } from '#scripts/generate/settingsPage.ts';
import { describeCondition, describeMenu } from '#scripts/generate/whenClauses.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('every page of the documentation begins with its purpose', () => {
  for (const page of [...globSync('docs/*.md', { cwd: root }), 'docs/rules/README.md']) {
    const [, first = ''] = /^# .+\n\n(.+)/m.exec(read(page)) ?? [];
    assert.match(first, /^(?:This page|Use|Try|Find out|Let|Read|Write) /, page);
  }
});

test('the pages of rules show the findings of each example, with the Kata version that they depend on', () => {
  for (const page of globSync('docs/rules/*.md', { cwd: root }))
    assert.doesNotMatch(read(page), /^Reported:\n\n```text\n\s*```/m, page);
  assert.match(
    read('docs/rules/pod-annotation-gone.md'),
    /^With Kata 4\.1\.0 selected as the Kata version:\n[^]*?^warning: Kata 4\.1\.0 ignores config_path/m,
  );
});

describe('a condition in words', () => {
  test('joins its terms', () => {
    assert.equal(describeCondition('osc.clusterOpen'), 'a cluster is open');
    assert.equal(
      describeCondition('editorLangId == yaml && osc.clusterOpen && !config.osc.readOnly'),
      'the active file is YAML, a cluster is open, and `osc.readOnly` is off',
    );
    assert.equal(
      describeCondition('osc.demoRuns && (osc.workloads || osc.edgeOpen)'),
      "a demo cluster is running and either an open cluster has workloads or hasn't been searched for them yet or edge clusters are open",
    );
  });
  test('must be known', () => {
    assert.throws(() => describeCondition('osc.clusterOpen && osc.unknown'), /no description of osc\.unknown$/);
    assert.throws(() => describeMenu(clusterRow('1@1', 'unknown')), /no description of unknown$/);
  });
  test('names the position in a menu', () => {
    assert.equal(
      describeMenu(clusterRow('1@1', 'pod', '!config.osc.readOnly')),
      'row of a pod, if `osc.readOnly` is off',
    );
    assert.equal(describeMenu(clustersTitle('1@1')), 'title of the Clusters view');
  });
});

describe('docs/commands.md', () => {
  const list = { own: [{ id: 'osc.demo.stop', title: 'Stop Demo' }], features: {} };
  test('links the pages that describe a command', () => {
    const page = { file: 'demo.md', title: 'Demo', text: 'Run _Stop Demo_.' };
    assert.match(
      commandsPage(list, [page, { ...page, file: 'other.md', text: '' }]),
      /^\| _Stop Demo_ \| `osc\.demo\.stop` \| always \| {2}\| \[Demo\]\(demo\.md\) \|$/m,
    );
  });
  test("isn't generated if a command has no description or section", () => {
    assert.throws(() => commandsPage(list, []), /No page of the guide describes _Stop Demo_ \(osc\.demo\.stop\)/);
    assert.throws(
      () => commandsPage({ ...list, own: [{ id: 'osc.x.y', title: 'Y' }] }, []),
      /osc\.x\.y has no section/,
    );
  });
});

describe('docs/settings.md', () => {
  const pageOf = (id: string, setting: object) =>
    settingsPage(JSON.stringify({ contributes: { configuration: { properties: { [id]: setting } } } }), {
      text: 'See `#osc.readOnly#`. In a remote window, set it on the *Remote* tab of the settings.',
    });
  const setting = { type: 'number', minimum: 1, maximum: 9, default: 3, scope: 'machine', description: '%text%' };
  test('describes the values, the default, and the scope', () =>
    assert.match(
      pageOf('osc.trace.level', setting),
      /^\| `osc\.trace\.level` \| See `osc\.readOnly`\. \| number, 1 to 9 \| `3` \| machine \|$/m,
    ));
  test("isn't generated if a setting has no section or an unknown scope", () => {
    assert.throws(() => pageOf('osc.other', setting), /osc\.other must be in one section/);
    assert.throws(() => pageOf('osc.trace.level', { ...setting, scope: 'other' }), /no description or scope/);
  });
});

test('generated Markdown shows text literally', () => {
  assert.equal(escapeMarkdown('DIR/<a>_<b>, LC_ALL, *.md'), 'DIR/\\<a>\\_\\<b>, LC_ALL, \\*.md');
  assert.equal(createTable(['a'], [['b|c']]), '| a |\n| --- |\n| b\\|c |');
});
