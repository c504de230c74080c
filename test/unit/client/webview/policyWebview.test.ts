/** Tests webview pages: their content before their scripts run, and the messages that they can send. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readReplayMessage } from '#client/policy/replay/replayView.ts';
import { readTableMessage } from '#client/policy/table/tableView.ts';
import { editorAreaWidth } from '#client/webview/editorArea.ts';
import { escapeHtml, pageHtml } from '#client/webview/html.ts';
import { getIndexField, getMessageType, getStringField } from '#client/webview/message.ts';
import { style } from '#client/webview/style.ts';

describe('webview page', () => {
  const html = pageHtml({
    title: `<b>"it's" & co</b>`,
    nonce: 'abc',
    script: 'https://x/y.js?"><script>',
    style: 'p{}',
  });
  test('runs one script and one style by nonce and loads nothing else', () => {
    const csp = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
    assert.deepEqual(csp.split('; '), [
      "default-src 'none'",
      "script-src 'nonce-abc'",
      "style-src 'nonce-abc'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    assert.equal(html.match(/<script/g)?.length, 1);
    assert.doesNotMatch(html, /\son\w+=|unsafe|style="/);
  });
  test('escapes inserted text', () => {
    assert.match(html, /<title>&lt;b&gt;&quot;it&#39;s&quot; &amp; co&lt;\/b&gt;<\/title>/);
    assert.match(html, /src="https:\/\/x\/y\.js\?&quot;&gt;&lt;script&gt;"/);
  });
  test('escapes all special HTML characters', () => assert.equal(escapeHtml(`a<b>&"'`), 'a&lt;b&gt;&amp;&quot;&#39;'));
  test('wraps a long ID in a notice, such as the ID of a sandbox, so that a narrow page cuts off nothing', () => {
    // Without a minimum width, a flex item would be as wide as the ID.
    assert.match(style, /\.notice > span \{ min-width: 0; overflow-wrap: break-word; \}/);
  });
});

describe('editor area', () => {
  const columns = (...sizes: readonly number[]) => ({ orientation: 0, groups: sizes.map((size) => ({ size })) });
  test('is as wide as its columns together', () => {
    assert.equal(editorAreaWidth(columns(932)), 932);
    assert.equal(editorAreaWidth(columns(300, 320)), 620);
    assert.equal(
      editorAreaWidth({
        orientation: 1,
        groups: [{ size: 300 }, { size: 300, groups: [{ size: 400 }, { size: 232 }] }],
      }),
      632,
    );
  });
  test('has an unknown width if the layout contains only heights, fractions, or nothing', () => {
    for (const layout of [
      undefined,
      null,
      {},
      columns(),
      columns(0.5, 0.5),
      { orientation: 1, groups: [{ size: 600 }] },
      { orientation: 0, groups: [{ size: 'x' }] },
    ])
      assert.equal(editorAreaWidth(layout), undefined, JSON.stringify(layout));
  });
});

describe('webview message', () => {
  const junk: readonly unknown[] = [
    undefined,
    null,
    1,
    'ready',
    [],
    {},
    { type: 1 },
    { type: 'eval', id: 'x' },
    { type: 'toString' },
  ];
  test('is ignored if it is malformed', () => {
    for (const message of junk) {
      assert.equal(readTableMessage(message), undefined);
      assert.equal(readReplayMessage(message), undefined);
    }
    assert.deepEqual(
      [{ type: 'base' }, { type: 'base', id: 3 }, { type: 'reveal', endpoint: {} }].map(readTableMessage),
      [undefined, undefined, undefined],
    );
    for (const index of [undefined, -1, 1.5, Number.NaN, '0', 2 ** 60])
      assert.equal(readReplayMessage({ type: 'choose', index }), undefined);
  });
  test('keeps only known fields', () => {
    assert.deepEqual(readTableMessage({ type: 'base', id: 'docs-1.12', more: 1 }), { type: 'base', id: 'docs-1.12' });
    assert.deepEqual(readTableMessage({ type: 'reveal', endpoint: 'ExecProcessRequest' }), {
      type: 'reveal',
      endpoint: 'ExecProcessRequest',
    });
    assert.deepEqual(readReplayMessage({ type: 'save', index: 0, x: 1 }), { type: 'save', index: 0 });
    for (const type of ['open', 'choose'] as const)
      assert.deepEqual(readReplayMessage({ type, index: 7 }), { type, index: 7 });
  });
  test('is read with type checks for each field', () => {
    assert.equal(getMessageType({ type: 'ready' }), 'ready');
    assert.equal(getMessageType(null), '');
    assert.equal(getStringField({ a: 'b' }, 'a'), 'b');
    assert.equal(getIndexField({ a: 'b' }, 'a'), undefined);
  });
});
