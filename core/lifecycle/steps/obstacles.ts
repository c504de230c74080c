/**
 * What keeps OLM from installing the operator, as far as it can be seen before anything is sent. Sources: notes/cluster.md 5.1, 5.3;
 * operator-framework/operator-lifecycle-manager@992bb097 pkg/controller/registry/resolver.
 */
import { installingOperator } from '../../docSections.ts';
import type { Snapshot } from '../../live/snapshot.ts';
import { csvOf, subscriptionOf } from '../../live/status/olmParts.ts';
import { isKnown, itemNamed, surroundingsOf } from '../../live/status/surroundings.ts';
import { namesWords, oneLine } from '../../live/words.ts';
import { subscription as documented } from '../../namespaces.ts';
import { managerName } from '../references.ts';
import { knownFact, type Situation } from '../situation.ts';
import { isSettled, type Told } from './told.ts';

/** Whether the operator runs, and OLM knows nothing of it: somebody installed it in another way. */
export function runsOtherwise(snapshot: Snapshot): boolean {
  if (!isKnown(snapshot, 'subscriptions') || !isKnown(snapshot, 'clusterServiceVersions')) return false;
  if (subscriptionOf(snapshot) !== undefined || csvOf(snapshot) !== undefined) return false;
  return (itemNamed(snapshot, 'deployments', managerName)?.available ?? 0) > 0;
}

export const otherwise: Told = { state: 'done', headline: 'Not needed: the operator runs, installed in another way' };

/** Why a Subscription must not be made here; undefined: nothing that can be seen. */
export function obstacleOf(situation: Situation): Told | undefined {
  const blocked = { state: 'blocked', docs: installingOperator } as const;
  if (situation.snapshot.subscriptions.state.kind === 'absent') {
    return {
      ...blocked,
      headline: 'No Operator Lifecycle Manager',
      meaning: 'The cluster does not know Subscriptions: nobody would install the operator.',
      todo: 'Enable the capability OperatorLifecycleManager of OpenShift.',
    };
  }
  const [extension] = knownFact(situation, 'clusterExtension')?.found ?? [];
  if (extension !== undefined) {
    return {
      ...blocked,
      headline: `Installed by ClusterExtension ${extension.name}`,
      meaning: `The ClusterExtension ${extension.name} installs the operator${extension.installNamespace === undefined ? '' : ` into ${extension.installNamespace}`}: a Subscription beside it would install it a second time.`,
      todo: `Leave it to the ClusterExtension, or remove that first${kataConfigFirst(situation.snapshot)}: \`oc delete clusterextension ${extension.name}\`.`,
    };
  }
  const elsewhere = knownFact(situation, 'subscriptionsElsewhere')?.found ?? [];
  const [first] = elsewhere;
  if (first === undefined) return undefined;
  const names = namesWords(
    elsewhere.map(({ namespace = '', name }) => `${namespace}/${name}`),
    4,
  );
  return {
    ...blocked,
    headline: 'Subscribed to in another namespace',
    meaning: `There is already a Subscription to the operator elsewhere (${names}). The operator works in its own namespace only, and two of them fail each other.`,
    todo: `Remove that one and its release first${kataConfigFirst(situation.snapshot)}: \`oc delete subscription ${first.name} -n ${first.namespace ?? ''}\`${first.installedCsv === undefined || !isName(first.installedCsv) ? '' : ` and \`oc delete csv ${first.installedCsv} -n ${first.namespace ?? ''}\``}.`,
  };
}

/** An operator that is removed before its KataConfig takes kata from no node; a ClusterExtension takes the definition of KataConfigs along, too. Source: notes/cluster.md 5.2. */
export function kataConfigFirst(snapshot: Snapshot): string {
  const { kataConfig } = surroundingsOf(snapshot);
  if (kataConfig !== undefined) return `, but not before the KataConfig ${kataConfig.name} is deleted and gone`;
  return isSettled(snapshot, 'kataConfigs') ? '' : ', but not while there is a KataConfig';
}

/** Whether a text may stand in a command: what a status says may be anything. Source: Kubernetes, "Object Names and IDs". */
function isName(text: string): boolean {
  return /^[a-z0-9][a-z0-9.-]{0,252}$/.test(text);
}

export interface Wanted {
  readonly channel: string;
  readonly source: string;
  readonly sourceNamespace: string;
  readonly startingCsv?: string;
}

/** Why what is wanted cannot be had from the catalogue; undefined: nothing that can be seen. */
export function missingFromCatalogue(situation: Situation, { channel, source, sourceNamespace, startingCsv }: Wanted): Told | undefined {
  if (sourceNamespace !== documented.sourceNamespace) return undefined;
  const blocked = { state: 'blocked', docs: installingOperator } as const;
  const catalogues = knownFact(situation, 'catalogues');
  if (catalogues !== undefined && catalogues.sources.every(({ name }) => name !== source)) {
    const off = catalogues.hub?.disableAllDefaultSources === true || catalogues.hub?.sources.some(({ name, disabled }) => name === source && disabled) === true;
    const others = catalogues.sources.map(({ name }) => name);
    return {
      ...blocked,
      headline: `There is no catalog ${oneLine(source, 60)}`,
      meaning: `${sourceNamespace} has no CatalogSource ${oneLine(source, 80)}${off ? ': OperatorHub has it switched off' : ''}.${others.length === 0 ? '' : ` It has ${namesWords(others, 5)}.`}`,
      todo: 'Choose a catalog that the cluster has, or have this one created: in clusters without a way to the internet it is a mirror with another name.',
    };
  }
  const found = knownFact(situation, 'packageManifest')?.found;
  // The package of another catalogue says nothing of this one.
  if (found === undefined || found.catalogue !== source) return undefined;
  const offered = found.channels.find(({ name }) => name === channel);
  if (offered === undefined) {
    return {
      ...blocked,
      headline: `There is no channel ${oneLine(channel, 60)}`,
      meaning: `The package has no channel ${oneLine(channel, 80)} in the catalog ${source}. It has ${namesWords(
        found.channels.map(({ name }) => name),
        5,
      )}.`,
      todo: `Choose one of these; the documents have ${documented.channel}.`,
    };
  }
  const { entries, currentCsv } = offered;
  if (startingCsv === undefined || entries.length === 0 || startingCsv === currentCsv || entries.some(({ csv }) => csv === startingCsv)) return undefined;
  return {
    ...blocked,
    headline: `${oneLine(startingCsv, 80)} is not in the channel`,
    meaning: `startingCSV names ${oneLine(startingCsv, 100)}, which the channel ${channel} does not have, or has no longer; its newest is ${currentCsv}.`,
    todo: 'Leave startingCSV out, or name a release that the channel has.',
  };
}

/** What is the matter with the catalogue, when OLM finds nothing in it; undefined: nothing that can be seen. It may still change by itself. */
export function catalogueProblem(situation: Situation, { source, sourceNamespace }: Wanted): Pick<Told, 'headline' | 'meaning' | 'todo'> | undefined {
  if (sourceNamespace !== documented.sourceNamespace) return undefined;
  const catalogue = knownFact(situation, 'catalogues')?.sources.find(({ name }) => name === source);
  if (catalogue?.state !== undefined && catalogue.state !== 'READY') {
    return {
      headline: `The catalog ${source} does not answer`,
      meaning: `OLM cannot reach the catalog ${source}: its connection is ${oneLine(catalogue.state, 40)}.${catalogue.message === undefined ? '' : ` ${oneLine(catalogue.message)}`}`,
      todo: `See its pod: \`oc get pods -n ${sourceNamespace} -l olm.catalogSource=${source}\`. Often its image cannot be pulled.`,
    };
  }
  const found = knownFact(situation, 'packageManifest')?.found;
  if (catalogue === undefined || found === undefined || found.catalogue === source) return undefined;
  return {
    headline: `Not in the catalog ${source}`,
    meaning: `OLM finds no release of the operator in the catalog ${source}. The catalog ${found.catalogue} has it.`,
    todo: `Set source of the Subscription to ${found.catalogue}.`,
  };
}
