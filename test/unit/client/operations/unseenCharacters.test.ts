/**
 * Tests that different names of kubeconfigs, clusters, and files never look alike in texts that users read or base
 * decisions on.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { globSync } from 'tinyglobby';
import { parse, parseAllDocuments } from 'yaml';
import { headlineOf } from '#client/kubernetes/auth/execCommand.ts';
import { createConfirmationText } from '#client/operations/engine/messages/confirmationText.ts';
import { renderCleanManifest } from '#client/operations/manifests/manifestText.ts';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { previewText, readPreview } from '#client/operations/manifests/previewText.ts';
import { closedClusterNode } from '#client/tree/rows/cluster/closedClusterNode.ts';
import { renderObjectYaml } from '#client/clusters/documents/objectYaml.ts';
import { visibleTooltip, visibleView } from '#client/tree/visibleView.ts';
import { confirmsName, tabName, visibleItem } from '#client/vscode/visibleLabels.ts';
import { renderShellComment, quoteShellCommand, quoteShellSentence, quoteShellWord } from '#core/oc/shellText.ts';
import type { ClusterHistory } from '#core/cluster/history.ts';
import { historyAsMarkdown } from '#core/status/health/timeline.ts';
import { formatNames } from '#core/text/phrases.ts';
import {
  formatSanitizedJson,
  sanitizeComment,
  sanitizeDetail,
  sanitizeLabel,
  sanitizeLine,
  sanitizeLines,
  sanitizeLiteral,
  sanitizeLogLine,
  sanitizeMarkdown,
  sanitizeMarkdownCode,
  sanitizeMessage,
  sanitizePickText,
  sanitizePrompt,
  sanitizeQuote,
  sanitizeStatusText,
  sanitizeTerminalLine,
  sanitizeTerminalLines,
  sanitizeTooltip,
} from '#core/text/sanitize.ts';
import { writeYaml } from '#server/cli/io/writeYaml.ts';
import { repositoryRoot } from '#scripts/lib/run.ts';
import { unseenCharacters, unseenName, unseenPattern } from '#test/support/randomInput/invisibleCharacters.ts';

const gate = (name: string) => ({ question: `Delete ${name}?`, consequences: [`${name} is gone.`], typed: name });
const row = (name: string) => ({
  id: name,
  label: name,
  description: name,
  tooltip: `**${name}**\n\n${name}`,
  icon: 'x',
  accessibility: name,
  collapsible: 'none' as const,
});
const history = (name: string): ClusterHistory => ({
  began: 1,
  forgotten: 0,
  transitions: [{ at: 1, about: 'node', name, what: { kind: 'boot' } }],
});

/** Functions that create a label, a row, a prompt, or a line from a name. */
const labels: Readonly<Record<string, (name: string) => string | object>> = {
  namesWords: (name) => formatNames([name, 'other']),
  sanitizeLine,
  sanitizeMessage,
  sanitizeDetail,
  sanitizeMarkdown,
  sanitizeMarkdownCode,
  sanitizeTooltip,
  sanitizeLiteral,
  sanitizeLabel,
  sanitizeLines,
  sanitizeQuote,
  sanitizeComment,
  sanitizePickText,
  sanitizeStatusText,
  sanitizeTerminalLine,
  sanitizeTerminalLines,
  sanitizeLogLine,
  formatSanitizedJson: (name) => formatSanitizedJson({ [name]: name }),
  shellWord: quoteShellWord,
  shellLine: (name) => quoteShellCommand(['oc', name]),
  shellComment: renderShellComment,
  shellSentence: (name) => quoteShellSentence(name),
  historyAsMarkdown: (name) => historyAsMarkdown(history(name), { cluster: name }),
  sanitizePrompt,
  'title of a tab': tabName,
  'row of a tree': (name) => ({ ...visibleView(row(name)), id: '', tooltip: visibleTooltip({ view: row(name) }) }),
  'item of a list': (name) => visibleItem({ label: name, description: name, detail: name }),
  'question before a change': (name) => {
    const { message, detail, typed } = createConfirmationText(
      `Uninstall ${name}`,
      name,
      [gate(name), gate('other')],
      true,
    );
    return [
      sanitizeMessage(message),
      sanitizeDetail(detail),
      ...typed.map((word) => sanitizeMessage(`Type ${word} to confirm`)),
    ];
  },
  'question before a login command': (name) => headlineOf({ context: name, server: `https://${name}` }),
  'row of a closed cluster': (name) => {
    const node = closedClusterNode(
      { name, server: name, user: name, current: true },
      { kind: 'closed', problem: name },
    );
    return { ...visibleView(node.view), id: '', tooltip: visibleTooltip(node) };
  },
  'object that a preview names': (name) => previewText([name], []),
};

describe('label with invisible characters', () => {
  for (const [title, label] of Object.entries(labels)) {
    test(`escapes them: ${title}`, () => {
      const text = JSON.stringify(label(unseenName));
      assert.doesNotMatch(text, unseenPattern, text);
      // JSON itself would escape single-byte characters.
      for (const part of partsOf(label(unseenName))) assert.doesNotMatch(part, unseenPattern);
    });

    test(`differs from the label of every similar name: ${title}`, () => {
      const names = ['production', ...unseenCharacters.map((character) => `prod${character}uction`)];
      assert.equal(new Set(names.map((name) => JSON.stringify(label(name)))).size, names.length);
    });
  }

  test('is unchanged if all characters are visible', () => {
    for (const name of [
      'production',
      'my-cluster/api-example-com:6443/kube:admin',
      'ü 漢 😀',
      String.raw`C:\users\me`,
      'un espace fine',
    ]) {
      for (const label of [
        sanitizeLabel,
        sanitizeLines,
        sanitizeMessage,
        sanitizeLine,
        (text: string) => visibleView(row(text)).label,
      ])
        assert.equal(label(name), name);
    }
    assert.equal(sanitizeLabel('6\u202f000 nœuds\u00a0: prêts'), '6\u202f000 nœuds\u00a0: prêts', 'spaces of French');
    assert.equal(sanitizeLines('a\n\tb'), 'a\n\tb');
  });

  test('contains the code point of the character', () => {
    assert.deepEqual(['\u202e', '\u001b', '\u{e0041}', '\u061c'].map(sanitizeLabel), [
      '\\u202e',
      '\\u001b',
      '\\u{e0041}',
      '\\u061c',
    ]);
  });
});

describe('name that VS Code would show as an icon', () => {
  // Source: VS Code, base/common/iconLabels.ts. A backslash before the dollar sign keeps the text.
  const icon = /(?<!\\)\$\([a-z0-9-]+(?:~[a-z]+)?\)/i;
  const name = 'prod $(check) $(sync~spin)';

  test('stays a text in a list and in the prompt of a typed confirmation', () => {
    for (const text of [
      ...Object.values(visibleItem({ label: name, description: name, detail: name })),
      sanitizePrompt(`Type ${name} to confirm`),
    ]) {
      assert.doesNotMatch(text, icon);
      assert.equal(text.replaceAll('\\$(', '$(').includes(name), true);
    }
    assert.match(name, icon, 'the test can fail');
  });

  test('is unchanged if it has no icon, and follows the icon of its item', () => {
    assert.equal(sanitizePrompt('Type $(a b) and $x to confirm'), 'Type $(a b) and $x to confirm');
    assert.equal(visibleItem({ icon: 'copy', label: 'a $(check)' }).label, '$(copy) a \\$(check)');
  });
});

describe('typed confirmation', () => {
  test('accepts the name, and the name as the prompt shows it', () => {
    const name = 'prod\u202euction';
    assert.ok(confirmsName(name, name));
    assert.ok(confirmsName('prod\\u202euction', name));
    for (const other of ['production', 'prod', '', 'prod\u2066uction']) assert.ok(!confirmsName(other, name));
    assert.ok(confirmsName('demo', 'demo'));
  });
});

describe('YAML with invisible characters', () => {
  const value = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', annotations: { [unseenName]: unseenName } },
    data: { a: `first\n${unseenName}\n`, list: [unseenName, 'plain'] },
  };
  const writers: Readonly<Record<string, (object: typeof value) => string>> = {
    'manifest of a preview or runbook': renderManifestYaml,
    'manifest on the command line': (object) =>
      writeYaml(object, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false }),
    'object of a cluster': (object) => {
      const text = renderObjectYaml(object, 'ConfigMap');
      return text.ok ? text.value : assert.fail(text.error);
    },
  };
  for (const [title, write] of Object.entries(writers)) {
    test(`contains escapes and keeps the value: ${title}`, () => {
      const text = write(value);
      assert.doesNotMatch(text, unseenPattern);
      assert.deepEqual(parse(text), value);
      assert.deepEqual(parse(text, { version: '1.1' }), value);
      for (const character of unseenCharacters) {
        const one = {
          ...value,
          metadata: { name: `a${character}b`, annotations: {} },
          data: { a: `${character}\n`, list: [] },
        };
        assert.doesNotMatch(write(one), unseenPattern);
        assert.deepEqual(parse(write(one)), one);
      }
    });
  }

  test('is unchanged if all characters are visible, and keeps emoji', () => {
    const seen = { kind: 'ConfigMap', data: { script: '#!/bin/sh\n\techo "⚠️ done" # 👩‍🔧 ü\n', on: 'y' } };
    assert.equal(
      renderManifestYaml(seen),
      'kind: ConfigMap\ndata:\n  script: |\n    #!/bin/sh\n    \techo "⚠️ done" # 👩‍🔧 ü\n  "on": "y"\n',
    );
  });

  test('is the same after a preview is parsed', () => {
    const text = previewText([`On ${unseenName}\nkind: Evil`], [value]);
    assert.doesNotMatch(text, unseenPattern);
    assert.deepEqual(readPreview(text), { ok: true, value: [value] });
  });

  test('keeps a name in a comment on the line of the comment', () => {
    const name = `a\nkind: Evil\u2028${unseenName}`;
    const text = renderCleanManifest({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: {} }, 'Pod', []);
    assert.doesNotMatch(text, unseenPattern);
    const documents = parseAllDocuments(text);
    assert.deepEqual(
      documents.map((document): unknown => document.toJS()),
      [{ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec: {} }],
    );
  });
});

describe('lists, messages, and rows', () => {
  const allowed: Readonly<Record<string, readonly string[]>> = {
    'window.showQuickPick(': ['client/src/vscode/prompts/showPick.ts', 'client/src/commands/explainRule.ts'],
    'window.createQuickPick': ['client/src/vscode/prompts/askSteps.ts'],
    'window.createInputBox': ['client/src/vscode/prompts/askSteps.ts'],
    'new TreeItem(': ['client/src/tree/clusterTree.ts', 'client/src/activation/registerClusters.ts'],
    'window.showWarningMessage(': ['client/src/vscode/notify.ts'],
    'window.showErrorMessage(': ['client/src/vscode/notify.ts'],
    'window.createWebviewPanel(': ['client/src/webview/webviewPanel.ts'],
    'window.createStatusBarItem(': ['client/src/clusters/notices/statusBar.ts'],
  };
  test('are shown only by modules that escape invisible characters', () => {
    const files = globSync('client/src/**/*.ts', { cwd: repositoryRoot });
    assert.ok(files.length > 300);
    const found: Record<string, string[]> = {};
    for (const file of files) {
      const source = readFileSync(path.join(repositoryRoot, file), 'utf8');
      for (const call of Object.keys(allowed)) if (source.includes(call)) (found[call] ??= []).push(file);
    }
    for (const [call, wanted] of Object.entries(allowed))
      assert.deepEqual(found[call]?.toSorted(), [...wanted].toSorted(), call);
    for (const file of new Set(Object.values(allowed).flat())) {
      if (file.endsWith('explainRule.ts')) continue;
      const source = readFileSync(path.join(repositoryRoot, file), 'utf8');
      assert.match(source, /\b(?:visible(?:Item|View)|sanitize(?:Label|Lines|Message))\(/, file);
    }
  });
});

/** Returns all strings in a value. */
function partsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(partsOf) : [];
}
