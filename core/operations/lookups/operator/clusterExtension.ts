/** ClusterExtensions (OLM v1) of the operator's package: another way to install it, which a Subscription gets in the way of. Source: olm.operatorframework.io/v1. */
import * as l10n from '@vscode/l10n';
import { given, stringAt } from '#core/common/json.ts';
import { readConditions, readObject, shortText, type Condition, type LiveObject } from '#core/cluster/objects/clusterObject.ts';
import { collectionPath } from '#core/cluster/objects/objectReference.ts';
import { subscription } from '#core/product/namespaces.ts';
import { defineFact, mapAnswer } from '../lookup.ts';

export interface ClusterExtension extends LiveObject {
  /** Where it installs. */
  readonly installNamespace?: string;
  /** Of what is installed. */
  readonly installedVersion?: string;
  readonly conditions: readonly Condition[];
}

export interface ClusterExtensions {
  readonly found: readonly ClusterExtension[];
}

const path = collectionPath({ group: 'olm.operatorframework.io', version: 'v1', plural: 'clusterextensions' });
const isOurs = (raw: unknown): boolean => stringAt(raw, 'spec', 'source', 'catalog', 'packageName') === subscription.package;

export const clusterExtensionFact = defineFact<ClusterExtensions>({
  neededFor: l10n.t`whether the operator is installed as a ClusterExtension`,
  read: async (reader) =>
    mapAnswer(await reader.list(path, 100, isOurs), ({ items }) => ({ found: items.filter(isOurs).flatMap(readExtension) }), { found: [] }),
});

function readExtension(raw: unknown): readonly ClusterExtension[] {
  const object = readObject(raw);
  if (object === undefined) return [];
  const short = (...at: readonly string[]): string | undefined => {
    const text = stringAt(raw, ...at);
    return text === undefined ? undefined : shortText(text);
  };
  const installNamespace = short('spec', 'namespace');
  const installedVersion = short('status', 'install', 'bundle', 'version');
  return [{ ...object, ...given({ installNamespace, installedVersion }), conditions: readConditions(raw) }];
}
