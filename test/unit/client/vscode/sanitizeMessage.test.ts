/** Tests messages in VS Code: text from a cluster or a kubeconfig is only displayed as text. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sanitizeDetail, sanitizeMessage } from '#core/text/sanitize.ts';
import type { KataStatus } from '#core/status/kataConfig/kataStatus.ts';
import { updateNotices } from '#client/clusters/notices/notice.ts';

/** Matches what VS Code turns into a link. Source: vscode, base/common/linkedText.ts. */
const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/i;

const installing: KataStatus = { phase: 'installing', done: 0, total: 1, words: '', current: [], failed: [] };

test('message text turns no context or node name into a link', () => {
  const named = [
    '[Log In](command:workbench.action.terminal.sendSequence?%7B%7D)',
    '[x]\u202e(command:evil)',
    '[x]\u200b(command:evil)',
    '[x]\u0000(command:evil)',
    '[a][b](https://evil.example)',
  ];
  for (const name of named) {
    const { watched } = updateNotices({ said: [] }, name, installing, []);
    const { notice } = updateNotices(watched, name, installing, [{ node: name, why: 'slow' }]);
    for (const text of [notice?.message ?? assert.fail(), name]) {
      assert.doesNotMatch(sanitizeMessage(text), link);
      assert.doesNotMatch(sanitizeDetail(text), link);
    }
  }
  assert.match('[Log In](command:x)', link, 'the test can fail');
});

test('message text is a single bounded line, and detail text keeps its lines', () => {
  assert.equal(sanitizeMessage('a\r\nb\u202ec\u2066\u0007d\u2028e'), 'a b\\u202ec\\u2066\\u0007d\\u2028e');
  assert.equal(sanitizeDetail('a\nb\u202e\rc'), 'a\nb\\u202e c');
  assert.equal(sanitizeMessage('x'.repeat(5_000_000)).length, 1000);
  assert.equal(sanitizeMessage('Kata was updated on demo (2 nodes).'), 'Kata was updated on demo (2 nodes).');
});
