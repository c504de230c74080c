import { operatorNamespace } from '#core/product/namespaces.ts';
import { defaultBehaviour, type DaemonSetInstallation } from '#simulator/controllers/framework/behaviour.ts';
import { csvs, machineConfigs, nodes } from '#simulator/controllers/framework/resourceNames.ts';
import { defaultVersion, formatCsvName } from '#simulator/controllers/olm/bundle.ts';
import { createKataConfig, deleteKataConfig, installOperator, untilDone, untilGone } from '../engine/commonSteps.ts';
import { preparePeerPodsOn } from '../initialObjects/peerPodsObjects.ts';
import { createPlatform } from '../initialObjects/platform.ts';
import { administrator, type Scenario, type ScenarioStep } from '../engine/scenario.ts';

/** Creates a scenario on a hosted control plane, where a DaemonSet installs Kata. */
function hosted(
  name: string,
  summary: string,
  daemonSetInstallation: DaemonSetInstallation,
  { prelude, steps }: Pick<Scenario, 'prelude' | 'steps'>,
): Scenario {
  return {
    name,
    summary,
    behaviour: { ...defaultBehaviour, daemonSetInstallation },
    user: administrator,
    // The operator uses a DaemonSet because the kind MachineConfig is missing.
    missingGroups: [machineConfigs.group],
    objects: (now) => createPlatform({ workers: 3, platform: 'AWS', controlPlane: 'External' }, now),
    prelude,
    steps,
  };
}

/** Scenario in which the installation completes without a reboot. */
export const hostedDaemonSet = hosted(
  'hosted-daemonset',
  'AWS, hosted control plane, three workers, operator installed, no KataConfig. A DaemonSet installs Kata.',
  { form: 'newer' },
  { prelude: installOperator, steps: [createKataConfig(), untilDone, { wait: 60_000 }, deleteKataConfig, untilGone] },
);

const operatorCsv = { resource: csvs, name: formatCsvName(defaultVersion), namespace: operatorNamespace };

/** Scenario with the known fault of OSC 1.13.0 and 1.13.1, with which peer pods are never installed. */
export const hostedDaemonSetFails = hosted(
  'hosted-daemonset-fails',
  'AWS, hosted control plane, three workers, OSC 1.13.1, peer pods configured. The DaemonSet never finishes.',
  { form: 'newer', neverEnds: true },
  {
    prelude: [
      ...installOperator,
      { patch: operatorCsv, with: { spec: { version: '1.13.1' } } },
      ...preparePeerPodsOn('aws'),
    ],
    steps: [createKataConfig({ enablePeerPods: true }), { wait: 2_400_000 }],
  },
);

/** Drains a node, which reboots it in the simulator, and uncordons it. */
function reboot(name: string): readonly ScenarioStep[] {
  return [
    { patch: { resource: nodes, name }, with: { spec: { unschedulable: true } } },
    { wait: 300_000 },
    { patch: { resource: nodes, name }, with: { spec: { unschedulable: null } } },
  ];
}

/** Scenario with the older form of the installer, whose nodes are waiting for a reboot. */
export const hostedDaemonSetReboot = hosted(
  'hosted-daemonset-reboot',
  'AWS, hosted control plane, three workers, older installer. The nodes are waiting for a user to reboot them.',
  { form: 'older' },
  {
    prelude: [
      ...installOperator,
      ...preparePeerPodsOn('aws'),
      createKataConfig({ enablePeerPods: true }),
      { wait: 600_000 },
    ],
    steps: [...reboot('worker-0'), ...reboot('worker-1'), ...reboot('worker-2'), untilDone],
  },
);
