/** Tests the explanation of log lines of newer Kata versions. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explainText } from '#core/explain/explainText.ts';
import type { TextStatus } from '#core/explain/textStatus.ts';
import { parsePasted } from '#server/status/explainYaml.ts';

function one(text: string): TextStatus {
  const [first, ...others] = explainText(text, { parse: parsePasted }).told;
  assert.deepEqual(others, []);
  return first ?? assert.fail('Nothing was explained.');
}

describe('log line of newer Kata versions', () => {
  test('from runtime-rs says that the annotation is ignored, and from the Go runtime that the pod is rejected', () => {
    const key = 'io.katacontainers.config.hypervisor.foo';
    for (const line of [
      `Annotation ${key} not enabled`,
      `Annotation ${key} is not permitted from workload annotations`,
    ])
      assert.match(one(line).headline, /^runtime-rs ignores an annotation/, line);
    assert.match(one(`annotation ${key} is not enabled`).headline, /^Annotation isn't enabled/);
  });

  test('from kata-monitor about the folder of one runtime is harmless', () => {
    for (const folder of ['/run/kata', '/run/vc/sbs']) {
      const told = one(`level=warning msg="cannot monitor ${folder}, retry in 5 sec." name=kata-monitor`);
      assert.equal(told.severity, 'ok', folder);
    }
    const waiting = one('no sandbox storage paths available yet; will retry every 5 sec.');
    assert.match(waiting.headline, /^kata-monitor is waiting/);
  });
});
