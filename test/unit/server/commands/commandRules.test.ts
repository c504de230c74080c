/** Tests the rules for commands in scripts and Markdown: what they find, and what they leave alone. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestRelease, findRelease } from '#core/product/releases.ts';
import type { CommandLanguage } from '#core/oc/shell/commandsInText.ts';
import { checkCommandText } from '#server/commands/check.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';

function findingsIn(text: string, language: CommandLanguage = 'shell', release = '1.12') {
  return checkCommandText(text, language, {
    release: findRelease(release) ?? newestRelease,
    severities: new Map(),
    onError: (message) => {
      throw new Error(message);
    },
  });
}
const found = (text: string, language?: CommandLanguage, release?: string) =>
  findingsIn(text, language, release).map(
    ({ rule, severity, start, end }) => `${severity} ${rule.id}: ${text.slice(start, end)}`,
  );
const inFence = (text: string) => `\`\`\`sh\n${text}\n\`\`\`\n`;
const namespace = 'openshift-sandboxed-containers-operator';

describe('rules for commands', () => {
  test('find the mistakes of the OSC 1.12 documentation', () => {
    assert.deepEqual(found(`oc delete subscription OpenShift sandboxed containers Operator -n ${namespace}`), [
      'error command-object-name: OpenShift sandboxed containers Operator',
    ]);
    assert.deepEqual(found("crio config | egrep 'log_level\n"), ["error command-quotes: '"]);
    assert.deepEqual(found("```\n# crio config | egrep 'log_level\n```\n", 'markdown'), ["warning command-quotes: '"]);
    assert.deepEqual(found('oc debug node/a -- journalctl -t kata -g “reading guest console”'), [
      'warning command-quotes: “reading guest console”',
    ]);
    assert.deepEqual(
      found(
        `oc get pods -A -o json | jq -r '.items[] | \\\n select(.spec.runtimeClassName == "kata-remote").metadata'`,
      ),
      ['error command-jq-line-break: \\'],
    );
  });

  test('report the PeerPodConfig where newer operators delete it', () => {
    assert.deepEqual(found('oc patch peerpodconfig a -p x'), ['warning command-peerpodconfig: peerpodconfig']);
    assert.deepEqual(found(`oc get peerpodconfigs/a -n ${namespace}`), [
      'info command-peerpodconfig: peerpodconfigs/a',
    ]);
    assert.deepEqual(found('oc delete peerpodconfig a\noc get peerpodconfig a -n confidential-containers-system'), []);
    assert.deepEqual(found('oc patch peerpodconfig a -p x', 'shell', '1.10'), []);
  });

  test('report placeholders, as information in Markdown', () => {
    const text = `oc patch kataconfig <name> -p '{"spec":{"logLevel":"<level>"}}'`;
    assert.deepEqual(found(text), ['warning placeholder-left-in: <name>', 'warning placeholder-left-in: <level>']);
    assert.deepEqual(found(inFence(`$ ${text}`), 'markdown'), [
      'info placeholder-left-in: <name>',
      'info placeholder-left-in: <level>',
    ]);
    assert.deepEqual(found('oc annotate kataconfig a "x=__VALUE__" "y=CHANGEME" "CHANGEME"'), [
      'warning placeholder-left-in: "CHANGEME"',
    ]);
    // Input and output of a command, and markup after `--`.
    assert.deepEqual(found('oc replace kataconfig -f - <in.yaml> out.log'), []);
    assert.deepEqual(found(`oc exec -n ${namespace} deploy/x -- sh -c "<html>"`), []);
  });

  test('report misspelled namespaces and fix them', () => {
    const text = 'oc get csv --namespace=openshift-sandboxed-container-operator';
    const [finding] = findingsIn(text);
    assert.equal(finding?.rule.id, 'command-namespace');
    assert.equal(applyEdits(text, finding.fixes[0]?.edits ?? []), `oc get csv --namespace=${namespace}`);
    assert.deepEqual(found('oc get csv -n openshift-sandboxed-containers-operator-2'), []);
    const wrong = 'openshift-sandbox-containers-operator';
    for (const before of ['oc project ', 'oc delete ns ', 'kubectl delete namespace a ', 'oc delete namespaces/'])
      assert.deepEqual(found(before + wrong), [`warning command-namespace: ${wrong}`], before);
    for (const text of [
      `oc project ${namespace}`,
      'oc project',
      'oc delete ns',
      `oc delete sub ${wrong}`,
      'oc project $NS',
    ])
      assert.deepEqual(found(text), [], text);
  });

  test('leave unknown words, here-documents, variables, functions, and other objects alone', () => {
    for (const text of [
      `cat <<EOF\noc delete subscription OpenShift sandboxed containers Operator -n ${namespace}\nEOF\n`,
      `echo "oc patch peerpodconfig <name>"`,
      `# oc patch peerpodconfig <name>`,
      `oc() { :; }\noc patch peerpodconfig <name>`,
      `$OC patch peerpodconfig <name>`,
      `run oc patch peerpodconfig <name>`,
      `oc get pods <name> -g “a” | grep 'x`,
      `oc apply -k sandboxed-containers-operator/overlays/<channel>`,
      `oc get kataconfig "$NAME" -o jsonpath='{.status}' | sed -n '/<a>/p'`,
      `oc get kataconfig -o json | jq -r '.items[] |\n .metadata.name'`,
      `oc get kataconfig # don't\n`,
      `oc annotate kataconfig a "note=“quoted”"`,
    ])
      assert.deepEqual(found(text), [], text);
    assert.deepEqual(found('oc patch peerpodconfig <name>\n', 'markdown'), []);
    assert.deepEqual(found('```yaml\noc patch peerpodconfig <name>\n```\n', 'markdown'), []);
  });

  test('can be suppressed', () => {
    const text = '# osc-ignore-next-line command-peerpodconfig: old cluster\noc patch peerpodconfig a -p x';
    assert.deepEqual(found(text), []);
  });

  test('fix the text so that a second check finds nothing', () => {
    const text = `oc delete sub OpenShift sandboxed containers Operator -n ${namespace}
oc debug node/a -- journalctl -t kata -g “a b”
oc get pods -o json | jq '.items[] | \\\n  select(.spec.runtimeClassName == "kata")'
`;
    const edits = findingsIn(text).flatMap(({ fixes }) => fixes.flatMap((fix) => fix.edits));
    const fixed = applyEdits(text, edits);
    assert.deepEqual(found(fixed), []);
    assert.equal(fixed.includes('“') || fixed.includes('\\'), false);
  });

  test('check 100,000 lines in bounded time', () => {
    const text = `oc get kataconfig <name> -n ${namespace}\n`.repeat(100_000);
    assert.equal(found(text).length, 200);
  });
});
