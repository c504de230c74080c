/**
 * Fields of a KataConfig that only OSC 1.3 and earlier had. Sources: domain/01-kataconfig.md 1.2, 1.3;
 * openshift/sandboxed-containers-operator issues 73 and 113; openshift/openshift-docs issue 55840.
 */
import * as l10n from '@vscode/l10n';
import type { Message } from '#core/text/message.ts';
import type { FieldTable } from '../../kinds/field.ts';

/** Fields of `spec`, with the reason for their removal. */
export const removedKataConfigFields: Readonly<Record<string, Message>> = {
  'spec.kataMonitorImage': () =>
    l10n.t`Removed after OSC 1.3. The operator now selects the kata-monitor image automatically.`,
  'spec.config': () =>
    l10n.t`Removed before the first release. Kata is installed from the RHCOS extension, not from an image.`,
};

const until = '1.3';
const progress = () => l10n.t`State of the operation. Later releases use the InProgress condition and kataNodes.`;
const inProgress = () => l10n.t`Progress of the operation. Later releases use the InProgress condition.`;

const operation = (name: string, completed: string): FieldTable => ({
  [`status.${name}`]: { type: 'object', summary: progress, until, replacedBy: 'status.conditions' },
  [`status.${name}.isInProgress`]: { type: 'boolean', summary: inProgress, until, replacedBy: 'status.conditions' },
  [`status.${name}.completed`]: {
    type: 'object',
    summary: () => l10n.t`Nodes on which the operation is complete.`,
    until,
    replacedBy: completed,
  },
  [`status.${name}.failed`]: {
    type: 'object',
    summary: () => l10n.t`Nodes on which the operation failed.`,
    until,
    replacedBy: 'status.kataNodes',
  },
  [`status.${name}.inProgress`]: {
    type: 'object',
    summary: () => l10n.t`Nodes on which the operation is in progress.`,
    until,
    replacedBy: 'status.kataNodes',
  },
});

/** All removed fields by path, for hovers only. Completion and the JSON Schemas don't contain them. */
export const removedKataConfigTable: FieldTable = {
  'spec.kataMonitorImage': {
    summary: () => removedKataConfigFields['spec.kataMonitorImage']?.() ?? '',
    until,
  },
  'spec.config': { type: 'object', summary: () => removedKataConfigFields['spec.config']?.() ?? '' },
  'spec.config.sourceImage': { summary: () => removedKataConfigFields['spec.config']?.() ?? '' },
  ...operation('installationStatus', 'status.kataNodes.installed'),
  ...operation('unInstallationStatus', 'status.kataNodes'),
  ...operation('upgradeStatus', 'status.kataNodes.installed'),
  'status.runtimeClass': {
    summary: () => l10n.t`Runtime class that the operator created.`,
    until,
    replacedBy: 'status.runtimeClasses',
  },
  'status.kataImage': { summary: () => l10n.t`Image from which Kata was installed.`, until },
  'status.totalNodesCount': {
    type: 'integer',
    summary: () => l10n.t`Number of selected nodes.`,
    until,
    replacedBy: 'status.kataNodes.nodeCount',
  },
  'status.prevMcpGeneration': {
    type: 'integer',
    summary: () => l10n.t`Last observed generation of the MachineConfigPool. For the operator only.`,
    until,
  },
};
