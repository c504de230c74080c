/**
 * Installs the operator with OLM v1, and then Kata. Existing objects count as done, regardless of who created them.
 * Source: openshift/sandboxed-containers-operator@24f3950d docs/olm/README.md.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import { getBoolean, getString, getValue, isJsonObject, omitUndefined } from '#core/common/json.ts';
import { indexSnapshot } from '#core/status/snapshotIndex.ts';
import { consequenceFacts } from '../rebootConsequences.ts';
import { createExtensionManifests, type ExtensionOptions } from '../changes/extensionManifests.ts';
import type { KubernetesManifest } from '../lookups/lookup.ts';
import { defineProcedure, sequenceSteps, type KeptChoices } from '../procedure.ts';
import { extensionInstalledStep, extensionObstacle, extensionStep } from '../steps/install/extensionStep.ts';
import { readNodeSelection, kataConfigStep } from '../steps/install/kataConfigStep.ts';
import { namespaceStep } from '../steps/install/namespaceStep.ts';
import { runtimeClassesStep } from '../steps/install/runtimeClassesStep.ts';
import { webhookStep } from '../steps/install/webhookStep.ts';
import { nodesStep } from '../steps/nodes/nodesStep.ts';
import { imageStep } from '../steps/peerPods/imageStep.ts';
import { objectSteps } from '../steps/peerPods/objectSteps.ts';
import { install } from './install.ts';

/** Choices for an installation with OLM v1. */
export interface ExtensionInstallChoices {
  readonly extension: ExtensionOptions;
  readonly kataConfig: KubernetesManifest;
}

/** Words that a channel or a range of versions can contain. */
const plainWord = /^[\w.,<>=!~^| *-]{1,100}$/;

const keptChoices: KeptChoices<ExtensionInstallChoices> = {
  write: ({ extension, kataConfig }) => ({ extension: { ...extension }, kataConfig }),
  read(kept) {
    const kataConfig = getValue(kept, 'kataConfig');
    const channel = getString(kept, 'extension', 'channel') ?? '';
    const version = getString(kept, 'extension', 'version');
    const watchesOwnNamespace = getBoolean(kept, 'extension', 'watchesOwnNamespace');
    const isReadable = plainWord.test(channel) && (version === undefined || plainWord.test(version));
    if (!isReadable || watchesOwnNamespace === undefined) return undefined;
    if (!isJsonObject(kataConfig) || getString(kataConfig, 'kind') !== 'KataConfig') return undefined;
    return { extension: { channel, watchesOwnNamespace, ...omitUndefined({ version }) }, kataConfig };
  },
};

/** The operation that installs the operator with OLM v1, and then Kata. */
export const installExtension = defineProcedure<ExtensionInstallChoices>({
  id: 'installExtension',
  title: () => l10n.t`Install Kata with OLM v1`,
  ...omitUndefined({ label: install.label }),
  preparesWorkloads: true,
  docs: installingOperator,
  facts: [
    'operatorNamespace',
    'kataConfigCrd',
    'webhookEndpoints',
    'infrastructure',
    'clusterExtension',
    'subscriptionsElsewhere',
    'wholeKataConfig',
    ...consequenceFacts,
  ],
  kept: keptChoices,
  asks: 'once',
  steps(situation, { extension, kataConfig }) {
    const peerPods =
      indexSnapshot(situation.snapshot).kataConfig?.enablePeerPods ?? readNodeSelection(kataConfig).enablePeerPods;
    const obstacle = extensionObstacle(situation);
    return sequenceSteps([
      namespaceStep(situation, createExtensionManifests(extension).namespace, obstacle),
      extensionStep(situation, extension, obstacle),
      extensionInstalledStep(situation),
      webhookStep(situation),
      ...objectSteps(situation, [], peerPods),
      kataConfigStep(situation, kataConfig),
      nodesStep(situation),
      ...(peerPods ? [imageStep(situation)] : []),
      runtimeClassesStep(situation, peerPods),
    ]);
  },
});
