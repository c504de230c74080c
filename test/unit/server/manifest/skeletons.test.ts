/** Tests that every document template has no findings, whatever the user selects in it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutPlaceholders } from '#server/engine/text/snippetSyntax.ts';
import { findBlankPrefix } from '#server/manifest/completion/blankPrefix.ts';
import { skeletons } from '#server/manifest/completion/skeletons.ts';
import { check } from '#test/support/manifests/checkText.ts';

const files = {
  'peer-pods-cm.yaml': 'kind: ConfigMap\nmetadata:\n  name: peer-pods-cm\n',
  // The object of the snippet for an OperatorGroup.
  'group.yaml':
    'apiVersion: operators.coreos.com/v1\nkind: OperatorGroup\nmetadata:\n  name: sandboxed-containers-operator-group\n',
};

/** Returns the snippet with every combination of its choices, and with defaults elsewhere. */
function expansions(snippet: string): string[] {
  const choice = /\$\{\d+\|([^|]*)\|\}/.exec(snippet);
  if (choice === null) return [withoutPlaceholders(snippet)];
  return (choice[1] ?? '').split(',').flatMap((option) => expansions(snippet.replace(choice[0], option)));
}

/** Findings for placeholders that the user must replace are intended. */
const leftToFill = new Set(['osc/ppcm-placeholder', 'osc/placeholder-left-in']);

for (const { name, snippet, plain, prefix, description } of skeletons) {
  describe(`snippet ${name}`, () => {
    for (const text of expansions(snippet)) {
      test(`has no unexpected findings with ${/(?:logLevel|runtimeClassName|installPlanApproval|confidential): "?([\w-]+)/.exec(text)?.[1] ?? 'default values'}`, async () => {
        assert.doesNotMatch(text, /\$/);
        const found = (await check(text, { files })).filter(({ rule }) => !leftToFill.has(rule));
        // Templates offer debug logs, and an informational finding mentions their cost.
        assert.deepEqual(
          found
            .filter(({ severity, rule }) => severity !== 'info' || rule !== 'osc/kataconfig-loglevel-debug')
            .map(({ message }) => message),
          [],
        );
      });
    }
    test('has no unexpected findings as plain text', async () => {
      const found = (await check(plain, { files })).filter(({ rule }) => !leftToFill.has(rule));
      assert.deepEqual(
        found.map(({ message }) => message),
        [],
      );
    });
    test('has one finding per placeholder', async () => {
      const places = plain.match(/<[a-z_]+>/g) ?? [];
      const said = (await check(plain, { files })).filter(({ rule }) => leftToFill.has(rule));
      assert.equal(said.length, places.length);
    });
    test('has a known prefix and a description', () => {
      assert.match(prefix, /^(?:kataconfig|peer-pods|ssh-key|osc-|layered-|\w+-podvm|\w+-kata)/);
      assert.ok(description().length > 10);
    });
  });
}

test('snippets of workloads whose containers must not exit have a command that keeps running', () => {
  const workloads = skeletons.filter(({ plain }) => plain.includes('runtimeClassName:'));
  const running = workloads.filter(({ plain }) => !/^kind: (?:Job|CronJob)$/m.test(plain));
  assert.ok(running.length >= 10 && running.length < workloads.length);
  for (const { name, plain } of running)
    assert.match(plain, /^ *(?:- )?image: \S+\n +command: \["sleep", "infinity"\]$/m, name);
});

test('snippets have unique prefixes', () =>
  assert.equal(new Set(skeletons.map(({ prefix }) => prefix)).size, skeletons.length));

test('withoutPlaceholders replaces placeholders with their default values', () => {
  assert.equal(withoutPlaceholders('a: ${1:b}\nc: ${2|d,e|}\n${3:f}: "${4}"$0'), 'a: b\nc: d\nf: ""');
});

describe('blankPrefix', () => {
  const cases: readonly [marked: string, prefix: string | undefined][] = [
    ['|', ''],
    ['kata|', 'kata'],
    ['\uFEFFkata|', 'kata'],
    ['---\nkata|', 'kata'],
    ['---\r\nka|\r\n', 'ka'],
    ['# hello\n\n|', ''],
    ['%YAML 1.2\n---\n|', ''],
    ['...\n|', ''],
    ['kata-|', 'kata-'],
    ['a: 1\n|', undefined],
    ['|\na: 1\n', undefined],
    ['kata: |', undefined],
    ['kata |', undefined],
    ['# ka|', undefined],
    ['  ka|', undefined],
    ['---|', undefined],
    ['ka|ta', undefined],
  ];
  for (const [marked, prefix] of cases)
    test(`returns ${JSON.stringify(prefix)} for ${JSON.stringify(marked)}`, () =>
      assert.equal(findBlankPrefix(marked.replace('|', ''), marked.indexOf('|')), prefix));
});
