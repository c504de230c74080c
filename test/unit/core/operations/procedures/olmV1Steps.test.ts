/**
 * Tests what the product shows after each step of the scenarios with OLM v1: the row of the ClusterExtension, the
 * installed version, the preflight check, and the next steps of an installation and an uninstall.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clusterExtension } from '#core/operations/checks/operator/clusterExtension.ts';
import { createExtensionOptions } from '#core/operations/changes/extensionManifests.ts';
import { createKataConfigManifest, documentedInstallOptions } from '#core/operations/changes/installManifests.ts';
import { findCurrentStep, type ProcedureStep } from '#core/operations/procedure.ts';
import { installExtension } from '#core/operations/procedures/installExtension.ts';
import { uninstall } from '#core/operations/procedures/uninstall.ts';
import { listExtensionParts } from '#core/status/operator/clusterExtensionParts.ts';
import { getOperatorVersion } from '#core/status/operator/operatorParts.ts';
import type { ScenarioStep } from '#simulator/scenarios/engine/scenario.ts';
import { scenario } from '#test/support/cluster/controllersStage.ts';
import { liveStage, type LiveStage } from '#test/support/cluster/liveStage.ts';
import { situationOf, stepsOf } from '#test/support/operations/procedureStage.ts';

const choices = {
  extension: createExtensionOptions('stable'),
  kataConfig: createKataConfigManifest(documentedInstallOptions.kataConfig),
};

const notInstalled = "fail: OLM v1 hasn't installed the operator";
const installed = 'warn: Installed by OLM v1';

/** Describes a step of a scenario, such as `create ClusterExtension`. */
function describeStep(step: ScenarioStep): string {
  if ('create' in step) return `create ${step.create.kind ?? ''}`;
  if ('patch' in step) return `patch ${step.patch.name}`;
  if ('delete' in step) return `delete ${step.delete.name}`;
  return 'until' in step ? `until ${step.until.name}` : 'wait';
}

const describeNext = (steps: readonly ProcedureStep[]): string => {
  const next = findCurrentStep(steps);
  return next === undefined ? 'done' : `${next.id} ${next.state}`;
};

/**
 * Returns what the product shows now: health and headline of the row, version, result of the check, and the next steps
 * of an installation and of an uninstall.
 */
async function shown(stage: LiveStage): Promise<readonly string[]> {
  const snapshot = stage.snapshot();
  const [part] = listExtensionParts(snapshot);
  const { verdict, headline } = clusterExtension.judge(await situationOf(stage, ['clusterExtension']));
  return [
    part === undefined ? 'no row' : `${part.health}: ${part.headline}`,
    getOperatorVersion(snapshot) ?? 'no version',
    `${verdict}: ${headline}`,
    describeNext(await stepsOf(stage, installExtension, choices)),
    describeNext(await stepsOf(stage, uninstall, { namespace: false, crd: false })),
  ];
}

/** Plays the scenario, and returns a line for its start and for each step. */
async function playEach(name: string): Promise<readonly string[]> {
  const stage = liveStage({ name });
  const lines = [['start', ...(await shown(stage))].join(' | ')];
  for (const step of scenario(name).steps) {
    stage.cluster.play(step);
    lines.push([describeStep(step), ...(await shown(stage))].join(' | '));
  }
  return lines;
}

/** The step, then what the product shows: see `shown`. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'olm-v1-techpreview': [
    'start | no row | no version | pass: None | namespace ready | done',
    'create Namespace | no row | no version | pass: None | cluster-extension ready | done',
    'create ServiceAccount | no row | no version | pass: None | cluster-extension ready | done',
    'create ClusterRole | no row | no version | pass: None | cluster-extension ready | done',
    'create ClusterRoleBinding | no row | no version | pass: None | cluster-extension ready | done',
    `create ClusterExtension | busy: Not installed yet | no version | ${notInstalled} | extension-installed waiting | extension-gone ready`,
    `until sandboxed-containers | ok: OSC 1.13.0 | 1.13.0 | ${installed} | kataconfig ready | extension-gone ready`,
    `until sandboxed-containers | ok: OSC 1.13.0 | 1.13.0 | ${installed} | kataconfig ready | extension-gone ready`,
    `wait | ok: OSC 1.13.0 | 1.13.0 | ${installed} | kataconfig ready | extension-gone ready`,
    `create KataConfig | ok: OSC 1.13.0 | 1.13.0 | ${installed} | nodes waiting | kataconfig-gone ready`,
    `until example-kataconfig | ok: OSC 1.13.0 | 1.13.0 | ${installed} | done | kataconfig-gone ready`,
    `patch sandboxed-containers | ok: OSC 1.13.0 | 1.13.0 | ${installed} | done | kataconfig-gone ready`,
    `until sandboxed-containers | ok: OSC 1.13.1 | 1.13.1 | ${installed} | done | kataconfig-gone ready`,
    `until sandboxed-containers | ok: OSC 1.13.1 | 1.13.1 | ${installed} | done | kataconfig-gone ready`,
    `wait | ok: OSC 1.13.1 | 1.13.1 | ${installed} | done | kataconfig-gone ready`,
    `delete example-kataconfig | ok: OSC 1.13.1 | 1.13.1 | ${installed} | kataconfig waiting | kataconfig-gone waiting`,
    `until example-kataconfig | ok: OSC 1.13.1 | 1.13.1 | ${installed} | kataconfig ready | extension-gone ready`,
    // The Deployment of the operator is deleted after the ClusterExtension.
    'delete sandboxed-containers | no row | no version | pass: None | cluster-extension ready | csv-gone waiting',
    'until sandboxed-containers | no row | no version | pass: None | cluster-extension ready | csv-gone waiting',
  ],
  'olm-v1-missing-right': [
    `start | failed: Installation failed | no version | ${notInstalled} | extension-installed blocked | extension-gone ready`,
    `patch sandboxed-containers-installer-role | failed: Installation failed | no version | ${notInstalled} | extension-installed blocked | extension-gone ready`,
    `until sandboxed-containers | ok: OSC 1.13.1 | 1.13.1 | ${installed} | kataconfig ready | extension-gone ready`,
    `until sandboxed-containers | ok: OSC 1.13.1 | 1.13.1 | ${installed} | kataconfig ready | extension-gone ready`,
    `wait | ok: OSC 1.13.1 | 1.13.1 | ${installed} | kataconfig ready | extension-gone ready`,
  ],
};

for (const [name, lines] of Object.entries(expected))
  test(`each step of ${name} is shown`, async () => assert.deepEqual(await playEach(name), lines));
