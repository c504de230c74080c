/**
 * Keys of osc-feature-gates, and of layered-image-deploy-cm, which one of the feature gates requires. Source:
 * domain/02-peer-pods.md 2.9. The operator silently ignores unknown keys, so a misspelled feature gate stays off.
 */
import * as l10n from '@vscode/l10n';
import { isInForce, type Release } from '../product/releases.ts';
import { all, issue, operator111, operator18, operatorDev } from '../product/sources.ts';
import type { ConfigKey } from './configKey.ts';
import type { Message } from '#core/text/message.ts';

/** The ConfigMap that layeredImageDeployment requires. */
export const layeredImageConfigMapName = 'layered-image-deploy-cm';

const handler = operator111('controllers/fg_handler.go');
const handlerDev = operatorDev('00b58ece', 'controllers/fg_handler.go');
const onOff = (on: Message, off: Message): Readonly<Record<string, Message>> => ({ true: on, false: off });

/** All feature gates. */
export const featureGates: readonly ConfigKey[] = [
  {
    name: 'confidential',
    type: 'boolean',
    summary: () => l10n.t`Confidential containers: creates pod VMs and their image for confidential computing.`,
    default: 'false',
    readBy: ['operator'],
    values: onOff(
      () =>
        l10n.t`Sets DISABLECVM to "false", builds a confidential image, and leaves INITDATA in peer-pods-cm unchanged.`,
      () => l10n.t`Sets DISABLECVM to "true" and overwrites INITDATA with initdata that allows everything.`,
    ),
    note: () =>
      l10n.t`On bare metal with OpenShift 4.20.6 and later, the operator also creates the kata-cc runtime class. This information is based on unreleased source code.`,
    source: all(handler, operatorDev('933eb47f', 'controllers/confidential_handler.go')),
  },
  {
    name: 'layeredImageDeployment',
    type: 'boolean',
    summary: () => l10n.t`Installs Kata with a full node operating system image instead of the RHCOS extension.`,
    default: 'false',
    readBy: ['operator'],
    values: onOff(
      () => l10n.t`Installs the image specified in layered-image-deploy-cm.`,
      () => l10n.t`Installs the RHCOS extension.`,
    ),
    note: () =>
      l10n.t`The operator reads this feature gate only when the KataConfig is created. Requires layered-image-deploy-cm with osImageURL. Can't be combined with deploymentMode DaemonSet.`,
    source: all(operator111('config/samples/featuregates.yaml'), operator18('controllers/layered_image_handler.go')),
  },
  {
    name: 'deploymentMode',
    type: 'enum',
    summary: () => l10n.t`How Kata is installed on the nodes.`,
    default: 'DaemonSetFallback',
    readBy: ['operator'],
    values: {
      MachineConfig: () => l10n.t`Only by the Machine Config Operator.`,
      DaemonSet: () => l10n.t`Only by an operator DaemonSet.`,
      DaemonSetFallback: () => l10n.t`By the Machine Config Operator if available, otherwise by a DaemonSet.`,
    },
    unverified: true,
    note: () => l10n.t`Any other value is treated as DaemonSetFallback.`,
    source: all(
      handlerDev,
      issue('openshift/sandboxed-containers-operator', 825),
      issue('openshift/sandboxed-containers-operator', 1067),
    ),
  },
  {
    name: 'caaUpdateStrategy',
    type: 'enum',
    summary: () => l10n.t`Determines when the osc-caa-ds pods apply a change.`,
    default: 'RollingUpdate',
    readBy: ['operator'],
    values: {
      RollingUpdate: () => l10n.t`Immediately, node by node.`,
      OnDelete: () => l10n.t`After you delete the old pod.`,
    },
    unverified: true,
    source: handlerDev,
  },
  {
    name: 'memoryOverheadMB',
    type: 'integer',
    summary: () =>
      l10n.t`No released operator reads this key. With a proposed change, the operator sets the annotation io.katacontainers.config.hypervisor.memory_overhead of each Kata pod to this value, in MB. No Kata version reads this annotation.`,
    readBy: [],
    unverified: true,
    note: () => l10n.t`The key doesn't change the overhead of a runtime class.`,
    source: all(
      operatorDev('00b58ece', 'controllers/fg_handler.go'),
      issue('openshift/sandboxed-containers-operator', 1058),
      operatorDev('1f12f9ec', 'controllers/pod_mutator.go'),
    ),
  },
  {
    name: 'timeTravel',
    type: 'string',
    summary: () => l10n.t`Unused placeholder in OSC 1.7.`,
    readBy: [],
    since: '1.7',
    until: '1.7',
    note: () => l10n.t`This feature gate has no effect. Remove it.`,
    source: 'openshift/sandboxed-containers-operator@release-1.7 (osc-feature-gates)',
  },
];

/** The keys of layered-image-deploy-cm. */
export const layeredImageKeys: readonly ConfigKey[] = [
  {
    name: 'osImageURL',
    type: 'string',
    summary: () => l10n.t`Operating system image that the nodes boot. The image must contain Kata.`,
    readBy: ['operator'],
    requiredBy: ['operator'],
    form: () => l10n.t`Image with its registry, repository, and tag or digest.`,
    source: operator18('controllers/layered_image_handler.go'),
  },
  {
    name: 'kernelArguments',
    type: 'string',
    summary: () => l10n.t`Kernel arguments for the nodes.`,
    sample: 'kvm_intel.tdx=1',
    readBy: ['operator'],
    source: operator18('controllers/layered_image_handler.go'),
  },
];

const gates = new Map(featureGates.map((gate) => [gate.name, gate]));

/** Returns the feature gate with this name. Names are case-sensitive. */
export function findFeatureGate(name: string): ConfigKey | undefined {
  return gates.get(name);
}

/**
 * Returns whether a Boolean feature gate with this value is on. Returns 'depends' if released and development operators
 * differ. In OSC 1.11 and earlier, only the exact value `true` turns a feature gate on. Development versions accept all
 * values that Go parses as true.
 */
export function isGateEnabled(text: string, release: Release): boolean | 'depends' {
  if (text === 'true') return true;
  const goTrue = ['1', 't', 'T', 'TRUE', 'True'].includes(text);
  return goTrue && isInForce({ since: '1.12' }, release) ? 'depends' : false;
}
