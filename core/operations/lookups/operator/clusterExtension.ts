/**
 * ClusterExtensions (OLM v1) for the operator package. They're an alternative to a Subscription and conflict with it.
 * Source: olm.operatorframework.io/v1.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import {
  readConditions,
  parseClusterObject,
  truncateWord,
  type StatusCondition,
  type ClusterObject,
} from '#core/cluster/objects/clusterObject.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { defineLookup, mapReadResult } from '../lookup.ts';

export interface ClusterExtension extends ClusterObject {
  /** Namespace that the operator is installed in. */
  readonly installNamespace?: string;
  /** Installed version. */
  readonly installedVersion?: string;
  readonly conditions: readonly StatusCondition[];
}

export interface ClusterExtensions {
  readonly found: readonly ClusterExtension[];
}

const path = getCollectionPath({ group: 'olm.operatorframework.io', version: 'v1', plural: 'clusterextensions' });
const isOurs = (raw: unknown): boolean =>
  getString(raw, 'spec', 'source', 'catalog', 'packageName') === documentedSubscription.package;

export const clusterExtensionFact = defineLookup<ClusterExtensions>({
  neededFor: () => l10n.t`whether the operator is installed as a ClusterExtension`,
  read: async (reader) =>
    mapReadResult(
      await reader.list(path, 100, isOurs),
      ({ items }) => ({ found: items.filter(isOurs).flatMap(readExtension) }),
      { found: [] },
    ),
});

function readExtension(raw: unknown): readonly ClusterExtension[] {
  const object = parseClusterObject(raw);
  if (object === undefined) return [];
  const short = (...at: readonly string[]): string | undefined => {
    const text = getString(raw, ...at);
    return text === undefined ? undefined : truncateWord(text);
  };
  const installNamespace = short('spec', 'namespace');
  const installedVersion = short('status', 'install', 'bundle', 'version');
  return [{ ...object, ...omitUndefined({ installNamespace, installedVersion }), conditions: readConditions(raw) }];
}
