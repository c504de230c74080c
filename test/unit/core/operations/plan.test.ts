/** Tests what a plan shows before the first change of an operation. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderManifestYaml } from '#client/operations/manifests/manifestYaml.ts';
import { createInstallManifests, documentedInstallOptions } from '#core/operations/changes/installManifests.ts';
import { operationPlan, type Plan } from '#core/operations/plan.ts';
import { renderBashRunbook } from '#core/operations/runbook/bashRunbook.ts';
import { createRunbook } from '#core/operations/runbook/runbook.ts';
import { quoteShellWord } from '#core/oc/shellText.ts';
import { sanitizeComment, sanitizeMarkdown } from '#core/text/sanitize.ts';
import { scenarioNamed } from '#simulator/main.ts';
import { planMarkdown, planSummary } from '#core/operations/planReport.ts';
import { gateSentences, type Procedure } from '#core/operations/procedure.ts';
import { install } from '#core/operations/procedures/install.ts';
import { logLevelProcedure } from '#core/operations/procedures/logLevel.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import { update } from '#core/operations/procedures/update.ts';
import { liveStage, type LiveStage } from '#test/support/cluster/liveStage.ts';
import { createPlatform } from '#simulator/scenarios/initialObjects/platform.ts';
import { situationOf } from '#test/support/operations/procedureStage.ts';

async function planFor<Choices>(stage: LiveStage, procedure: Procedure<Choices>, choices: Choices): Promise<Plan> {
  const situation = await situationOf(stage, [...procedure.facts, ...(procedure.moreFacts?.(choices) ?? [])]);
  return operationPlan(procedure.title(), situation, procedure.steps(situation, choices));
}

const objectsOf = ({ objects }: Plan): readonly string[] =>
  objects.map(({ reference: { kind, name }, effect }) => `${effect} ${kind} ${name}`);
const markdown = (plan: Plan): string => planMarkdown(plan, 0, renderManifestYaml);

describe('plan of an operation', () => {
  test('marks existing objects, created objects, and rebooting nodes of an install', async () => {
    const plan = await planFor(
      liveStage({ name: 'two-workers' }),
      install,
      createInstallManifests(documentedInstallOptions),
    );
    assert.deepEqual(objectsOf(plan), [
      'exists Namespace openshift-sandboxed-containers-operator',
      'exists OperatorGroup sandboxed-containers-operator-group',
      'exists Subscription sandboxed-containers-operator',
      'created KataConfig example-kataconfig',
    ]);
    assert.deepEqual(plan.reboots, [['worker-1', 'worker-0']]);
    assert.equal(plan.typed, 'demo');
    assert.equal(planSummary(plan), '1 object will be created and 2 nodes will reboot.');
    const text = markdown(plan);
    assert.match(
      text,
      /\| Subscription \*\*sandboxed-containers-operator\*\* \(openshift-sandboxed-containers-operator\) \| None \(already exists\) \|/,
    );
    const words =
      '2 nodes are drained and rebooted, one at a time: worker-1 and worker-0. According to the OSC documentation, the reboot can take from 10 to more than 60 minutes.';
    assert.ok(text.includes(`## Nodes that reboot\n\n${words}\n\n1. worker-1\n2. worker-0\n`), text);
    assert.equal(text.split(words).length, 2, 'the estimate is not repeated as a consequence');
    assert.match(
      text,
      /## Changes sent to the cluster\n\n### KataConfig example-kataconfig\n\n```yaml\napiVersion: kataconfiguration/,
    );
  });

  test('of an uninstall lists every deletion, so that one confirmation covers them', async () => {
    const plan = await planFor(liveStage({ name: 'two-workers-installed' }), uninstall, { namespace: true, crd: true });
    assert.deepEqual(
      objectsOf(plan).map((line) => line.split(' ').slice(0, 2).join(' ')),
      [
        'deleted KataConfig',
        'deleted Subscription',
        'deleted ClusterServiceVersion',
        'deleted InstallPlan',
        'deleted OperatorGroup',
        'deleted Namespace',
        'deleted CustomResourceDefinition',
      ],
    );
    assert.equal(plan.gates.length, 6);
    assert.equal(planSummary(plan), '7 objects will be deleted and 2 nodes will reboot.');
  });

  test('shows a line break in a name as an escape, so that two names never look the same', async () => {
    const plan = await planFor(liveStage({ name: 'two-workers-installed' }), uninstall, { namespace: true, crd: true });
    const reference = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', name: 'a\nb', namespace: 'c' };
    const text = markdown({ ...plan, objects: [{ reference, effect: 'deleted' }] });
    assert.ok(text.includes('| Pod **a&#92;u000ab** (c) | Delete |'), text.slice(0, 900));
  });

  test('of a log level change lists the manual steps', async () => {
    const plan = await planFor(liveStage({ name: 'two-workers-installed' }), logLevelProcedure, { level: 'debug' });
    assert.deepEqual(plan.steps.slice(2), [
      'Verify the log level on a node (manual step)',
      'Reset to info (manual step)',
    ]);
  });

  test('contains the same lines about reboots and pods as its runbook', async () => {
    const stage = liveStage({ name: 'two-workers-installed', ...scenarioNamed('uninstall-blocked-by-pods') });
    const situation = await situationOf(stage, logLevelProcedure.facts);
    const choices = { level: 'debug' };
    const steps = logLevelProcedure.steps(situation, choices);
    const lines = steps.flatMap(({ gate }) => (gate === undefined ? [] : gateSentences(gate)));
    const text = lines.join('\n');
    assert.match(text, /^2 nodes are drained and rebooted, one at a time\b/m);
    assert.match(text, /^\d+ Kata pods? on these nodes stops?: payments\//m);
    const plan = markdown(operationPlan(logLevelProcedure.title(), situation, steps));
    const script = renderBashRunbook(createRunbook(logLevelProcedure, situation, choices), renderManifestYaml);
    for (const line of lines) {
      assert.ok(plan.includes(sanitizeMarkdown(line.replaceAll('`', ''))), line);
      assert.ok(script.includes(`say ${quoteShellWord(`  - ${sanitizeComment(line)}`)}`), line);
    }
  });

  test('of an update names both releases, the reboots, and the effect on running sandboxes', async () => {
    const plan = await planFor(
      liveStage({ name: 'update-waits', objects: (now) => createPlatform({ workers: 2, platform: 'BareMetal' }, now) }),
      update,
      {},
    );
    assert.equal(plan.typed, undefined);
    assert.deepEqual(plan.reboots, []);
    const text = markdown(plan);
    assert.match(text, /1\.11\.0 → 1\.12\.0/);
    assert.match(text, /No nodes reboot/);
    assert.match(text, /Running sandboxes keep their VM and shim until their pods restart/);
  });
});
