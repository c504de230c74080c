/** Tests files that the guest can't parse because of their encoding: special spaces, base64, and empty files. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { looksLikeEncodedPolicy } from '#core/agent/looksLikePolicy.ts';
import { packPolicy } from '#server/engine/encoding/pack.ts';
import { policyWith } from '#server/engine/examples/examplePolicy.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import { check } from '#test/support/manifests/checkText.ts';
import { assertProportional } from '#test/support/performance/growth.ts';

const policy = policyWith('default ExecProcessRequest := false\n');

async function found(text: string) {
  return check(text, { language: 'rego' });
}

describe('a policy with invalid spaces', () => {
  for (const [title, text, message] of [
    ['a byte order mark', `\uFEFF${policy}`, 'Unexpected byte order mark (U+FEFF). The guest rejects this policy.'],
    [
      'two no-break spaces',
      policy.replace('ExecProcessRequest := ', 'ExecProcessRequest\u00A0\u00A0:= '),
      'Unexpected no-break space (U+00A0). The guest rejects this policy.',
    ],
    [
      'a zero-width space',
      policy.replace('default Exec', 'default \u200BExec'),
      'Unexpected space character (U+200B). The guest rejects this policy.',
    ],
  ] as const)
    test(`has one finding for ${title}, and its fix is safe`, async () => {
      const [one, ...others] = await found(text);
      assert.deepEqual([one?.rule, one?.severity, one?.message], ['osc/rego-syntax', 'error', message]);
      assert.deepEqual(others, []);
      const fix = one?.finding.fixes[0];
      assert.equal(fix?.sure, true);
      assert.deepEqual(await found(applyEdits(text, fix.edits)), []);
    });

  test('has no finding for such spaces in strings and comments', async () =>
    assert.deepEqual(
      await found(
        `# A\u00A0comment\n${policyWith('default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.Args == ["a\u00A0\u200Bb"]\n}\n')}`,
      ),
      [],
    ));
});

describe('a policy with typographic quotes', () => {
  const withArgument = (argument: string) =>
    policyWith(
      `default ExecProcessRequest := false\n\nExecProcessRequest if {\n    input.process.Args == [${argument}]\n}\n`,
    );
  const fixesOf = async (text: string) => (await found(text)).flatMap(({ finding }) => finding.fixes);

  test('gets straight quotes', async () => {
    for (const argument of ['“ls”', '”ls“', '“ls"']) {
      const text = withArgument(argument);
      const [fix] = await fixesOf(text);
      assert.deepEqual([fix?.title, fix?.sure], ['Use straight quotes', true], argument);
      assert.equal(applyEdits(text, fix?.edits ?? []), withArgument('"ls"'));
    }
    assert.deepEqual(await found(withArgument('"ls"')), []);
  });

  test("isn't changed automatically if other quotes are possible", async () => {
    const [fix] = await fixesOf(withArgument('‘ls’'));
    assert.deepEqual([fix?.title, fix?.sure], ['Use straight quotes', false]);
    for (const argument of ['“a\\b”', '“a', '“a\nb”']) assert.deepEqual(await fixesOf(withArgument(argument)), []);
  });

  test('has no finding if the quotes are in a string or comment', async () =>
    assert.deepEqual(await found(`# Says “ls”.\n${withArgument('"“ls”"')}`), []));
});

describe('a Rego file without Rego', () => {
  for (const text of ['', ' \n\n', '\uFEFF'])
    test(`is reported as information if it's empty: ${JSON.stringify(text)}`, async () =>
      assert.deepEqual(
        (await found(text)).map(({ rule, severity }) => [rule, severity]),
        [['osc/rego-syntax', 'info']],
      ));

  for (const [title, prefix] of [
    ['a policy', ''],
    ['a policy after a comment', '# OSC\n'],
    ['a policy after a longer comment', '# A.\n'],
  ] as const)
    test(`is an error if it contains the base64 of ${title}`, async () => {
      const plain = prefix + policy;
      const packed = packPolicy(plain);
      for (const text of [packed, `${packed}\n`, packed.replaceAll(/.{76}/g, '$&\n')]) {
        const [one, ...others] = await found(text);
        assert.deepEqual([one?.rule, one?.severity], ['osc/rego-syntax', 'error']);
        assert.deepEqual(others, []);
        assert.equal(applyEdits(text, one?.finding.fixes[0]?.edits ?? []), plain);
      }
    });

  test('is recognized in linear time', async () =>
    assertProportional((part) => void looksLikeEncodedPolicy(`${'\n'.repeat(Math.ceil(200_000 * part))}package a_b`)));

  test('is not reported if it contains other base64', async () =>
    assert.deepEqual(await found(packPolicy('package other\n')), []));
});
