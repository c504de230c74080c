/** Asks for the installation options that can't be read from the cluster. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { logLevels } from '#core/kinds/kataConfig.ts';
import {
  createKataConfigManifest,
  documentedInstallOptions,
  readKataConfigOptions,
  type InstallOptions,
  type KataConfigOptions,
} from '#core/operations/changes/installManifests.ts';
import { createExtensionOptions } from '#core/operations/changes/extensionManifests.ts';
import { getLookupValue, type ObservedCluster } from '#core/operations/observedCluster.ts';
import { omitUndefined, getString } from '#core/common/json.ts';
import { listSelectedNodes } from '#core/status/nodes/nodeSelection.ts';
import type { ExtensionInstallChoices } from '#core/operations/procedures/installExtension.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { canChooseOlm, findClusterExtension } from '#core/status/operator/clusterExtensionParts.ts';
import { findSubscription } from '#core/status/operator/olmParts.ts';
import { isKnown, findItem, listItems, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatCount } from '#core/text/counts.ts';
import { formatNames } from '#core/text/phrases.ts';
import { peerPodsConfigMapName } from '#core/product/namespaces.ts';
import type { NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import { objectNameProblem } from '#core/kinds/objectName.ts';
import { readLabelsText, readSelectorText } from '#core/labels/selectorText.ts';
import { getSentenceSeparator, joinSentences } from '#core/text/grammar.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';

/** Maximum number of older releases of a channel that are offered. */
const mostReleases = 8;

/** Returns the next question, or undefined if there is none. */
export function installQuestion(
  situation: ObservedCluster,
  answers: ReadonlyMap<string, string>,
): NamedInputStep | undefined {
  const { snapshot } = situation;
  const isAsked = (name: string): boolean => !answers.has(name);
  if (canChooseOlm(snapshot) && isAsked('olm')) return olmQuestion();
  if (findSubscription(snapshot) === undefined && !usesOlmV1(snapshot, answers)) {
    if (isAsked('release')) return releaseQuestion(situation);
    if (isAsked('approval')) return approvalQuestion(releaseOf(answers).startingCsv !== undefined);
  }
  if (indexSnapshot(snapshot).kataConfig !== undefined) return undefined;
  // A KataConfig that was saved during an update is restored unchanged.
  if (getLookupValue(situation, 'keptKataConfig')?.found?.kataConfig !== undefined) return undefined;
  if (isAsked('where')) return whereQuestion(situation);
  if (isAsked('nodes')) return nodesQuestion(situation, answers.get('where') === 'peerPods');
  if (answers.get('nodes') === 'label' && isAsked('selector')) return selectorQuestion(situation);
  if (isAsked('logLevel')) return logLevelQuestion();
  if (isAsked('metadata')) return metadataQuestion();
  if (answers.get('metadata') !== 'custom') return undefined;
  if (isAsked('name')) return nameQuestion();
  return isAsked('labels') ? labelsQuestion() : undefined;
}

/** Returns whether OLM v1 installs the operator: the user selected it, or a ClusterExtension exists. */
export function usesOlmV1(snapshot: Snapshot, answers: ReadonlyMap<string, string>): boolean {
  return answers.get('olm') === 'v1' || findClusterExtension(snapshot) !== undefined;
}

/** Returns the choices for an installation with OLM v1. */
export function extensionAnswers(
  situation: Pick<ObservedCluster, 'snapshot' | 'facts'>,
  answers: ReadonlyMap<string, string>,
): ExtensionInstallChoices {
  const { channel, kataConfig } = installAnswers(situation, answers);
  const offered = getLookupValue(situation, 'packageManifest')?.found?.channels.find(({ name }) => name === channel);
  return {
    extension: createExtensionOptions(channel, offered?.version),
    kataConfig: createKataConfigManifest(kataConfig),
  };
}

const olmQuestion = (): NamedInputStep => ({
  name: 'olm',
  placeHolder: l10n.t`How do you want to install the operator?`,
  items: [
    {
      label: l10n.t`Subscription (OLM v0)`,
      detail: l10n.t`Described in the documentation of OpenShift sandboxed containers.`,
      value: 'v0',
    },
    {
      label: l10n.t`ClusterExtension (OLM v1)`,
      detail: l10n.t`Up to OSC 1.13, OLM v1 requires the feature set TechPreviewNoUpgrade.`,
      value: 'v1',
    },
  ],
});

/** Combines the answers with the existing configuration of the cluster. */
export function installAnswers(
  { snapshot, facts }: Pick<ObservedCluster, 'snapshot' | 'facts'>,
  answers: ReadonlyMap<string, string>,
): InstallOptions {
  const found = getLookupValue({ facts }, 'packageManifest')?.found;
  const before = findSubscription(snapshot);
  const { kataConfig } = indexSnapshot(snapshot);
  const { channel, startingCsv } = releaseOf(answers);
  const asked: Omit<InstallOptions, 'kataConfig'> = {
    channel: channel ?? documentedInstallOptions.channel,
    approval: answers.get('approval') === 'Manual' ? 'Manual' : 'Automatic',
    source: found?.catalogue ?? documentedInstallOptions.source,
    ...omitUndefined({ startingCsv, sourceNamespace: found?.catalogueNamespace }),
  };
  const there =
    before === undefined
      ? undefined
      : { ...before, approval: before.approval === 'Manual' ? ('Manual' as const) : ('Automatic' as const) };
  return {
    ...(there === undefined
      ? asked
      : {
          channel: there.channel,
          approval: there.approval,
          source: there.source,
          sourceNamespace: there.sourceNamespace,
          ...omitUndefined({ startingCsv: there.startingCsv }),
        }),
    kataConfig: kataConfig === undefined ? wantedKataConfig(answers) : readKataConfigOptions(kataConfig),
  };
}

/** Summarizes the existing installation in a few words. */
function standingWords({ context, snapshot }: Pick<ObservedCluster, 'context' | 'snapshot'>): string {
  const [version] = listItems(snapshot, 'clusterVersions');
  const subscription = findSubscription(snapshot);
  const { kataConfig } = indexSnapshot(snapshot);
  return [
    context,
    version?.version === undefined ? undefined : `OpenShift ${version.version}`,
    operatorWords(subscription),
    kataConfig === undefined ? l10n.t`No KataConfig` : `KataConfig ${kataConfig.name}`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function operatorWords(subscription: ReturnType<typeof findSubscription>): string {
  const state = subscription === undefined ? l10n.t`Not installed` : (subscription.installedCsv ?? l10n.t`Installing`);
  return l10n.t`${l10n.t`Operator`}: ${state}`;
}

function releaseQuestion(situation: ObservedCluster): NamedInputStep {
  const fact = getLookupValue(situation, 'packageManifest');
  const { channel } = documentedInstallOptions;
  const item = (
    label: string,
    value: { channel: string; startingCsv?: string },
    description: string,
    detail?: string,
  ) => ({
    label,
    description,
    value: JSON.stringify(value),
    ...omitUndefined({ detail }),
  });
  const placeHolder = l10n.t`${standingWords(situation)}. Select an OSC release.`;
  if (fact?.found === undefined) {
    const why =
      fact === undefined
        ? l10n.t`Can't read the releases in the catalog.`
        : l10n.t`No catalog on this cluster provides the operator, so OLM can't find it.`;
    // A question with one choice is normally skipped, but the user must see this one.
    return {
      name: 'release',
      placeHolder: joinSentences(placeHolder, why),
      items: [item(l10n.t`Channel ${channel}`, { channel }, l10n.t`Documented default`, why)],
      always: true,
    };
  }
  const { channels, defaultChannel, catalogueName } = fact.found;
  const ordered = channels.toSorted(
    (one, other) => Number(other.name === defaultChannel) - Number(one.name === defaultChannel),
  );
  const items = ordered.flatMap(({ name, currentCsv, version, entries }) => [
    item(
      `OSC ${version ?? currentCsv}`,
      { channel: name },
      l10n.t`Channel ${name} (latest)`,
      l10n.t`From ${catalogueName}. Later updates come from the same channel.`,
    ),
    ...entries
      .filter(({ csv }) => csv !== currentCsv)
      .slice(0, name === defaultChannel ? mostReleases : 0)
      .map(({ csv, version: older }) =>
        item(
          `OSC ${older ?? csv}`,
          { channel: name, startingCsv: csv },
          l10n.t`Channel ${name}`,
          l10n.t`Older release. Each update requires your approval.`,
        ),
      ),
  ]);
  return { name: 'release', placeHolder, items, always: true };
}

/**
 * Asks for the approval mode.
 * @param older true for an older release, which automatic approval would update immediately
 */
function approvalQuestion(older: boolean): NamedInputStep {
  const manual = {
    label: 'Manual',
    detail: l10n.t`You review and approve each install plan, now and for each update.`,
    value: 'Manual',
  };
  const automatic = {
    label: 'Automatic',
    description: l10n.t`Documented default`,
    detail: l10n.t`OLM installs new releases from the channel automatically.`,
    value: 'Automatic',
  };
  return {
    name: 'approval',
    placeHolder: l10n.t`Select how operator releases are approved`,
    items: older ? [manual] : [automatic, manual],
  };
}

function whereQuestion({ snapshot }: ObservedCluster): NamedInputStep {
  const known = isKnown(snapshot, 'configMaps');
  const configured = findItem(snapshot, 'configMaps', peerPodsConfigMapName) !== undefined;
  const state = configured
    ? l10n.t`${peerPodsConfigMapName} exists on the cluster.`
    : known
      ? l10n.t`${peerPodsConfigMapName} doesn't exist yet. It must exist before the KataConfig is created.`
      : '';
  return {
    name: 'where',
    placeHolder: l10n.t`Select where sandbox VMs run`,
    // If peer pods are configured, the user probably wants to use them.
    ...(configured ? { active: 'peerPods' } : {}),
    items: [
      {
        label: l10n.t`On the nodes`,
        detail: l10n.t`Requires hardware virtualization on the nodes. Uses runtime class kata.`,
        value: 'nodes',
      },
      {
        label: l10n.t`In the cloud`,
        description: l10n.t`Peer pods`,
        detail:
          `${l10n.t`Uses runtime class kata-remote in addition to kata.`}${getSentenceSeparator()}${state}`.trim(),
        value: 'peerPods',
      },
    ],
  };
}

function nodesQuestion({ snapshot }: ObservedCluster, peerPods: boolean): NamedInputStep {
  const count = (choice: Parameters<typeof listSelectedNodes>[0]): string =>
    isKnown(snapshot, 'nodes')
      ? formatCount(listSelectedNodes(choice, snapshot).length, 'node')
      : l10n.t`Can't list nodes`;
  const all = { label: l10n.t`All worker nodes`, description: count({ checkNodeEligibility: false }), value: 'all' };
  const eligible = {
    label: l10n.t`Eligible worker nodes`,
    description: count({ checkNodeEligibility: true }),
    detail: l10n.t`Installs Kata on nodes that have the eligibility label. Node Feature Discovery or an administrator sets the label.`,
    value: 'eligible',
  };
  const label = { label: l10n.t`Worker nodes with a label...`, description: '', value: 'label' };
  // The operator ignores the node selector on clusters without separate workers. Source: core/kinds/kataConfig.ts.
  const { converged } = indexSnapshot(snapshot);
  const choices = [all, ...(peerPods ? [] : [eligible]), ...(converged ? [] : [label])];
  return {
    name: 'nodes',
    placeHolder: l10n.t`Select the nodes for Kata. The Machine Config Operator drains and reboots each node.`,
    items: converged ? [{ ...all, label: l10n.t`All nodes` }] : choices,
  };
}

function selectorQuestion({ snapshot }: ObservedCluster): NamedInputStep {
  return {
    name: 'selector',
    prompt: l10n.t`Comma-separated labels of the worker nodes to install Kata on`,
    placeHolder: 'node-role.kubernetes.io/kata-pool=true',
    says(text) {
      const read = readSelectorText(text);
      if (!read.ok) return { message: read.error, wrong: true };
      if (!isKnown(snapshot, 'nodes'))
        return {
          message: l10n.t`You don't have permission to list nodes, so the number of matching nodes is unknown.`,
          wrong: false,
        };
      const names = listSelectedNodes({ poolSelector: read.value, checkNodeEligibility: false }, snapshot).map(
        ({ name }) => name,
      );
      return {
        message:
          names.length === 0
            ? l10n.t`No worker nodes match.`
            : `${formatCount(names.length, 'worker')}: ${formatNames(names, 5)}`,
        wrong: false,
      };
    },
  };
}

const logLevelQuestion = (): NamedInputStep => ({
  name: 'logLevel',
  placeHolder: l10n.t`Select the CRI-O log level for the Kata nodes. If you change the log level later, the nodes reboot again.`,
  active: 'info',
  items: Object.entries(logLevels)
    .toSorted(([one], [other]) => Number(other === 'info') - Number(one === 'info'))
    .map(([level, detail]) => ({ label: level, description: '', detail: detail().replaceAll('`', ''), value: level })),
});

const metadataQuestion = (): NamedInputStep => ({
  name: 'metadata',
  placeHolder: l10n.t`Select the name of the KataConfig`,
  items: [
    {
      label: documentedInstallOptions.kataConfig.name,
      description: l10n.t`Documented default`,
      value: 'default',
    },
    { label: l10n.t`Other name or labels...`, description: '', value: 'custom' },
  ],
});

const nameQuestion = (): NamedInputStep => ({
  name: 'name',
  prompt: l10n.t`Name of the KataConfig`,
  value: documentedInstallOptions.kataConfig.name,
  says(text) {
    const problem = text === '' ? l10n.t`it is empty` : objectNameProblem(text, 'KataConfig');
    return problem === undefined
      ? undefined
      : {
          message: l10n.t`The API server rejects the name "${sanitizeQuote(text, 60)}", because ${problem}.`,
          wrong: true,
        };
  },
});

const labelsQuestion = (): NamedInputStep => ({
  name: 'labels',
  prompt: l10n.t`Comma-separated labels of the KataConfig. If you leave this empty, it has no labels.`,
  placeHolder: 'team=platform',
  says(text) {
    const read = readLabelsText(text);
    return read.ok ? undefined : { message: read.error, wrong: true };
  },
});

function wantedKataConfig(answers: ReadonlyMap<string, string>): KataConfigOptions {
  const selector = readSelectorText(answers.get('selector') ?? '');
  const labels = readLabelsText(answers.get('labels') ?? '');
  return {
    name: answers.get('name') ?? documentedInstallOptions.kataConfig.name,
    checkNodeEligibility: answers.get('nodes') === 'eligible',
    enablePeerPods: answers.get('where') === 'peerPods',
    ...omitUndefined({
      logLevel: answers.get('logLevel'),
      labels: labels.ok && Object.keys(labels.value).length > 0 ? labels.value : undefined,
      selector: answers.get('nodes') === 'label' && selector.ok ? selector.value : undefined,
    }),
  };
}

function releaseOf(answers: ReadonlyMap<string, string>): { readonly channel?: string; readonly startingCsv?: string } {
  const text = answers.get('release');
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  return omitUndefined({ channel: getString(value, 'channel'), startingCsv: getString(value, 'startingCsv') });
}
