/**
 * Resolves a Subscription to the release to install. If there is none, returns the reason, with the message of OLM.
 * Source: operator-lifecycle-manager@992bb097 pkg/controller/registry/resolver, pkg/controller/operators/catalog.
 */
import { isInRange, parseSkipRange } from '#core/operations/updatePath.ts';
import { getString, type KubeObject } from '#simulator/store/kubeObject.ts';
import type { Client } from '../framework/client.ts';
import { catalogSources, csvs, subscriptions } from '../framework/resourceNames.ts';
import { formatCsvName, getReplaced, packageName, skipRangeOf, versionOf } from './bundle.ts';
import { channelsOf, hasOperator, isReadyCatalogue } from './catalogues.ts';

/** Result of a resolution. */
export type Resolution =
  /** The installed release is up to date. */
  | { readonly is: 'satisfied' }
  | { readonly is: 'wanted'; readonly version: string }
  | { readonly is: 'unsatisfiable'; readonly message: string }
  /** A catalog doesn't respond. The resolution is retried. */
  | { readonly is: 'prevented'; readonly message: string };

/** Returns the release that a Subscription should install now. */
export function resolve(client: Client, subscription: KubeObject): Resolution {
  const { name, namespace = '' } = subscription.metadata;
  const wanted = getString(subscription, 'spec', 'name') ?? '';
  const [source, sourceNamespace] = sourceOf(subscription);
  const channel = getString(subscription, 'spec', 'channel') ?? 'stable';
  const startingCsv = getString(subscription, 'spec', 'startingCSV');
  const nothing = (what: string): Resolution => ({
    is: 'unsatisfiable',
    message: `constraints not satisfiable: ${what}, subscription ${name} exists`,
  });
  // OLM queries all catalogs that are visible in the namespace, even those that the Subscription doesn't reference.
  const silent = client
    .list(catalogSources)
    .find((each) => [namespace, globalCatalogues].includes(each.metadata.namespace ?? '') && !isReadyCatalogue(each));
  if (silent !== undefined) return { is: 'prevented', message: unavailable(silent) };
  const catalogue = client.get(catalogSources, source, sourceNamespace);
  if (catalogue === undefined)
    return nothing(
      `no operators found from catalog ${source} in namespace ${sourceNamespace} referenced by subscription ${name}`,
    );
  const referenced = `in the catalog referenced by subscription ${name}`;
  if (wanted !== packageName || !hasOperator(catalogue))
    return nothing(`no operators found in package ${wanted} ${referenced}`);
  const channels = channelsOf(catalogue);
  const available = Object.hasOwn(channels, channel) ? channels[channel] : undefined;
  if (available === undefined)
    return nothing(`no operators found in channel ${channel} of package ${wanted} ${referenced}`);
  const installed = getString(subscription, 'status', 'installedCSV');
  const [newest = ''] = available;
  if (installed !== undefined) {
    const next = findUpdate(available, installed, getString(client.get(csvs, installed, namespace), 'spec', 'version'));
    return next === undefined ? { is: 'satisfied' } : { is: 'wanted', version: next };
  }
  const first = startingCsv === undefined ? newest : versionOf(startingCsv);
  if (first === undefined || !available.includes(first)) {
    return nothing(
      `no operators found with name ${startingCsv ?? ''} in channel ${channel} of package ${wanted} ${referenced}`,
    );
  }
  const stray = client
    .list(csvs, namespace)
    .find((csv) => versionOf(csv.metadata.name) !== undefined && !isReferenced(client, csv));
  if (stray === undefined) return { is: 'wanted', version: first };
  const [candidate, existing] = [
    `${source}/${sourceNamespace}/${channel}/${formatCsvName(first)}`,
    `@existing/${namespace}//${stray.metadata.name}`,
  ];
  return {
    is: 'unsatisfiable',
    message: [
      `constraints not satisfiable: subscription ${name} exists`,
      `subscription ${name} requires ${candidate}`,
      `${candidate} and ${existing} originate from package ${packageName}`,
      `clusterserviceversion ${stray.metadata.name} exists and is not referenced by a subscription`,
    ].join(', '),
  };
}

/**
 * Returns the newest bundle of a channel that updates the installed one, because it replaces it or its `olm.skipRange`
 * contains its version. OLM tries the bundles from the newest to the oldest.
 * @param available versions in the channel, newest first
 * @param installed name of the installed CSV
 * @param version version of the installed CSV
 */
export function findUpdate(
  available: readonly string[],
  installed: string,
  version: string | undefined,
): string | undefined {
  return available.find((candidate) => {
    const range = parseSkipRange(skipRangeOf(candidate));
    const isSkipped = version !== undefined && range !== undefined && isInRange(version, range) === true;
    return isSkipped || getReplaced(candidate) === installed;
  });
}

/** Namespace whose catalogs are visible in all namespaces. */
const globalCatalogues = 'openshift-marketplace';

function unavailable({ metadata: { name, namespace = '' } }: KubeObject): string {
  const host = `${name}.${namespace}.svc`;
  const why = `transport: Error while dialing: dial tcp: lookup ${host} on 172.30.0.10:53: no such host`;
  const source = `failed to populate resolver cache from source ${name}/${namespace}`;
  return `${source}: failed to list bundles: rpc error: code = Unavailable desc = connection error: desc = ${JSON.stringify(why)}`;
}

/** Returns the name and namespace of the catalog that a Subscription references. */
export function sourceOf(subscription: KubeObject): readonly [name: string, namespace: string] {
  return [getString(subscription, 'spec', 'source') ?? '', getString(subscription, 'spec', 'sourceNamespace') ?? ''];
}

function isReferenced(client: Client, csv: KubeObject): boolean {
  return client.list(subscriptions, csv.metadata.namespace).some((subscription) => {
    const { name } = csv.metadata;
    return (
      getString(subscription, 'status', 'installedCSV') === name ||
      getString(subscription, 'status', 'currentCSV') === name
    );
  });
}
