/** Tests that one check serves all requests for the same result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { newestRelease } from '#core/product/releases.ts';
import type { ValidationCluster } from '#server/engine/cluster/knownCluster.ts';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import { Observable } from '#server/engine/scheduling/observable.ts';
import { languageModules } from '#server/modules.ts';
import { Checker } from '#server/lsp/checker.ts';
import { createWorkspaceSnapshot } from '#server/engine/workspace/workspaceSnapshot.ts';
import { knownCluster } from '#test/support/manifests/validationCluster.ts';

const text =
  'apiVersion: kataconfiguration.openshift.io/v1\nkind: KataConfig\nmetadata:\n  name: a\nspec:\n  logLevel: Debug\n';

function checking() {
  const file = new OpenFile(TextDocument.create('file:///a.yaml', 'yaml', 1, text));
  const state = {
    settings: { release: newestRelease, severities: new Map<string, string>() },
    facts: createWorkspaceSnapshot([]),
  };
  const cluster = new Observable<ValidationCluster | undefined>(undefined);
  const elsewhere = new Observable({ active: false, validates: false, completes: false, hovers: false });
  const settings = { for: () => Promise.resolve(state.settings) };
  const checker = new Checker(
    languageModules,
    settings as never,
    { facts: () => state.facts } as never,
    cluster,
    elsewhere,
    (message) => assert.fail(message),
  );
  const count = (result: Awaited<ReturnType<Checker['check']>>) =>
    result?.findings.filter(({ rule }) => rule.id === 'kataconfig-loglevel').length;
  return { file, state, cluster, elsewhere, checker, count };
}

test('checker reuses the result for repeated requests', async () => {
  const { checker, file, count } = checking();
  const [one, other] = await Promise.all([checker.check(file), checker.check(file)]);
  assert.equal(count(one), 1);
  assert.equal(one, other);
  assert.equal(await checker.check(file), one);
});

test('checker checks again after a change of text, settings, workspace, cluster, or other extensions', async () => {
  const { checker, file, state, cluster, elsewhere, count } = checking();
  const seen = new Set([await checker.check(file)]);
  TextDocument.update(file.text, [{ text: text.replace('Debug', 'debug') }], 2);
  const fixed = await checker.check(file);
  assert.equal(count(fixed), 0);
  assert.equal(fixed?.version, 2);
  seen.add(fixed);
  state.settings = { ...state.settings };
  seen.add(await checker.check(file));
  state.facts = createWorkspaceSnapshot([]);
  seen.add(await checker.check(file));
  cluster.set(knownCluster({}));
  seen.add(await checker.check(file));
  elsewhere.set({ ...elsewhere.value, validates: true });
  seen.add(await checker.check(file));
  assert.equal(seen.size, 6);
});

test("checker doesn't check a policy again for another cluster", async () => {
  const { checker, cluster } = checking();
  const policy = new OpenFile(
    TextDocument.create('file:///a.rego', 'rego', 1, 'package agent_policy\n\ndefault ExecProcessRequest := true\n'),
  );
  const first = await checker.check(policy);
  cluster.set(knownCluster({}));
  assert.equal(await checker.check(policy), first);
});

test('checker abandons a check when the text changes', async () => {
  const { checker, file, count } = checking();
  const asked = checker.check(file);
  TextDocument.update(file.text, [{ text: text.replace('Debug', 'debug') }], 2);
  assert.equal(await asked, undefined);
  assert.equal(count(await checker.check(file)), 0);
});
