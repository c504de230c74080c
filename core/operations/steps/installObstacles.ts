/**
 * Finds problems that prevent OLM from installing the operator and that are visible before any change is sent. Sources:
 * notes/cluster.md 5.1, 5.3; operator-framework/operator-lifecycle-manager@992bb097 pkg/controller/registry/resolver.
 */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '#core/product/docSections.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { findClusterExtension } from '#core/status/operator/clusterExtensionParts.ts';
import { findCsv, findSubscription } from '#core/status/operator/olmParts.ts';
import { isKnown, findItem, indexSnapshot } from '#core/status/snapshotIndex.ts';
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { documentedSubscription as documented } from '#core/product/namespaces.ts';
import { formatList, getSentenceSeparator } from '#core/text/grammar.ts';
import { operatorDeploymentName } from '../changes/references.ts';
import { getLookupValue, type ObservedCluster } from '../observedCluster.ts';
import { isListKnown, type StepStatus } from './stepStatus.ts';

/** Returns whether the operator is running but was installed without a Subscription: by OLM v1, or without OLM. */
export function isInstalledWithoutOlm(snapshot: Snapshot): boolean {
  if (!isKnown(snapshot, 'subscriptions') || !isKnown(snapshot, 'clusterServiceVersions')) return false;
  if (findSubscription(snapshot) !== undefined || findCsv(snapshot) !== undefined) return false;
  return (findItem(snapshot, 'deployments', operatorDeploymentName)?.available ?? 0) > 0;
}

/** Returns the status of a step of OLM v0 for an operator that was installed without it. */
export const notNeededStatus = (snapshot?: Snapshot): StepStatus => ({
  state: 'done',
  headline:
    snapshot === undefined || findClusterExtension(snapshot) === undefined
      ? l10n.t`Not required (operator installed without OLM)`
      : l10n.t`Not required (OLM v1 installed the operator)`,
});

/** Returns the reason why a Subscription must not be created. Returns undefined if no problem is visible. */
export function obstacleOf(situation: ObservedCluster): StepStatus | undefined {
  const blocked = { state: 'blocked', docs: installingOperator } as const;
  if (situation.snapshot.subscriptions.state.kind === 'absent') {
    return {
      ...blocked,
      headline: l10n.t`No Operator Lifecycle Manager`,
      meaning: l10n.t`The cluster has no Subscription CRD, so the operator can't be installed with OLM.`,
      todo: l10n.t`Enable the OpenShift capability named OperatorLifecycleManager.`,
    };
  }
  const [extension] = getLookupValue(situation, 'clusterExtension')?.found ?? [];
  if (extension !== undefined) return installedByExtension(situation, extension);
  const elsewhere = getLookupValue(situation, 'subscriptionsElsewhere')?.found ?? [];
  const [first] = elsewhere;
  if (first === undefined) return undefined;
  const names = formatNames(
    elsewhere.map(({ namespace = '', name }) => `${namespace}/${name}`),
    4,
  );
  const { name, namespace = '', installedCsv } = first;
  const deletion = formatList([
    `\`oc delete subscription ${name} -n ${namespace}\``,
    ...(installedCsv === undefined || !isName(installedCsv)
      ? []
      : [`\`oc delete csv ${installedCsv} -n ${namespace}\``]),
  ]);
  return {
    ...blocked,
    headline: l10n.t`A Subscription exists in another namespace`,
    meaning: l10n.t`A Subscription for the operator already exists in another namespace (${names}). The operator works only in its own namespace, and two installed operators would conflict with each other.`,
    todo: kataConfigFirst(situation.snapshot, {
      alone: l10n.t`Delete that installation of the operator first: ${deletion}.`,
      after: (kataConfig) =>
        l10n.t`After KataConfig ${kataConfig} is deleted, delete that installation of the operator: ${deletion}.`,
      perhaps: l10n.t`If no KataConfig exists, delete that installation of the operator first: ${deletion}.`,
    }),
  };
}

/** Describes an operator that OLM v1 installed. */
function installedByExtension(
  situation: ObservedCluster,
  extension: { readonly name: string; readonly installNamespace?: string },
): StepStatus {
  return {
    state: 'blocked',
    docs: installingOperator,
    headline: l10n.t`Installed by ClusterExtension ${extension.name}`,
    meaning:
      extension.installNamespace === undefined
        ? l10n.t`ClusterExtension ${extension.name} installs the operator. A Subscription would install it a second time.`
        : l10n.t`ClusterExtension ${extension.name} installs the operator in ${extension.installNamespace}. A Subscription would install it a second time.`,
    todo: kataConfigFirst(situation.snapshot, {
      alone: l10n.t(
        'Keep the ClusterExtension, or replace it with a Subscription. To replace it, first delete the ClusterExtension: `oc delete clusterextension {0}`.',
        extension.name,
      ),
      after: (name) =>
        l10n.t(
          'Keep the ClusterExtension, or replace it with a Subscription. To replace it, delete the ClusterExtension only after KataConfig {0} is deleted: `oc delete clusterextension {1}`.',
          name,
          extension.name,
        ),
      perhaps: l10n.t(
        'Keep the ClusterExtension, or replace it with a Subscription. To replace it, delete the ClusterExtension only if no KataConfig exists: `oc delete clusterextension {0}`.',
        extension.name,
      ),
    }),
  };
}

/**
 * Instructions to delete an installation, for three cases: there is no KataConfig, a KataConfig must be deleted first,
 * or it's unknown whether one exists.
 */
export interface DeletionTexts {
  readonly alone: string;
  readonly after: (kataConfig: string) => string;
  readonly perhaps: string;
}

/**
 * Returns the instructions that match the KataConfig state. If the operator is removed before its KataConfig, Kata
 * isn't uninstalled from any node. Deleting a ClusterExtension also deletes the KataConfig CRD. The warning comes
 * before the command. Source: notes/cluster.md 5.2.
 */
export function kataConfigFirst(snapshot: Snapshot, { alone, after, perhaps }: DeletionTexts): string {
  const { kataConfig } = indexSnapshot(snapshot);
  if (kataConfig !== undefined) return after(kataConfig.name);
  return isListKnown(snapshot, 'kataConfigs') ? alone : perhaps;
}

/**
 * Returns whether a text is safe in a command, because a status can contain any text. Source: Kubernetes, "Object Names
 * and IDs".
 */
function isName(text: string): boolean {
  return /^[a-z0-9][a-z0-9.-]{0,252}$/.test(text);
}

export interface CatalogRequest {
  readonly channel: string;
  readonly source: string;
  readonly sourceNamespace: string;
  readonly startingCsv?: string;
}

/** Returns why the catalog can't provide the requested release. Returns undefined if no problem is visible. */
export function describeMissingCatalogEntry(
  situation: ObservedCluster,
  { channel, source, sourceNamespace, startingCsv }: CatalogRequest,
): StepStatus | undefined {
  if (sourceNamespace !== documented.sourceNamespace) return undefined;
  const blocked = { state: 'blocked', docs: installingOperator } as const;
  const catalogues = getLookupValue(situation, 'catalogues');
  if (catalogues !== undefined && catalogues.sources.every(({ name }) => name !== source)) {
    const off =
      catalogues.hub?.disableAllDefaultSources === true ||
      catalogues.hub?.sources.some(({ name, disabled }) => name === source && disabled) === true;
    const others = catalogues.sources.map(({ name }) => name);
    return {
      ...blocked,
      headline: l10n.t`Catalog ${sanitizeLine(source, 60)} not found`,
      meaning: [
        off
          ? l10n.t`${sourceNamespace} has no CatalogSource ${sanitizeLine(source, 80)}. The catalog is disabled in OperatorHub.`
          : l10n.t`${sourceNamespace} has no CatalogSource ${sanitizeLine(source, 80)}.`,
        ...(others.length === 0 ? [] : [l10n.t`Available catalogs: ${formatNames(others, 5)}.`]),
      ].join(getSentenceSeparator()),
      todo: l10n.t`Select a catalog that exists in the cluster, or ask a cluster administrator to create this catalog. In disconnected clusters, the catalog is a mirror with a different name.`,
    };
  }
  const found = getLookupValue(situation, 'packageManifest')?.found;
  // A package from another catalog isn't relevant.
  if (found === undefined || found.catalogue !== source) return undefined;
  const offered = found.channels.find(({ name }) => name === channel);
  if (offered === undefined) {
    return {
      ...blocked,
      headline: l10n.t`Channel ${sanitizeLine(channel, 60)} doesn't exist`,
      meaning: l10n.t`The package has no channel ${sanitizeLine(channel, 80)} in catalog ${source}. Available channels: ${formatNames(
        found.channels.map(({ name }) => name),
        5,
      )}.`,
      todo: l10n.t`Select an available channel. Documented channel: ${documented.channel}.`,
    };
  }
  const { entries, currentCsv } = offered;
  if (
    startingCsv === undefined ||
    entries.length === 0 ||
    startingCsv === currentCsv ||
    entries.some(({ csv }) => csv === startingCsv)
  )
    return undefined;
  return {
    ...blocked,
    headline: l10n.t`${sanitizeLine(startingCsv, 80)} isn't in the channel`,
    meaning: l10n.t`startingCSV is ${sanitizeLine(startingCsv, 100)}, but channel ${channel} doesn't contain this version or no longer contains it. The latest version is ${currentCsv}.`,
    todo: l10n.t`Remove startingCSV, or set it to a version in the channel.`,
  };
}

/**
 * Describes a problem with the catalog if OLM finds nothing in it. Returns undefined if no problem is visible. The
 * problem might still resolve automatically.
 */
export function catalogueProblem(
  situation: ObservedCluster,
  { source, sourceNamespace }: CatalogRequest,
): Pick<StepStatus, 'headline' | 'meaning' | 'todo'> | undefined {
  if (sourceNamespace !== documented.sourceNamespace) return undefined;
  const catalogue = getLookupValue(situation, 'catalogues')?.sources.find(({ name }) => name === source);
  if (catalogue?.state !== undefined && catalogue.state !== 'READY') {
    return {
      headline: l10n.t`Catalog ${source} isn't responding`,
      meaning: [
        l10n.t`OLM can't reach catalog ${source}. Connection state: ${sanitizeLine(catalogue.state, 40)}.`,
        ...(catalogue.message === undefined ? [] : [sanitizeLine(catalogue.message)]),
      ].join(getSentenceSeparator()),
      todo: l10n.t(
        "Check the catalog pod: `oc get pods -n {0} -l olm.catalogSource={1}`. A common cause is an image that can't be pulled.",
        sourceNamespace,
        source,
      ),
    };
  }
  const found = getLookupValue(situation, 'packageManifest')?.found;
  if (catalogue === undefined || found === undefined || found.catalogue === source) return undefined;
  return {
    headline: l10n.t`Operator not in catalog ${source}`,
    meaning: l10n.t`OLM finds no operator release in catalog ${source}. Catalog ${found.catalogue} contains the operator.`,
    todo: l10n.t`Set source in the Subscription to ${found.catalogue}.`,
  };
}
