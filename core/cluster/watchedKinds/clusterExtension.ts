/**
 * ClusterExtensions of the operator's package: how the operator was requested from OLM v1, instead of with a
 * Subscription. Source: operator-framework/operator-controller@df2c201d api/v1/clusterextension_types.go.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getString } from '#core/common/json.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { defineWatchedKind } from '../objects/watchedKind.ts';
import {
  getName,
  readConditions,
  truncateWord,
  type StatusCondition,
  type ClusterObject,
} from '../objects/clusterObject.ts';

/** A ClusterExtension of the operator's package. */
export interface ClusterExtension extends ClusterObject {
  /** Namespace that the operator is installed in. */
  readonly installNamespace?: string;
  /** ServiceAccount with which OLM v1 installs the operator. */
  readonly serviceAccount?: string;
  /** Requested version or range of versions, such as `1.13.x`. */
  readonly wantedVersion?: string;
  /** Namespace that the operator watches, from the inline configuration. */
  readonly watchNamespace?: string;
  /** Installed version. */
  readonly installedVersion?: string;
  readonly conditions: readonly StatusCondition[];
}

/** Defines how ClusterExtensions are watched and read. */
export const clusterExtensions = defineWatchedKind<ClusterExtension>({
  group: 'olm.operatorframework.io',
  version: 'v1',
  plural: 'clusterextensions',
  kind: 'ClusterExtension',
  scope: 'cluster',
  optional: true,
  neededFor: () => l10n.t`whether the operator is installed as a ClusterExtension`,
  read(raw, object) {
    if (getString(raw, 'spec', 'source', 'catalog', 'packageName') !== documentedSubscription.package) return undefined;
    const word = (...at: readonly string[]): string | undefined => {
      const text = getString(raw, ...at);
      return text === undefined || text === '' ? undefined : truncateWord(text);
    };
    return {
      ...object,
      ...omitUndefined({
        installNamespace: word('spec', 'namespace'),
        serviceAccount: getName(raw, 'spec', 'serviceAccount', 'name'),
        wantedVersion: word('spec', 'source', 'catalog', 'version'),
        watchNamespace: word('spec', 'config', 'inline', 'watchNamespace'),
        installedVersion: word('status', 'install', 'bundle', 'version'),
      }),
      conditions: readConditions(raw),
    };
  },
});
