/** Completion in policies: what is offered where, and what is written. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requestEndpoints } from '../../../core/agent/endpoints.ts';
import { withoutPlaceholders } from '../../../server/src/features/snippetSyntax.ts';
import { completionsAt } from '../../../server/src/policy/language/completion.ts';
import type { Item } from '../../../server/src/policy/language/item.ts';
import { blankWord, wholePolicies } from '../../../server/src/policy/language/wholePolicies.ts';
import { Policy } from '../../../server/src/policy/policy.ts';
import { newestRelease } from '../../../core/releases.ts';
import { head, marked, sample } from './marked.ts';
import { stopwatch } from '../../support/stopwatch.ts';

const items = (written: string, options: { release?: string; onlyOurs?: boolean; start?: string } = {}): readonly Item[] => {
  const { at, offset } = marked((options.start ?? head) + written, options);
  return completionsAt(at, offset);
};
const labels = (written: string, options: { release?: string; onlyOurs?: boolean; start?: string } = {}): string[] =>
  items(written, options).map(({ label }) => label);
/** The policy after this item was taken. */
const taken = (written: string, label: string, options: { release?: string; start?: string } = {}): string => {
  const { at, offset, text } = marked((options.start ?? head) + written, options);
  const item = completionsAt(at, offset).find((one) => one.label === label);
  assert.ok(item !== undefined, `${label} is not offered`);
  const edits = [...(item.also ?? []), { ...item.span, text: withoutPlaceholders(item.snippet) }].sort((one, other) => other.start - one.start);
  return edits.reduce((result, { start, end, text: insert }) => result.slice(0, start) + insert + result.slice(end), text);
};

describe('requests', () => {
  test('behind `default`, those that have none', () => {
    const offered = labels('default CopyFileRequest := false\ndefault Exec¦\n');
    assert.equal(offered.length, requestEndpoints.length - 1);
    assert.ok(offered.includes('ExecProcessRequest') && !offered.includes('CopyFileRequest'));
    assert.equal(taken('default Exec¦', 'ExecProcessRequest'), `${head}default ExecProcessRequest := false`);
    assert.equal(taken('default Exec¦ := true', 'ExecProcessRequest'), `${head}default ExecProcessRequest := true`);
  });

  test('at the beginning of a line: defaults and rules', () => {
    const offered = labels('default CopyFileRequest := false\nExec¦\n');
    assert.ok(offered.includes('default ExecProcessRequest') && offered.includes('ExecProcessRequest') && !offered.includes('default CopyFileRequest'));
    assert.equal(taken('Exec¦\n', 'default ExecProcessRequest'), `${head}default ExecProcessRequest := false\n`);
    assert.equal(taken('Exec¦\n', 'ExecProcessRequest'), `${head}ExecProcessRequest if {\n\t\n}\n`);
  });

  test('`if` comes with its import where a guest may need it', () => {
    const start = 'package agent_policy\n\n';
    const withImport = 'package agent_policy\n\nimport future.keywords.if\n\nExecProcessRequest if {\n\t\n}\n';
    assert.equal(taken('Exec¦\n', 'ExecProcessRequest', { start, release: '1.12' }), withImport);
    assert.equal(taken('Exec¦\n', 'ExecProcessRequest', { start, release: '1.11' }), withImport);
    assert.equal(new Policy(withImport).in('v0').rules.length, 1);
    const v1 = 'package agent_policy\n\nimport rego.v1\n\n';
    assert.equal(taken('Exec¦\n', 'ExecProcessRequest', { start: v1 }), `${v1}ExecProcessRequest if {\n\t\n}\n`);
  });

  test('values of a default', () => {
    assert.deepEqual(labels('default ExecProcessRequest := ¦\n'), ['false', 'true']);
  });
});

describe('fields', () => {
  test('of the request, by name and type', () => {
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

  test('whatever follows', () => {
    for (const rest of ['', '\n', '\n}', '\n  x == 1\n}', ' == 1 }', '\n}\ndefault CopyFileRequest := false\n', '[0]\n}']) {
      assert.ok(labels(`ExecProcessRequest if {\n  input.process.¦${rest}`).includes('Args'), JSON.stringify(rest));
      assert.ok(labels(`ExecProcessRequest if {\n  input.process.Ar¦${rest}`).includes('Args'), JSON.stringify(rest));
    }
  });

  test('in the string of a key', () => {
    for (const rest of ['"].Args\n}\n', '"]\n}\n', '\n}\n', ''])
      assert.ok(labels(`ExecProcessRequest if {\n  input["¦${rest}`).includes('process'), JSON.stringify(rest));
    assert.ok(labels('ExecProcessRequest if {\n  input.process["Ar¦"]\n}\n').includes('Args'));
    assert.ok(labels('ExecProcessRequest if {\n  input.process["Ar¦\n}\n').includes('Args'));
    const at = (written: string) => taken(`ExecProcessRequest if {\n  ${written}\n}\n`, 'process').slice(head.length);
    assert.equal(at('input["pr¦oc"]'), 'ExecProcessRequest if {\n  input["process"]\n}\n');
    assert.deepEqual(labels('ExecProcessRequest if {\n  inputs["¦"]\n}\n'), []);
    assert.deepEqual(labels('ExecProcessRequest if {\n  input.process.Args == ["¦"]\n}\n'), []);
  });

  test('of policy_data: what the policy writes out, or else what genpolicy makes', () => {
    const own = (path: string, data: string) => labels(`X if policy_data.${path}¦\n${data}`);
    assert.deepEqual(own('', 'policy_data := {"allowed_commands": ["ls"], "common": {"spath": "/x", "mine": 1}}\n'), ['allowed_commands', 'common']);
    assert.deepEqual(own('common.', 'policy_data := {"common": {"spath": "/x", "mine": 1}}\n'), ['spath', 'mine']);
    assert.deepEqual(own('list[_].', 'policy_data := {"list": [{"a": 1}, {"b": true, "a": "x"}]}\n'), ['a', 'b']);
    assert.deepEqual(own('', 'policy_data.first := 1\npolicy_data["second"] := 2\n'), ['first', 'second']);
    assert.ok(own('', '').includes('containers') && own('', 'policy_data := {}\n').includes('containers'));
    const mine = items('X if policy_data.common.¦\npolicy_data := {"common": {"spath": "/x", "mine": 1, "both": {}}}\n');
    assert.deepEqual(
      mine.map(({ detail }) => detail),
      ['string', 'number', 'of this policy'],
    );
  });

  test('through variables, loops and parameters', () => {
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

  test('in a helper, of the requests that use it; of all where nobody does', () => {
    assert.ok(!labels('ExecProcessRequest if ok\nok if {\n  input.¦\n}\n').includes('OCI'));
    const all = items('lonely if {\n  input.¦\n}\n');
    assert.equal(all.find(({ label }) => label === 'OCI')?.note, 'CreateContainerRequest');
  });

  test('values of a field that has few', () => {
    const values = ['Regular', 'Directory', 'Symlink', 'Unknown'];
    assert.deepEqual(labels('CopyFileRequest if input.file_type == "¦"\n'), values);
    assert.deepEqual(labels('CopyFileRequest if input.file_type in {"Regular", "D¦"}\n'), values);
    assert.deepEqual(labels('CopyFileRequest if input.path == "¦"\n'), []);
    assert.equal(taken('CopyFileRequest if "D¦" == input.file_type\n', 'Directory'), `${head}CopyFileRequest if "Directory" == input.file_type\n`);
  });

  test('also where another extension is there', () => {
    assert.ok(labels('ExecProcessRequest if {\n  input.¦\n}\n', { onlyOurs: true }).includes('process'));
    assert.ok(labels('¦\n', { onlyOurs: true }).includes('default ExecProcessRequest'));
    assert.deepEqual(labels('X if {\n  ¦\n}\n', { onlyOurs: true }), []);
    assert.deepEqual(labels('X if {\n  regex.¦\n}\n', { onlyOurs: true }), []);
    assert.deepEqual(labels('import ¦', { onlyOurs: true }), []);
  });
});

describe('the rest of the language', () => {
  test('names, nearest first', () => {
    const offered = items('f(a) if {\n  b := 1\n  ¦\n}\nconst := 1\n');
    const order = (label: string): number => offered.find((item) => item.label === label)?.order ?? -1;
    assert.equal(order('a'), 0);
    assert.equal(order('b'), 0);
    assert.equal(order('const'), 1);
    assert.ok(order('startswith') > order('input'));
    assert.equal(taken('f(a) if {\n  star¦\n}', 'startswith'), `${head}f(a) if {\n  startswith(text, start)\n}`);
    assert.equal(taken('X if {\n  f¦\n}\nf(a, b) := a', 'f'), `${head}X if {\n  f(a, b)\n}\nf(a, b) := a`);
  });

  test('built-ins of the guest, marked where it depends', () => {
    assert.ok(!labels('X if {\n  base64.¦\n}', { release: '1.11' }).includes('decode'));
    assert.equal(items('X if {\n  base64.¦\n}', { release: '1.12' }).find(({ label }) => label === 'decode')?.note, 'depends on the guest');
    assert.ok(labels('X if {\n  regex.¦\n}').includes('match'));
    assert.ok(!labels('X if {\n  ¦\n}').includes('http.send'));
  });

  test('keywords bring their imports', () => {
    assert.match(taken('X if {\n  ev¦\n}', 'every'), /import future\.keywords\.in\nimport future\.keywords\.every\n/);
  });

  test('imports, the package, paths of data', () => {
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

  test('nothing in comments, strings and numbers', () => {
    for (const written of ['# de¦', 'X if { y == "a¦" }', 'X if { y == 1.¦ }', 'X if { y == 12¦ }', 'X if { regex.match(`a¦b`, "") }'])
      assert.deepEqual(labels(written), [], written);
  });

  test('a blank asks only where it says something', () => {
    const { at, offset } = marked(`${head}X if {\n  not ¦\n}`);
    assert.deepEqual(completionsAt(at, offset, ' '), []);
    const other = marked(`${head}default ¦`);
    assert.ok(completionsAt(other.at, other.offset, ' ').length > 30);
  });
});

describe('whole policies', () => {
  test('in an empty text', () => {
    assert.deepEqual(blankWord('', 0), { start: 0, end: 0 });
    assert.deepEqual(blankWord('# a\n\npack', 9), { start: 5, end: 9 });
    assert.equal(blankWord('package agent_policy\nx := 1\n', 3), undefined);
    const offered = wholePolicies(newestRelease, { start: 0, end: 0 });
    assert.equal(offered.find(({ order }) => order === 0)?.label, 'policy: OSC 1.12 images');
    for (const { snippet, label } of offered) {
      const policy = new Policy(withoutPlaceholders(snippet));
      assert.deepEqual([...policy.in('v0').problems, ...policy.in('v1').problems], [], label);
    }
  });
});

describe('bounds', () => {
  test('half a policy, cut anywhere, never makes it throw', () => {
    let offered = 0;
    for (let length = 0; length <= sample.length; length += 1) {
      const { at } = marked(sample.slice(0, length));
      offered += completionsAt(at, length).length;
      const whole = marked(sample).at;
      offered += completionsAt(whole, length).length;
    }
    assert.ok(offered > 1000);
  });

  test('quick in a policy of 3,000 lines', () => {
    const rules = Array.from(
      { length: 300 },
      (_, index) =>
        `r${index} if {\n  some m in input.OCI.Mounts\n  p := input.process\n  p.Args[j] == "x${index}"\n  every a in p.Args {\n    startswith(a, m.destination)\n  }\n  f${index}(p, m)\n}\nf${index}(a, b) := count(c) if { c := [x | x := a.Args[_]; x != b.source] }\n`,
    );
    const text = `${head}${rules.join('')}CreateContainerRequest if {\n  r7\n  some m in input.OCI.Mounts\n  m.¦\n}\n`;
    const times = Array.from({ length: 9 }, () => {
      const { at, offset } = marked(text);
      assert.ok(at.module.rules.length > 600);
      const spent = stopwatch();
      assert.equal(completionsAt(at, offset).length, 4);
      return spent();
    });
    // Five milliseconds on a machine with nothing else to do.
    assert.ok((times.toSorted((one, other) => one - other)[0] ?? Infinity) < 15, times.join(', '));
  });
});
