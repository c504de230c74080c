import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  editorCommandOptions,
  replaceShellCommands,
  replaceShellCommandsInMarkdown,
  type EditorCommandOptions,
} from '#client/text/editorCommands.ts';
import { emptySnapshot } from '#core/cluster/snapshot.ts';
import { explainPlan } from '#core/status/operator/olmParts.ts';
import { playedSnapshot } from '#test/support/cluster/playedSnapshot.ts';
import { stage } from '#test/support/cluster/controllersStage.ts';
import { useEditorCommands } from '#client/details/useEditorCommands.ts';
import { statusPage } from '#client/explainStatus/statusPage.ts';

const all: EditorCommandOptions = { canChange: true, hasKataConfig: true };

const replaced: Readonly<Record<string, string>> = {
  'oc describe pod -n shop web-0': 'Describe (web-0)',
  'oc describe node worker-1': 'Describe (worker-1)',
  'oc describe mcp kata-oc': 'Describe (kata-oc)',
  'oc describe pods -n shop': 'Describe Object... (pods)',
  'oc describe configmap peer-pods-cm -n ns': 'Describe Object... (configmap peer-pods-cm)',
  'oc get kataconfig -o yaml': 'Open as YAML (KataConfig)',
  'oc get pdb -A': 'Describe Object... (PodDisruptionBudget)',
  'oc get pdb -n shop': 'Describe Object... (PodDisruptionBudget)',
  'oc get events -n ns --field-selector involvedObject.name=job-1': 'Show Object Events... (job-1)',
  'oc logs -n ns deployment/controller-manager': 'Show Pod Logs... (deployment/controller-manager)',
  'oc logs -n ns -l job-name=image --tail=-1': 'Show Pod Logs... (job/image)',
  'oc logs web-0 --previous': 'Show Pod Logs... (web-0)',
  'oc patch mcp worker --type merge -p \'{"spec":{"paused":false}}\'': 'Resume Pool... (worker)',
  'oc patch mcp worker --type merge -p \'{"spec":{"paused":true}}\'': 'Pause Pool... (worker)',
  'oc patch installplan install-a -n ns --type merge -p \'{"spec":{"approved":true}}\'': 'Update Kata... (install-a)',
  'oc patch kataconfig kata --type merge --patch \'{"spec":{"logLevel":"info"}}\'': 'Reset Log Level to info (kata)',
  'oc adm uncordon worker-1': 'Uncordon Node (worker-1)',
  'oc scale deployment web --replicas=1 -n shop': 'Scale Workload... (deployment web)',
  'oc scale deployments/web -n shop --replicas=0': 'Scale Workload... (deployments/web)',
  'oc rollout restart ds/osc-caa-ds -n ns': 'Restart Workload... (ds/osc-caa-ds)',
  'oc set env ds/osc-caa-ds -n ns REBOOT="$(date)"': 'Restart Workload... (ds/osc-caa-ds)',
  'oc delete pod web-0 -n shop': 'Delete Pod... (web-0)',
  'oc edit configmap peer-pods-cm -n ns': 'Configure Peer Pods...',
  'oc edit configmap osc-feature-gates -n ns': 'Set Feature Gates...',
  'oc edit secret peer-pods-secret -n ns': 'Enter Peer Pod Credentials...',
};

/** Commands without an equivalent in the extension. */
const kept = [
  'oc get nodes --show-labels',
  'oc get pods -n shop',
  'oc get kataconfig',
  'oc edit kataconfig kata',
  'oc edit configmap other -n ns',
  'oc edit secret other -n ns',
  'oc delete csv sandboxed -n ns',
  'oc rollout undo deployments/web -n shop',
  'oc exec -n shop web-0 -- cat /proc/sys/kernel/random/boot_id',
  'oc get pods -A | grep kata',
  'oc describe',
  'spec.paused',
];

describe('commands in next steps', () => {
  test('are commands of the extension if it has them', () => {
    for (const [command, expected] of Object.entries(replaced))
      assert.equal(replaceShellCommands(`Run \`${command}\` now.`, all), `Run ${expected} now.`);
  });

  test('remain shell commands if the extension has no equivalent', () => {
    for (const command of kept) assert.equal(replaceShellCommands(`Run \`${command}\`.`, all), `Run \`${command}\`.`);
  });

  test('remain shell commands if they change the cluster while osc.readOnly hides the commands of the extension', () => {
    const readOnly = { canChange: false, hasKataConfig: true };
    const resume = '`oc patch mcp worker --type merge -p \'{"spec":{"paused":false}}\'`';
    assert.equal(replaceShellCommands(resume, readOnly), resume);
    assert.equal(replaceShellCommands('`oc describe node worker-1`', readOnly), 'Describe (worker-1)');
  });

  test('remain shell commands without an open cluster, except those of osc-tools', () => {
    const options = editorCommandOptions(undefined, false);
    assert.equal(replaceShellCommands('`oc describe node worker-1`', options), '`oc describe node worker-1`');
    const item = { severity: 'error', title: 'Pod', headline: 'Denied', text: '', paragraphs: [] } as const;
    const todo = 'Run `osc-tools policy replay policy.rego message.txt`.';
    const page = useEditorCommands(statusPage({ statuses: [{ ...item, todo }], notes: [] }, 'Clipboard'), options);
    assert.match(JSON.stringify(page.sections), /Run Replay Recorded Requests\.\.\.\./);
  });

  test('escape the names of objects in Markdown', () => {
    assert.equal(
      replaceShellCommandsInMarkdown('**To do:** Run `oc describe node [a](b)*c*`.', all),
      '**To do:** Run _Describe_ (\\[a\\]\\(b\\)\\*c\\*).',
    );
    assert.equal(replaceShellCommandsInMarkdown('`` oc describe node a`b ``', all), '`` oc describe node a`b ``');
  });

  test('name the operation that approves an install plan: an update if a KataConfig exists', () => {
    const cluster = stage({ name: 'update-waits' });
    cluster.pass(120_000);
    const snapshot = playedSnapshot(cluster.client, cluster.clock.now());
    const plan = [...snapshot.installPlans.items.values()].find(({ phase }) => phase === 'RequiresApproval');
    assert.ok(plan !== undefined);
    const { todo = '' } = explainPlan(plan, snapshot);
    assert.match(replaceShellCommands(todo, editorCommandOptions(snapshot, false)), /Update Kata\.\.\. \(/);
    assert.match(replaceShellCommands(todo, editorCommandOptions(emptySnapshot, false)), /Install Kata\.\.\. \(/);
  });
});
