import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { quoteHidden, redactText } from '#core/redaction/index.ts';
import { MustGatherBudget } from '#gather/limits/budget.ts';
import { readYamlObjects } from '#gather/objects/readObjects.ts';
import { itemText, listHead } from '#client/mustGather/collect/api/objectText.ts';

const pod = {
  metadata: { name: 'web', namespace: 'shop', annotations: { note: 'password: hunter2pass' } },
  spec: {
    containers: [
      {
        name: 'c',
        env: [{ name: 'DB_PASSWORD', value: 'hunter2pass' }],
        args: ['--password', 'hunter2pass', '--verbose'],
      },
    ],
  },
};

describe('redacted YAML', () => {
  for (const [written, quoted] of [
    ['value: ***', 'value: "***"'],
    ['  - ***', '  - "***"'],
    ['- - key: ***', '- - key: "***"'],
    ['"a: b": ***', '"a: b": "***"'],
    ["'a': ***@host  ", `'a': "***@host"  `],
    ['***', '"***"'],
    ['value: *** "x"', String.raw`value: "*** \"x\""`],
    // Already part of a longer value, of a quoted value, or of no value at all.
    ['value: a ***', 'value: a ***'],
    ['value: "***"', 'value: "***"'],
    ['note: password: ***', 'note: password: ***'],
    ['command: export A=***', 'command: export A=***'],
    ['# key: ***', '# key: ***'],
    // Lines of a redacted block: their number stays the same, and only empty lines can follow a quoted value.
    ['  key: ***\n    ***\n  next: b', '  key: "***"\n\n  next: b'],
  ] as const)
    test(`becomes ${JSON.stringify(quoted)}`, () => assert.equal(quoteHidden(written), quoted));

  test('is valid YAML after the credentials of an object are redacted', () => {
    const text = redactText('spec:\n  env:\n  - name: DB_PASSWORD\n    value: hunter2pass\n', 'pods.yaml');
    assert.deepEqual(parse(text), { spec: { env: [{ name: 'DB_PASSWORD', value: '***' }] } });
  });

  test('of a Pod with a password is collected through the API as an object that can be read again', () => {
    const text = `${listHead(false)}${itemText(pod, { group: '', version: 'v1', kind: 'Pod' }, 'pods.yaml')?.text ?? ''}`;
    assert.doesNotMatch(text, /hunter2/);
    const read = parse(text) as { items: { metadata: { name: string } }[] };
    assert.equal(read.items[0]?.metadata.name, 'web');
  });

  test('without quotation marks, as older bundles contain it, is read by the must-gather reader', () => {
    const found = readYamlObjects(
      'apiVersion: v1\nkind: Pod\nspec:\n  value: ***\n',
      new MustGatherBudget(),
      ({ raw }) => raw,
    );
    assert.deepEqual(found.ok ? found.value : found, [{ apiVersion: 'v1', kind: 'Pod', spec: { value: '***' } }]);
  });

  test('takes linear time', () => {
    const start = process.cpuUsage();
    quoteHidden(`${'a: '.repeat(100_000)}***\n${'- '.repeat(100_000)}***\n${'"x'.repeat(100_000)}***`);
    assert.ok(process.cpuUsage(start).user < 2_000_000);
  });
});
