/**
 * Runs the commands in README.md, CONTRIBUTING.md, and docs/, and checks that every mentioned command of `osc-tools`
 * and npm script exists.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, describe, test } from 'node:test';
import type { Command } from 'commander';
import { createProgram } from '#server/cli/program.ts';
import { session } from '#test/contract/kubectl/kubectlSession.ts';
import { manifest } from '#test/support/repository/manifest.ts';
import { clean } from '../osc.ts';
import { CommandStage } from './commandStage.ts';
import { listMentions, listShellBlocks } from './shellBlocks.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Generated from the help, whose examples test/cli/help.test.ts runs. */
const generatedPage = 'docs/command-line-reference.md';
const pages = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: root })].filter(
  (page) => page !== generatedPage,
);
const blocks = pages.flatMap((page) =>
  listShellBlocks(read(page)).map(({ line, commands }) => ({ place: `${page}:${line}`, commands })),
);
const documented = new Set(blocks.flatMap(({ commands }) => commands));

/** Exit codes of the commands that run, on the files of `CommandStage` and those below. */
const exitCodes: ReadonlyMap<string, 0 | 1> = new Map([
  ['node dist/cli.js lint samples/', 1],
  ['osc-tools lint manifests', 0],
  ['osc-tools lint --release 1.12 --rule kataconfig-loglevel-debug=off --hints manifests', 0],
  ['osc-tools lint --fix kataconfig.yaml', 0],
  ['osc-tools lint --stdin-filename q.promql - < query.txt', 0],
  ['osc-tools lint --format sarif manifests > findings.sarif', 0],
  ['osc-tools release list', 0],
  ['osc-tools release diff 1.12 1.13', 0],
  ['osc-tools release diff 1.12 1.13 manifests', 0],
  ['osc-tools schema export osc-schemas', 0],
  ['osc-tools schema export --release 1.10 osc-schemas-1.10', 0],
  ['osc-tools policy table policy.rego', 0],
  ['osc-tools size --pods 10 my-pod.yaml', 0],
  ['osc-tools size --nodes 3 --node-memory 64Gi --node-cpu 15500m my-pod.yaml', 0],
  ['osc-tools policy generate my-pod.yaml > policy.rego', 0],
  ['osc-tools policy generate my-pod.yaml --attach > my-pod-with-policy.yaml', 0],
  ['osc-tools policy attach policy.rego my-pod.yaml > my-pod-with-policy.yaml', 0],
  ['osc-tools policy attach policy.rego deployment.yaml --select deployment/web --diff', 0],
  ['osc-tools initdata attach initdata.toml my-pod.yaml --write', 0],
  ['osc-tools policy diff policy.rego other.rego', 0],
  ['osc-tools policy test policy.policy-test.yaml', 0],
  ['osc-tools policy test policy_test.rego --dialect v0', 0],
  ['osc-tools policy test policy_test.rego --coverage', 0],
  ['osc-tools policy test policy_test.rego --coverage-format lcov', 0],
  ['osc-tools policy replay policy.rego policy.txt --cases > policy.policy-test.yaml', 0],
  ['osc-tools preflight --context my-cluster', 0],
  ['osc-tools preflight --context my-cluster --for update --format markdown > readiness.md', 0],
  ['osc-tools must-gather collect --context my-cluster --output case-4711', 0],
  ['osc-tools must-gather bundle --must-gather must-gather.local.4711/ --yes', 0],
  ['osc-tools must-gather clean-up --context my-cluster', 0],
  ['osc-tools must-gather pack must-gather.local -o case-4711.zip', 0],
  ['osc-tools diff kataconfig.yaml --context my-cluster', 1],
  ['osc-tools diff manifests --recursive --context my-cluster --format markdown > drift.md', 1],
  ['osc-tools describe node/worker-1 --context my-cluster', 0],
  ['osc-tools describe mcp/worker --context my-cluster', 0],
  ['osc-tools describe kataconfig/example-kataconfig --must-gather must-gather.local', 0],
  ['osc-tools events deploy/api --context my-cluster -n payments', 0],
  ['osc-tools events --context my-cluster -n payments --warnings', 0],
  ['osc-tools rights --context my-cluster --for install', 0],
  ['osc-tools rights --context my-cluster --for install --role > roles.yaml', 0],
  ['osc-tools logs operator --context my-cluster', 0],
  ['osc-tools status --context my-cluster', 1],
  ['osc-tools wait --for installed --context my-cluster --fail-fast', 1],
  ['osc-tools wait --for pool=worker --context my-cluster --timeout 30m', 0],
  ['osc-tools runbook install > install.sh', 0],
  ['osc-tools runbook install --peer-pods --server https://api.prod.example.com:6443 --cluster prod > install.sh', 0],
  ['osc-tools runbook install --format argo --output gitops/kata', 0],
  ['osc-tools runbook install --olm v1 --release 1.13 > install-olm-v1.sh', 0],
  ['osc-tools runbook update --peer-pods > update.sh', 0],
  ['osc-tools runbook uninstall --namespace --crd > uninstall.sh', 0],
  ['osc-tools runbook log-level debug > log-level.sh', 0],
  ['osc-tools runbook nodes --label kata=true --node worker-0 worker-1 > nodes.sh', 0],
  ['osc-tools runbook log-level debug --context my-cluster > log-level.sh', 1],
  ['osc-tools must-gather report must-gather.local.4711/', 1],
  ['osc-tools must-gather report must-gather.tar.gz', 1],
  ['osc-tools must-gather report must-gather.tar.gz --format md > case.md', 1],
  ['osc-tools must-gather compare before.tar.gz after/', 1],
  ['osc-tools must-gather compare before.tar.gz after/ --format json', 1],
  ['osc-tools must-gather report broken/', 1],
  ['osc-tools explain status.yaml', 0],
  ['oc get kataconfig -o yaml | osc-tools explain', 0],
  ["echo '{Failed, [Balance, ResourceCleanupFailed]}' | osc-tools explain", 1],
  ['osc-tools explain clusters.json node-pools.json nodes.json components.json', 1],
  ['osc-tools explain responses/*.json --format json', 1],
  ['osc-tools simulate --list', 0],
  ['osc-tools simulate --scenario two-workers --speed 60 --kubeconfig demo.kubeconfig', 0],
  ['osc-tools simulate --scenario install-pool-paused --must-gather broken/', 0],
] as const);

/** Names in commands that stand for something else in the test. */
const replacements = [
  ['node dist/cli.js', 'osc-tools'],
  ['my-cluster', 'demo'],
] as const;

/** Reasons why commands aren't run here, by regular expressions that match the complete commands. */
const reasons: readonly (readonly [commands: RegExp, reason: string])[] = [
  [
    /osc-tools status --context in-cluster/,
    'Requires a service account. test/cli/cluster/pod.test.ts runs commands with one.',
  ],
  [/npm ci|npm start|npm run build/, 'Changes the repository in which the test runs.'],
  [/ORACLE_KUBECONFIG=kubeconfig npm run test:oracle/, 'Requires a real API server.'],
  [/export KUBECONFIG=demo\.kubeconfig/, 'Affects only later commands in the same shell.'],
  [/node \/path\/to\/dist\/server\.js --stdio/, 'test/lsp runs the server.'],
  [/osc-tools must-gather bundle .*\.zip/, 'Asks before it saves. test/cli/cluster/mustGatherBundle.test.ts runs it.'],
  [/osc-tools events .* --watch/, 'Runs until the user stops it. test/cli/cluster/events.test.ts runs it.'],
  [/oc kustomize .*/, 'Requires oc. test/cli/cluster/diff.test.ts compares standard input.'],
  [/claude mcp add osc -- osc-tools mcp.*/, 'Requires Claude Code. test/cli/mcp runs the MCP server.'],
  [/osc-tools must-gather collect .* --by oc .*/, 'Requires oc. test/cli/cluster/mustGatherOc.test.ts runs it.'],
  [/oc adm (?:must-gather|inspect) .*|oc get crd .*|oc patch .*/, 'Requires oc and a cluster.'],
  [
    /osc-tools logs (?:caa|deploy).*/,
    'Requires peer pods and a workload. test/cli/cluster/logs.test.ts runs such commands.',
  ],
  [/kubeconform .*/, 'Requires kubeconform.'],
  [/sha256sum --check .*|gh attestation verify .*/, 'Requires the files of a release.'],
  [/kubectl .*/, 'test/contract/kubectl runs the session in docs/simulator.md.'],
];

function reasonFor(command: string): string | undefined {
  return reasons.find(([commands]) => commands.exec(command)?.[0] === command)?.[1];
}

describe('documentation', () => {
  const skip = process.platform === 'win32';

  test('contains only commands that run here, or that a reason excludes', () => {
    assert.ok(documented.size > 50, `only ${documented.size} commands`);
    const unknown = blocks.flatMap(({ place, commands }) =>
      commands
        .filter((command) => exitCodes.has(command) === (reasonFor(command) !== undefined))
        .map((command) => `${place}: ${command}`),
    );
    assert.deepEqual(unknown, []);
    const recorded = new Set(session.map(({ command }) => command));
    const untested = [...documented].filter((command) => command.startsWith('kubectl ') && !recorded.has(command));
    assert.deepEqual(untested, []);
  });

  test('contains all commands and reasons of the lists in this test', () => {
    assert.deepEqual(
      [...exitCodes.keys()].filter((command) => !documented.has(command)),
      [],
    );
    assert.deepEqual(
      reasons.filter((entry) => ![...documented].some((command) => reasonFor(command) === entry[1])),
      [],
    );
  });

  test('contains commands that exit with the expected code', { skip, timeout: 300_000 }, async () => {
    const stage = await createStage();
    after(() => stage.close());
    const queue = blocks
      .map(({ place, commands }) => ({ place, commands: commands.filter((command) => exitCodes.has(command)) }))
      .filter(({ commands }) => commands.length > 0);
    const lane = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const results = await stage.run(next.commands.map(replaceNames));
        for (const [index, { status, output }] of results.entries()) {
          const command: string = next.commands[index] ?? '';
          assert.equal(status, exitCodes.get(command), `${next.place}: ${command}\n${output.slice(0, 2000)}`);
        }
      }
    };
    await Promise.all([lane(), lane(), lane()]);
  });
});

const program = await createProgram();

describe('mentions of osc-tools', () => {
  test('name existing commands and options', () => {
    const files = [...pages, generatedPage, ...globSync('docs/rules/*.md', { cwd: root })];
    const mentions = files.flatMap((page) => listMentions(read(page)).map((text) => ({ page, text })));
    assert.ok(mentions.length > 100, `only ${mentions.length} mentions`);
    const unknown = mentions.flatMap(({ page, text }) => {
      const problem = findUnknown(program, text);
      return problem === undefined ? [] : [`${page}: osc-tools ${text}: ${problem}`];
    });
    assert.deepEqual(unknown, []);
  });
  for (const [text, problem] of [
    ['lnt manifests', 'lnt'],
    ['policy chek FILE', 'chek'],
    ['lint --fixx FILE', '--fixx'],
    ['must-gather compare A B [--format md|json] [--base C]', '--base'],
    ['policy check|tabel FILE', 'tabel'],
  ] as const)
    test(`that are wrong are reported: ${text}`, () => assert.equal(findUnknown(program, text), problem));
});

test('documentation names existing npm scripts', () => {
  const scripts = Object.keys(manifest.scripts);
  const named = pages.flatMap((page) =>
    Array.from(read(page).matchAll(/\bnpm run ([\w-]+(?::[\w-]+)?)/g), ([, name = '']) => name),
  );
  assert.ok(named.length > 10, `only ${named.length} npm scripts`);
  assert.deepEqual(
    named.filter((name) => !scripts.includes(name)),
    [],
  );
});

/** Creates the files and executables of the commands, in addition to those of the help. */
async function createStage(): Promise<CommandStage> {
  const responses = globSync('*.json', { cwd: path.join(root, 'test/cases/edge/answers') }).flatMap((name) => {
    const text = read(`test/cases/edge/answers/${name}`);
    return [
      [name, text],
      [`responses/${name}`, text],
    ] as const;
  });
  const samples = globSync('samples/**/*.{yaml,rego,toml,promql,txt}', { cwd: root }).map(
    (file) => [file, read(file)] as const,
  );
  const kataConfig = `${clean}status:\n  conditions:\n  - type: InProgress\n    status: "False"`;
  const list = `apiVersion: v1\nkind: List\nitems:\n- ${kataConfig.replaceAll('\n', '\n  ')}`;
  return CommandStage.create(
    { ...Object.fromEntries([...responses, ...samples]), 'query.txt': 'kata_monitor_running_shim_count\n' },
    { oc: `cat <<'END'\n${list}\nEND` },
  );
}

function replaceNames(command: string): string {
  return replacements.reduce((text, [name, other]) => text.replaceAll(name, other), command);
}

/**
 * Returns the first subcommand or option that doesn't exist, or undefined if there is none.
 * @param text arguments of `osc-tools`, possibly with placeholders in capitals, `[...]`, and alternatives (`a|b`)
 */
function findUnknown(program: Command, text: string): string | undefined {
  // Another command follows a pipe or a redirection.
  const words = (text.split(/ (?:[|<>]|\|\|) /, 1)[0] ?? '').split(/[\s[\]]+/).filter((word) => word !== '');
  let commands: readonly Command[] = [program];
  for (const word of words) {
    if (word.startsWith('--')) {
      const name = word.replace(/=.*$/, '');
      const known = [program, ...commands].flatMap(({ options }) => options).map(({ long }) => long);
      if (name !== '--help' && !known.includes(name)) return name;
      continue;
    }
    const [parent] = commands;
    if (parent === undefined || parent.commands.length === 0 || /^[A-Z]+$/.test(word)) continue;
    const next: Command[] = [];
    for (const name of word.split('|')) {
      const found = parent.commands.find((command) => command.name() === name);
      if (found === undefined) return name;
      next.push(found);
    }
    commands = next;
  }
  return undefined;
}
