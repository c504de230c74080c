import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpenFile } from '#server/engine/workspace/openFile.ts';
import { checkOpenPolicy, checkPolicy } from '#server/policy/model/checkPolicy.ts';
import { policyService } from '#server/policy/lsp/policyService.ts';
import { languageContext } from '#test/support/lsp/languageContext.ts';
import { longPolicy, Policy } from '#server/policy/model/policy.ts';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { policyEnvironment as environment } from '#test/support/manifests/policyEnvironment.ts';

const uri = 'file:///policy.rego';
const policyOf = (rules: number) =>
  `package agent_policy\n\ndefault ExecProcessRequest := false\n\n${Array.from({ length: rules }, (_, index) => `r${index} if { input.x == nobody${index % 300} }\n`).join('')}`;
const open = (text: string) => new OpenFile(TextDocument.create(uri, 'rego', 1, text));
/** Returns how often other work ran in the meantime. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const next = (): void => {
    turns += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  await work;
  isOver = true;
  return turns;
}

test('policy check yields to other work and returns the same findings as a synchronous check', async () => {
  const text = policyOf(3000);
  const work = checkOpenPolicy(open(text), environment);
  assert.ok((await turnsDuring(work)) > 2);
  const told = (findings: Awaited<typeof work>) =>
    findings?.map(({ rule, start, end, message }) => [rule.id, start, end, message]);
  assert.deepEqual(told(await work), told(checkPolicy(new Policy(text), { uri, place: 'file' }, environment)));
});

test('policy check stops when its result is no longer needed', async () => {
  let asked = 0;
  const stale = (): boolean => (asked += 1) > 1;
  assert.equal(await checkOpenPolicy(open(policyOf(3000)), environment, stale), undefined);
  assert.equal(asked, 2);
});

test('policy check reports that it skips name analysis in a very long policy', () => {
  const ids = (rules: number) =>
    new Set(checkPolicy(new Policy(policyOf(rules)), { uri, place: 'file' }, environment).map(({ rule }) => rule.id));
  const [long, short] = [ids(longPolicy), ids(100)];
  for (const both of ['rego-missing-endpoint', 'rego-if-without-import'])
    assert.ok(long.has(both) && short.has(both), both);
  assert.ok(long.has('rego-long') && !long.has('rego-undefined-name') && !long.has('rego-unknown-input'));
  assert.ok(!short.has('rego-long') && short.has('rego-undefined-name') && short.has('rego-unknown-input'));
});

test('very long policy gets a limited outline and no semantic tokens or folding ranges', async () => {
  const file = open(policyOf(longPolicy));
  const context = languageContext();
  assert.equal((await policyService.documentSymbols?.(file, context))?.length, 5000);
  assert.deepEqual(await policyService.semanticTokens?.(file, context), []);
  assert.equal(await policyService.foldingRanges?.(file, context), undefined);
});
