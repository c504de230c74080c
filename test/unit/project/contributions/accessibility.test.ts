/**
 * Tests the aspects of accessibility that are visible in the sources: no animations, a visible focus, a keyboard
 * alternative for each button of a row, and no choice with only an icon.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { manifest } from '#test/support/repository/manifest.ts';
import { byText } from '#test/support/repository/compareText.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

interface Source {
  readonly name: string;
  readonly text: string;
}

function sourcesOf(folder: string): readonly Source[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => ({
      name: path.relative(root, path.join(parentPath, name)),
      text: readFileSync(path.join(parentPath, name), 'utf8'),
    }));
}

const client = sourcesOf('client/src');
const uPlot = {
  name: 'uPlot.min.css',
  text: readFileSync(path.join(root, 'node_modules/uplot/dist/uPlot.min.css'), 'utf8'),
};

/** Returns the parts of a style that cause movement or hide the keyboard focus. */
function against(style: string): readonly string[] {
  return Array.from(
    style.matchAll(
      /\b(?:transition|animation)[a-z-]*\s*:|@keyframes|scroll-behavior\s*:\s*smooth|outline\s*:\s*(?:none|0)\b/g,
    ),
    ([found]) => found,
  );
}

describe('webview page', () => {
  const styles = [...client.filter(({ text }) => /[Ss]tyle = `/.test(text)), uPlot];

  test('has styles without animations that keep the focus outline', () => {
    assert.ok(styles.length >= 4, 'the style of all pages, of metrics, of logs, of charts');
    for (const { name, text } of styles) assert.deepEqual(against(text), [], name);
    assert.deepEqual(
      against('a { transition: none } b { outline: none; animation-name: x } @keyframes x {}').length,
      4,
    );
  });

  test('has no scripts with animations', () => {
    const pages = client.filter(({ name }) => name.startsWith('client/src/webview/pages/'));
    assert.ok(pages.length > 10);
    for (const { name, text } of pages) assert.doesNotMatch(text, /behavior: 'smooth'|\.animate\(/, name);
  });
});

/** Pages of the extension, with the test in VS Code in which axe checks each one. */
const lookedAtIn: Readonly<Record<string, string>> = {
  'osc.details': 'clusters/details.test.ts',
  'osc.metrics': 'troubleshooting/metrics.test.ts',
  'osc.log': 'troubleshooting/logs.test.ts',
  'osc.mustGatherReport': 'troubleshooting/mustGather.test.ts',
  'osc.policyTable': 'editor/policyPictures.test.ts',
  'osc.policyReplay': 'editor/policyPictures.test.ts',
};

describe('accessibility coverage', () => {
  test('includes an axe check of every page in VS Code', () => {
    const pages = client.flatMap(({ text }) =>
      Array.from(text.matchAll(/viewType: '([^']+)'/g), ([, page]) => page ?? ''),
    );
    assert.deepEqual(
      pages.toSorted(byText),
      Object.keys(lookedAtIn).toSorted(byText),
      'add a new page to a test that calls accessible()',
    );
    for (const file of Object.values(lookedAtIn))
      assert.match(readFileSync(path.join(root, 'test/workbench', file), 'utf8'), /await accessible\(/, file);
    const others = client
      .filter(({ text }) =>
        /createWebviewPanel\(|registerWebviewViewProvider\(|registerCustomEditorProvider\(/.test(text),
      )
      .map(({ name }) => name);
    assert.deepEqual(others, ['client/src/webview/webviewPanel.ts'], 'all pages are made there');
  });
});

describe('tree row', () => {
  type Entry = { readonly command: string; readonly when?: string; readonly group?: string };
  const rows: readonly Entry[] = manifest.contributes.menus['view/item/context'].flatMap(({ command, when, group }) =>
    command === undefined ? [] : { command, when, group },
  );
  const hidden = manifest.contributes.menus.commandPalette
    .filter(({ when }) => when === 'false')
    .map(({ command }) => command);
  const words = (entry: Entry): readonly string[] =>
    Array.from(
      (/viewItem =~ \/(.*?)\/(?: |$)/.exec(entry.when ?? '')?.[1] ?? '').matchAll(/osc-\w+/g),
      ([word]) => word,
    );
  const inline = rows.filter(({ group }) => group?.startsWith('inline') === true);
  const menu = rows.filter(({ group }) => group?.startsWith('inline') !== true);
  /** Rows with the first context value also have the second one (client/src/tree/rows/cluster/clusterNode.ts). */
  const also: Readonly<Record<string, string>> = { 'osc-loggedOut': 'osc-open' };

  test('has every inline button also in its menu or the Command Palette', () => {
    assert.ok(inline.length >= 5);
    for (const button of inline) {
      const on = words(button).flatMap((word) => [word, also[word] ?? word]);
      const isInMenu = menu.some(
        (entry) => entry.command === button.command && words(entry).some((word) => on.includes(word)),
      );
      assert.ok(isInMenu || !hidden.includes(button.command), `${button.command} can be reached by the pointer alone`);
    }
  });

  test('has accessibility information', () => {
    // Until the feature is loaded, registerClusters.ts provides a row with only a label, which screen readers then
    // read.
    const makers = client.filter(
      ({ name, text }) => /new TreeItem\(/.test(text) && name !== 'client/src/activation/registerClusters.ts',
    );
    assert.ok(makers.length > 0);
    for (const { name, text } of makers) assert.match(text, /\.accessibilityInformation = \{\s*label: /, name);
  });
});

describe('accessible label', () => {
  test('is set for every status bar item', () => {
    const items = client.filter(({ text }) => /createStatusBarItem\(|createLanguageStatusItem\(/.test(text));
    assert.ok(items.length >= 2);
    for (const { name, text } of items) assert.match(text, /item\.accessibilityInformation = \{\s*label: /, name);
  });

  test('contains more than an icon for every choice and button', () => {
    const labels = client.flatMap(({ name, text }) =>
      Array.from(text.matchAll(/\bicon: [^\n]{1,80},\s+label: ([^\n]{1,80})/g), ([, label = '']) => ({ name, label })),
    );
    assert.ok(labels.length > 5);
    for (const { name, label } of labels)
      assert.match(label, /^(?:(?:withEllipsis\()?l10n\.t`\w|[\w.]+(?:,| ===))/, name);
    // An icon in a label would also be possible in the name of a cluster.
    for (const { name, text } of client) assert.doesNotMatch(text, /label: ['`]\$\(/, name);
    for (const { name, text } of client)
      assert.ok(
        !/iconPath/.test(text) || name === 'client/src/tree/clusterTree.ts',
        `${name}: an icon with what name?`,
      );
  });

  test('is set for every command with an icon', () => {
    const withIcon: readonly { readonly command: string; readonly title: string }[] =
      manifest.contributes.commands.filter((command) => 'icon' in command);
    assert.ok(withIcon.length > 3);
    for (const { command, title } of withIcon) assert.match(title, /^[A-Z][\w ]{3}/, command);
  });
});
