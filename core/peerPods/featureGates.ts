/**
 * Keys of osc-feature-gates, and of layered-image-deploy-cm that one of them needs. Source: domain/02-peer-pods.md 2.9.
 * Keys that are not known are ignored without a word, so a wrong spelling is a gate that stays off.
 */
import * as l10n from '@vscode/l10n';
import type { Release } from '../product/releases.ts';
import { all, issue, operator111, operator18, operatorDev } from '../product/sources.ts';
import type { ConfigKey } from './configKey.ts';
import type { Message } from '#core/text/message.ts';

/** The ConfigMap with the gates, in the operator's namespace. */
export const featureGatesName = 'osc-feature-gates';

/** The ConfigMap that layeredImageDeployment needs. */
export const layeredImageConfigMapName = 'layered-image-deploy-cm';

const handler = operator111('controllers/fg_handler.go');
const handlerDev = operatorDev('00b58ece', 'controllers/fg_handler.go');
const onOff = (on: Message, off: Message): Readonly<Record<string, Message>> => ({ true: on, false: off });

/** The gates. */
export const featureGates: readonly ConfigKey[] = [
  {
    name: 'confidential',
    type: 'boolean',
    summary: () => l10n.t`Confidential containers: pod VMs and their image are made for confidential computing.`,
    default: 'false',
    readBy: ['operator'],
    values: onOff(
      () =>
        l10n.t`DISABLECVM becomes "false", a confidential image is built, INITDATA of peer-pods-cm stays as you wrote it.`,
      () => l10n.t`DISABLECVM becomes "true", and INITDATA is overwritten with initdata that allows everything.`,
    ),
    note: () =>
      l10n.t`On bare metal, development sources make the runtime class kata-cc with it, from OpenShift 4.20.6 on.`,
    source: all(handler, operatorDev('933eb47f', 'controllers/confidential_handler.go')),
  },
  {
    name: 'layeredImageDeployment',
    type: 'boolean',
    summary: () => l10n.t`Installs kata by an image of the whole node system instead of the RHCOS extension.`,
    default: 'false',
    readBy: ['operator'],
    values: onOff(
      () => l10n.t`The image is named by layered-image-deploy-cm.`,
      () => l10n.t`The RHCOS extension is installed.`,
    ),
    note: () =>
      l10n.t`Read only when KataConfig is created. Needs layered-image-deploy-cm with osImageURL. Not for deploymentMode DaemonSet.`,
    source: all(operator111('config/samples/featuregates.yaml'), operator18('controllers/layered_image_handler.go')),
  },
  {
    name: 'deploymentMode',
    type: 'enum',
    summary: () => l10n.t`How kata gets onto the nodes.`,
    default: 'DaemonSetFallback',
    readBy: ['operator'],
    values: {
      MachineConfig: () => l10n.t`By the MachineConfigOperator only.`,
      DaemonSet: () => l10n.t`By a daemon set of the operator only.`,
      DaemonSetFallback: () => l10n.t`By the MachineConfigOperator where there is one, else by a daemon set.`,
    },
    unverified: true,
    note: () => l10n.t`Any other value counts as DaemonSetFallback.`,
    source: all(
      handlerDev,
      issue('openshift/sandboxed-containers-operator', 825),
      issue('openshift/sandboxed-containers-operator', 1067),
    ),
  },
  {
    name: 'caaUpdateStrategy',
    type: 'enum',
    summary: () => l10n.t`When the pods of osc-caa-ds take up a change.`,
    default: 'RollingUpdate',
    readBy: ['operator'],
    values: {
      RollingUpdate: () => l10n.t`At once, node by node.`,
      OnDelete: () => l10n.t`When somebody deletes the old pod.`,
    },
    unverified: true,
    source: handlerDev,
  },
  {
    name: 'memoryOverheadMB',
    type: 'integer',
    summary: () => l10n.t`Memory in MB that the runtime class kata adds to every pod for the virtual machine.`,
    default: '350',
    readBy: ['operator'],
    unverified: true,
    source: operatorDev('7f253f5c', '(memoryOverheadMB of osc-feature-gates)'),
  },
  {
    name: 'timeTravel',
    type: 'string',
    summary: () => l10n.t`A placeholder of OSC 1.7 that never did anything.`,
    readBy: [],
    since: '1.7',
    until: '1.7',
    note: () => l10n.t`No effect: leave it out.`,
    source: 'openshift/sandboxed-containers-operator@release-1.7 (osc-feature-gates)',
  },
];

/** The keys of layered-image-deploy-cm. */
export const layeredImageKeys: readonly ConfigKey[] = [
  {
    name: 'osImageURL',
    type: 'string',
    summary: () => l10n.t`Image that the nodes boot after the change. It must contain Kata.`,
    readBy: ['operator'],
    requiredBy: ['operator'],
    form: () => l10n.t`An image by its registry, repository and tag or digest.`,
    source: operator18('controllers/layered_image_handler.go'),
  },
  {
    name: 'kernelArguments',
    type: 'string',
    summary: () => l10n.t`Arguments for the kernel of the nodes.`,
    sample: 'kvm_intel.tdx=1',
    readBy: ['operator'],
    source: operator18('controllers/layered_image_handler.go'),
  },
];

const gates = new Map(featureGates.map((gate) => [gate.name, gate]));

/** The gate of this name; names are case-sensitive. */
export function findFeatureGate(name: string): ConfigKey | undefined {
  return gates.get(name);
}

/**
 * Whether a boolean gate with this text is on: true, false, or 'depends' where released and development operators
 * differ. Up to OSC 1.11 only the exact text `true` turns a gate on; development sources take all that Go takes for
 * true.
 */
export function isGateEnabled(text: string, release: Release): boolean | 'depends' {
  if (text === 'true') return true;
  const goTrue = ['1', 't', 'T', 'TRUE', 'True'].includes(text);
  return goTrue && release.id === '1.12' ? 'depends' : false;
}
