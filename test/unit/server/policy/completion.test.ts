/** Tests completion in policies: what is offered, and what is inserted. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requestEndpoints } from '#core/agent/endpoints/endpoints.ts';
import { withoutPlaceholders } from '#server/engine/text/snippetSyntax.ts';
import { completionsAt } from '#server/policy/lsp/completion.ts';
import type { Item } from '#server/policy/lsp/completionItem.ts';
import { findOnlyWord, wholePolicies } from '#server/policy/lsp/wholePolicies.ts';
import { Policy } from '#server/policy/model/policy.ts';
import { newestRelease } from '#core/product/releases.ts';
import { head, marked, sample } from '#test/support/manifests/markedText.ts';
import { assertProportional } from '#test/support/performance/growth.ts';

const items = (
  written: string,
  options: { release?: string; onlyOurs?: boolean; start?: string } = {},
): readonly Item[] => {
  const { at, offset } = marked((options.start ?? head) + written, options);
  return completionsAt(at, offset);
};
const labels = (written: string, options: { release?: string; onlyOurs?: boolean; start?: string } = {}): string[] =>
  items(written, options).map(({ label }) => label);
/** Returns the policy after accepting this item. */
const taken = (written: string, label: string, options: { release?: string; start?: string } = {}): string => {
  const { at, offset, text } = marked((options.start ?? head) + written, options);
  const item = completionsAt(at, offset).find((one) => one.label === label);
  assert.ok(item !== undefined, `${label} is not offered`);
  const edits = [...(item.also ?? []), { ...item.span, text: withoutPlaceholders(item.snippet) }].sort(
    (one, other) => other.start - one.start,
  );
  return edits.reduce(
    (result, { start, end, text: insert }) => result.slice(0, start) + insert + result.slice(end),
    text,
  );
};

describe('request completion', () => {
  test('offers requests without a default after `default`', () => {
    const offered = labels('default CopyFileRequest := false\ndefault Exec¦\n');
    assert.equal(offered.length, requestEndpoints.length - 1);
    assert.ok(offered.includes('ExecProcessRequest') && !offered.includes('CopyFileRequest'));
    assert.equal(taken('default Exec¦', 'ExecProcessRequest'), `${head}default ExecProcessRequest := false`);
    assert.equal(taken('default Exec¦ := true', 'ExecProcessRequest'), `${head}default ExecProcessRequest := true`);
  });

  test('offers defaults and rules at the start of a line', () => {
    const offered = labels('default CopyFileRequest := false\nExec¦\n');
    assert.ok(
      offered.includes('default ExecProcessRequest') &&
        offered.includes('ExecProcessRequest') &&
        !offered.includes('default CopyFileRequest'),
    );
    assert.equal(taken('Exec¦\n', 'default ExecProcessRequest'), `${head}default ExecProcessRequest := false\n`);
    assert.equal(taken('Exec¦\n', 'ExecProcessRequest'), `${head}ExecProcessRequest if {\n\t\n}\n`);
  });

  test('adds the import for `if` unless `rego.v1` is imported', () => {
    const start = 'package agent_policy\n\n';
    const withImport = 'package agent_policy\n\nimport future.keywords.if\n\nExecProcessRequest if {\n\t\n}\n';
    assert.equal(taken('Exec¦\n', 'ExecProcessRequest', { start, release: '1.12' }), withImport);
    assert.equal(taken('Exec¦\n', 'ExecProcessRequest', { start, release: '1.11' }), withImport);
    assert.equal(new Policy(withImport).in('v0').rules.length, 1);
    const v1 = 'package agent_policy\n\nimport rego.v1\n\n';
    assert.equal(taken('Exec¦\n', 'ExecProcessRequest', { start: v1 }), `${v1}ExecProcessRequest if {\n\t\n}\n`);
  });

  test('offers false and true as default values', () => {
    assert.deepEqual(labels('default ExecProcessRequest := ¦\n'), ['false', 'true']);
  });
});

describe('field completion', () => {
  test('offers the fields of the request with their types', () => {
    const offered = items('ExecProcessRequest if {\n  input.¦\n}\n');
    assert.deepEqual(
      offered.map(({ label, detail }) => `${label}: ${detail}`),
      [
        'container_id: string',
        'exec_id: string',
        'string_user: StringUser',
        'process: Process',
        'stdin_port: number',
        'stdout_port: number',
        'stderr_port: number',
      ],
    );
    assert.match(offered.find(({ label }) => label === 'process')?.documentation ?? '', /input\.process/);
  });

  test('offers fields regardless of the text after the cursor', () => {
    for (const rest of [
      '',
      '\n',
      '\n}',
      '\n  x == 1\n}',
      ' == 1 }',
      '\n}\ndefault CopyFileRequest := false\n',
      '[0]\n}',
    ]) {
      assert.ok(labels(`ExecProcessRequest if {\n  input.process.¦${rest}`).includes('Args'), JSON.stringify(rest));
      assert.ok(labels(`ExecProcessRequest if {\n  input.process.Ar¦${rest}`).includes('Args'), JSON.stringify(rest));
    }
  });

  test('offers fields inside a quoted key', () => {
    for (const rest of ['"].Args\n}\n', '"]\n}\n', '\n}\n', ''])
      assert.ok(labels(`ExecProcessRequest if {\n  input["¦${rest}`).includes('process'), JSON.stringify(rest));
    assert.ok(labels('ExecProcessRequest if {\n  input.process["Ar¦"]\n}\n').includes('Args'));
    assert.ok(labels('ExecProcessRequest if {\n  input.process["Ar¦\n}\n').includes('Args'));
    const at = (written: string) => taken(`ExecProcessRequest if {\n  ${written}\n}\n`, 'process').slice(head.length);
    assert.equal(at('input["pr¦oc"]'), 'ExecProcessRequest if {\n  input["process"]\n}\n');
    assert.deepEqual(labels('ExecProcessRequest if {\n  inputs["¦"]\n}\n'), []);
    assert.deepEqual(labels('ExecProcessRequest if {\n  input.process.Args == ["¦"]\n}\n'), []);
  });

  test('offers the policy_data fields that the policy defines, or else those of genpolicy', () => {
    const own = (path: string, data: string) => labels(`X if policy_data.${path}¦\n${data}`);
    assert.deepEqual(own('', 'policy_data := {"allowed_commands": ["ls"], "common": {"spath": "/x", "mine": 1}}\n'), [
      'allowed_commands',
      'common',
    ]);
    assert.deepEqual(own('common.', 'policy_data := {"common": {"spath": "/x", "mine": 1}}\n'), ['spath', 'mine']);
    assert.deepEqual(own('list[_].', 'policy_data := {"list": [{"a": 1}, {"b": true, "a": "x"}]}\n'), ['a', 'b']);
    assert.deepEqual(own('', 'policy_data.first := 1\npolicy_data["second"] := 2\n'), ['first', 'second']);
    assert.ok(own('', '').includes('containers') && own('', 'policy_data := {}\n').includes('containers'));
    const mine = items(
      'X if policy_data.common.¦\npolicy_data := {"common": {"spath": "/x", "mine": 1, "both": {}}}\n',
    );
    assert.deepEqual(
      mine.map(({ detail }) => detail),
      ['string', 'number', 'defined in this policy'],
    );
  });

  test('follows variables, loops, and parameters', () => {
    for (const body of [
      'CreateContainerRequest if {\n  some m in input.OCI.Mounts\n  m.¦\n}\n',
      'CreateContainerRequest if {\n  every m in input.OCI.Mounts {\n    m.¦\n  }\n}\n',
      'CreateContainerRequest if {\n  x := [m | m := input.OCI.Mounts[_]; m.¦]\n}\n',
      'CreateContainerRequest if {\n  input.OCI.Mounts[_].¦',
      'CreateContainerRequest if ok(input.OCI.Mounts[0])\nok(m) if {\n  m.¦\n}\n',
    ]) {
      assert.deepEqual(labels(body), ['destination', 'source', 'type_', 'options'], body);
    }
  });

  test("offers a helper the fields of its calling requests, or all fields if it's unused", () => {
    assert.ok(!labels('ExecProcessRequest if ok\nok if {\n  input.¦\n}\n').includes('OCI'));
    const all = items('lonely if {\n  input.¦\n}\n');
    assert.equal(all.find(({ label }) => label === 'OCI')?.note, 'CreateContainerRequest');
  });

  test('offers the values of an enumerated field', () => {
    const values = ['Regular', 'Directory', 'Symlink', 'Unknown'];
    assert.deepEqual(labels('CopyFileRequest if input.file_type == "¦"\n'), values);
    assert.deepEqual(labels('CopyFileRequest if input.file_type in {"Regular", "D¦"}\n'), values);
    assert.deepEqual(labels('CopyFileRequest if input.path == "¦"\n'), []);
    assert.equal(
      taken('CopyFileRequest if "D¦" == input.file_type\n', 'Directory'),
      `${head}CopyFileRequest if "Directory" == input.file_type\n`,
    );
  });

  test('omits general Rego items when another Rego extension is active', () => {
    assert.ok(labels('ExecProcessRequest if {\n  input.¦\n}\n', { onlyOurs: true }).includes('process'));
    assert.ok(labels('¦\n', { onlyOurs: true }).includes('default ExecProcessRequest'));
    assert.deepEqual(labels('X if {\n  ¦\n}\n', { onlyOurs: true }), []);
    assert.deepEqual(labels('X if {\n  regex.¦\n}\n', { onlyOurs: true }), []);
    assert.deepEqual(labels('import ¦', { onlyOurs: true }), []);
  });
});

describe('Rego completion', () => {
  test('offers names, nearest scope first, and inserts calls with arguments', () => {
    const offered = items('f(a) if {\n  b := 1\n  ¦\n}\nconst := 1\n');
    const order = (label: string): number => offered.find((item) => item.label === label)?.order ?? -1;
    assert.equal(order('a'), 0);
    assert.equal(order('b'), 0);
    assert.equal(order('const'), 1);
    assert.ok(order('startswith') > order('input'));
    assert.equal(taken('f(a) if {\n  star¦\n}', 'startswith'), `${head}f(a) if {\n  startswith(text, start)\n}`);
    assert.equal(taken('X if {\n  f¦\n}\nf(a, b) := a', 'f'), `${head}X if {\n  f(a, b)\n}\nf(a, b) := a`);
  });

  test('offers built-ins of the guest and marks those that not every guest has', () => {
    assert.ok(!labels('X if {\n  base64.¦\n}', { release: '1.11' }).includes('decode'));
    assert.equal(
      items('X if {\n  base64.¦\n}', { release: '1.12' }).find(({ label }) => label === 'decode')?.note,
      'depends on the guest',
    );
    assert.ok(labels('X if {\n  regex.¦\n}').includes('match'));
    assert.ok(!labels('X if {\n  ¦\n}').includes('http.send'));
  });

  test('adds the imports that a keyword requires', () => {
    assert.match(taken('X if {\n  ev¦\n}', 'every'), /import future\.keywords\.in\nimport future\.keywords\.every\n/);
  });

  test('offers imports, the package name, and data paths', () => {
    assert.deepEqual(labels('import ¦', { start: 'package agent_policy\n' }), [
      'future.keywords.if',
      'future.keywords.in',
      'future.keywords.every',
      'future.keywords.contains',
      'rego.v1',
      'input',
      'data',
    ]);
    assert.deepEqual(labels('import ¦', { start: 'package agent_policy\nimport rego.v1\n' }), ['input', 'data']);
    assert.ok(!labels('import ¦').includes('rego.v1'));
    assert.equal(taken('import future.key¦', 'future.keywords.every'), `${head}import future.keywords.every`);
    assert.deepEqual(labels('package ¦', { start: '' }), ['agent_policy']);
    assert.deepEqual(labels('X if data.¦'), ['agent_policy', 'pstate']);
    assert.deepEqual(labels('X if data.agent_policy.¦\ny := 1'), ['X', 'y']);
  });

  test('offers nothing in comments, strings, and numbers', () => {
    for (const written of [
      '# de¦',
      'X if { y == "a¦" }',
      'X if { y == 1.¦ }',
      'X if { y == 12¦ }',
      'X if { regex.match(`a¦b`, "") }',
    ])
      assert.deepEqual(labels(written), [], written);
  });

  test('offers items on a typed space after `default`, but not after `not`', () => {
    const { at, offset } = marked(`${head}X if {\n  not ¦\n}`);
    assert.deepEqual(completionsAt(at, offset, ' '), []);
    const other = marked(`${head}default ¦`);
    assert.ok(completionsAt(other.at, other.offset, ' ').length > 30);
  });
});

describe('policy templates', () => {
  test('are valid and offered only in a file without rules', () => {
    assert.deepEqual(findOnlyWord('', 0), { start: 0, end: 0 });
    assert.deepEqual(findOnlyWord('# a\n\npack', 9), { start: 5, end: 9 });
    assert.equal(findOnlyWord('package agent_policy\nx := 1\n', 3), undefined);
    const offered = wholePolicies(newestRelease, { start: 0, end: 0 });
    assert.equal(offered.find(({ order }) => order === 0)?.label, 'policy: OSC 1.12 images');
    for (const { snippet, label } of offered) {
      const policy = new Policy(withoutPlaceholders(snippet));
      assert.deepEqual([...policy.in('v0').problems, ...policy.in('v1').problems], [], label);
    }
  });
});

describe('policy completion', () => {
  test('never throws on a truncated policy', () => {
    let offered = 0;
    for (let length = 0; length <= sample.length; length += 1) {
      const { at } = marked(sample.slice(0, length));
      offered += completionsAt(at, length).length;
      const whole = marked(sample).at;
      offered += completionsAt(whole, length).length;
    }
    assert.ok(offered > 1000);
  });

  test('takes linear time in a policy of 3,000 lines', async () => {
    const rules = Array.from(
      { length: 300 },
      (_, index) =>
        `r${index} if {\n  some m in input.OCI.Mounts\n  p := input.process\n  p.Args[j] == "x${index}"\n  every a in p.Args {\n    startswith(a, m.destination)\n  }\n  f${index}(p, m)\n}\nf${index}(a, b) := count(c) if { c := [x | x := a.Args[_]; x != b.source] }\n`,
    );
    const marks = [1, 1 / 16].map((part) =>
      marked(
        `${head}${rules.slice(0, rules.length * part).join('')}CreateContainerRequest if {\n  r7\n  some m in input.OCI.Mounts\n  m.¦\n}\n`,
      ),
    );
    await assertProportional((part) => {
      const { at, offset } = marks[part === 1 ? 0 : 1] ?? assert.fail();
      assert.ok(at.module.rules.length > 600 * part);
      assert.equal(completionsAt(at, offset).length, 4);
    });
  });
});
