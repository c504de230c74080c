/** Tests which policies deny the output of containers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deniesOutput, findInitdataPolicy } from '#core/logs/pods/outputPolicy.ts';

describe('policy that denies the output of containers', () => {
  test('has the default false and no rule that allows the output', () => {
    assert.ok(deniesOutput('package agent_policy\n\n  default ReadStreamRequest := false\n'));
    assert.ok(deniesOutput('package agent_policy\r\ndefault ReadStreamRequest = false\r\n'));
    assert.ok(!deniesOutput('default ReadStreamRequest := true'));
    assert.ok(!deniesOutput('default ReadStreamRequest := false\nReadStreamRequest if input.x == 1'));
    assert.ok(!deniesOutput('# default ReadStreamRequest := false'));
    assert.ok(!deniesOutput(''));
  });
  test('is found in linear time', { timeout: 5000 }, () => {
    const empty = '\n'.repeat(149_000);
    const start = performance.now();
    assert.ok(!deniesOutput(`${empty}x`));
    // A search across lines takes half a minute.
    assert.ok(performance.now() - start < 3000);
  });
});

describe('policy in initdata', () => {
  test('is the multiline string policy.rego', () => {
    for (const [quotes, key] of [
      ["'''", '"policy.rego"'],
      ['"""', "'policy.rego'"],
    ])
      assert.equal(
        findInitdataPolicy(
          `version = "0.1.0"\n[data]\n"aa.toml" = '''\nx\n'''\n${key} = ${quotes}\npolicy\n${quotes}\n`,
        ),
        '\npolicy\n',
      );
  });
  test('is not found in other forms', () => {
    assert.equal(findInitdataPolicy(''), undefined);
    assert.equal(findInitdataPolicy('"policy.rego" = "default ReadStreamRequest := false"'), undefined);
    assert.equal(findInitdataPolicy(`"policy.rego" = '''\nunfinished`), undefined);
  });
});
