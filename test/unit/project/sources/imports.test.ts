/** Tests that the lint stage rejects imports and globals that the architecture forbids. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { importProbes } from '#test/support/repository/importProbes.ts';
import { lintProbes } from '#test/support/repository/lintProbes.ts';

/** Files that exist only as targets of imports. */
const targets = [
  'core/target.ts',
  'core/diagnosis/target.ts',
  'core/explain/target.ts',
  'core/newFolder/target.ts',
  'core/status/target.ts',
  'core/text/target.ts',
  'server/src/manifest/target.ts',
  'server/src/policy/target.ts',
  'server/src/initdata/target.ts',
  'server/src/promql/target.ts',
  'server/src/engine/target.ts',
  'server/src/platform/node/target.ts',
  'server/src/modules.ts',
  'server/src/lsp/server.ts',
  'server/src/protocol/target.ts',
  'client/src/target.ts',
  'client/src/operations/preflight/checkCluster.ts',
  'client/src/events/eventsCommand.ts',
  'client/src/status/statusCommand.ts',
  'simulator/src/main.ts',
  'simulator/src/simulate.ts',
  'test/target.ts',
] as const;

/** File, import, and the rule that rejects it, or undefined if the import is allowed. */
const cases: readonly [file: string, imported: string, rule: string | undefined][] = [
  ['core/probeFile.ts', 'node:fs', 'core-is-pure'],
  ['core/kinds/probeServer.ts', '#server/manifest/target.ts', 'core-is-pure'],
  ['core/kinds/probeAllowed.ts', '#core/target.ts', undefined],
  ['core/cluster/probeStatus.ts', '#core/status/target.ts', 'status-explains-cluster'],
  ['core/explain/probeDiagnosis.ts', '#core/diagnosis/target.ts', 'explain-without-diagnosis'],
  ['core/explain/probeStatus.ts', '#core/status/target.ts', undefined],
  ['core/diagnosis/probeExplain.ts', '#core/explain/target.ts', 'diagnosis-without-explain'],
  ['core/common/probeOrder.ts', '#core/text/target.ts', 'core-order-common'],
  ['core/product/probeOrder.ts', '#core/status/target.ts', 'core-order-product'],
  ['core/status/probeOrder.ts', '#core/text/target.ts', undefined],
  ['core/status/probeFolder.ts', '#core/newFolder/target.ts', 'core-folders'],
  ['redactionParsers/src/probeClient.ts', '#client/target.ts', 'redaction-uses-core'],
  ['gather/src/probeSimulator.ts', '#simulator/main.ts', 'gather-uses-core'],
  ['gather/src/probeNetwork.ts', 'node:https', 'gather-uses-core'],
  ['simulator/src/probeClient.ts', '#client/target.ts', 'simulator-uses-core'],
  ['server/src/manifest/probePeer.ts', 'yaml-language-server', 'yaml-language-server'],
  ['server/src/manifest/probeEditor.ts', 'vscode', 'server-knows-no-editor'],
  ['server/src/manifest/probeNetwork.ts', 'node:dns', 'network'],
  ['server/src/cli/probePreflight.ts', '#client/operations/preflight/checkCluster.ts', 'server-knows-no-editor'],
  ['server/src/cli/commands/preflight.ts', '#client/operations/preflight/checkCluster.ts', undefined],
  ['server/src/cli/commands/events.ts', '#client/events/eventsCommand.ts', undefined],
  ['server/src/cli/commands/status.ts', '#client/status/statusCommand.ts', undefined],
  ['server/src/cli/commands/wait.ts', '#client/events/eventsCommand.ts', 'status-command'],
  ['server/src/cli/commands/mustGatherBundle.ts', '#client/events/eventsCommand.ts', 'must-gather-bundle-command'],
  ['server/src/cli/probeSimulator.ts', '#simulator/main.ts', undefined],
  ['server/src/manifest/probePolicy.ts', '#server/policy/target.ts', 'language-module-manifest'],
  ['server/src/manifest/probeList.ts', '#server/modules.ts', 'language-module-manifest'],
  ['server/src/manifest/probeEngine.ts', '#server/engine/target.ts', undefined],
  ['server/src/manifest/probePlatform.ts', '#platform/target.ts', undefined],
  ['server/src/policy/probeInitdata.ts', '#server/initdata/target.ts', 'language-module-policy'],
  ['server/src/policy/probeLsp.ts', '#server/lsp/server.ts', 'language-module-policy'],
  ['server/src/initdata/probePolicy.ts', '#server/policy/target.ts', undefined],
  ['server/src/initdata/probePromql.ts', '#server/promql/target.ts', 'language-module-initdata'],
  ['server/src/embedded/probePolicy.ts', '#server/policy/target.ts', undefined],
  ['server/src/embedded/probeInitdata.ts', '#server/initdata/target.ts', undefined],
  ['server/src/embedded/probeManifest.ts', '#server/manifest/target.ts', 'language-module-embedded'],
  ['server/src/promql/probeManifest.ts', '#server/manifest/target.ts', 'language-module-promql'],
  ['server/src/status/probeManifest.ts', '#server/manifest/target.ts', 'language-module-status'],
  ['server/src/engine/probeManifest.ts', '#server/manifest/target.ts', 'engine-knows-no-language'],
  ['server/src/platform/node/probeEngine.ts', '#server/engine/target.ts', 'platform-is-lowest'],
  ['server/src/lsp/probePolicy.ts', '#server/policy/target.ts', 'languages-by-list'],
  ['server/src/lsp/probeList.ts', '#server/modules.ts', undefined],
  ['client/src/demo/probeSimulator.ts', '#simulator/simulate.ts', 'simulator-has-one-entry'],
  ['client/src/probeServer.ts', '#server/lsp/server.ts', 'client-uses-protocol'],
  ['client/src/probeProtocol.ts', '#server/protocol/target.ts', undefined],
  ['client/src/probeTest.ts', '#test/target.ts', 'no-tests-in-product'],
  ['client/src/probeNetwork.ts', 'node:net', 'network'],
  ['client/src/tree/probeNetwork.ts', 'https', 'network'],
  ['client/src/kubernetes/probeEditor.ts', 'vscode', 'kubernetes-knows-no-editor'],
  ['client/src/kubernetes/probeNetwork.ts', 'node:https', undefined],
  ['core/probeMissing.ts', '#core/missing.ts', 'resolvable'],
];

const cycle = [
  ['core/cycle/one.ts', "import type { Two } from './two.ts';\nexport interface One { readonly two: Two }\n"],
  ['core/cycle/two.ts', "import type { One } from './one.ts';\nexport interface Two { readonly one: One }\n"],
] as const;

describe('import rules', () => {
  let found: ReadonlyMap<string, readonly string[]>;
  before(() => {
    const probes = cases.map(
      ([file, imported]) => [file, `import * as probe from '${imported}';\nexport default probe;\n`] as const,
    );
    const existing = new Set(cases.map(([file]) => file));
    found = importProbes([
      ...targets.filter((file) => !existing.has(file)).map((file) => [file, 'export {};\n'] as const),
      ...probes,
      ...cycle,
    ]);
  });
  for (const [file, imported, rule] of cases)
    test(rule === undefined ? `accept ${imported} in ${file}` : `reject ${imported} in ${file}`, () => {
      const broken = found.get(file) ?? [];
      if (rule === undefined) assert.deepEqual(broken, []);
      else assert.ok(broken.includes(rule), broken.join());
    });
  test('reject a cycle of type imports', () => {
    // A cycle is reported once, for one of its files.
    assert.ok(cycle.some(([file]) => found.get(file)?.includes('no-cycles') === true));
  });
});

describe('lint of globals', () => {
  const probes: readonly [file: string, text: string][] = [
    ['client/src/probeFetch.ts', "export const probe = () => fetch('https://example.com');\n"],
    ['server/src/probeSocket.ts', "export const probe = () => new WebSocket('wss://example.com');\n"],
    // The server also runs in browsers. Only server/src/platform/node uses Node.
    ['server/src/manifest/probeBuffer.ts', "export const probe = Buffer.from('');\n"],
  ];
  test('rejects network access and Node globals where they are forbidden', () => {
    const found = lintProbes(probes);
    for (const [file] of probes) assert.match(found.get(file)?.join() ?? '', /no-restricted-globals/, file);
  });
});
