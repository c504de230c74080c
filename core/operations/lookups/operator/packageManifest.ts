/**
 * The operator package as the catalogs provide it. Source: operator-framework/operator-lifecycle-manager@992bb097
 * pkg/package-server/apis/operators/v1/packagemanifest_types.go; notes/cluster.md 5.1.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined, getList, getString } from '#core/common/json.ts';
import { truncateWord } from '#core/cluster/objects/clusterObject.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { documentedSubscription } from '#core/product/namespaces.ts';
import { defineLookup, mapReadResult } from '../lookup.ts';

interface PackageChannel {
  readonly name: string;
  /** Newest CSV in the channel, such as `sandboxed-containers-operator.v1.12.0`. */
  readonly currentCsv: string;
  /** Version of that CSV, such as `1.12.0`. */
  readonly version?: string;
  /** Minimum Kubernetes version of that CSV, such as `1.28.0`. */
  readonly minKubeVersion?: string;
  /** Versions that OLM updates directly to that CSV, such as `>=1.1.0 <1.13.1`. */
  readonly skipRange?: string;
  /** All CSVs in the channel, in catalog order. */
  readonly entries: readonly { readonly csv: string; readonly version?: string }[];
}

export interface PackageManifest {
  /** Undefined if no catalog contains the package. */
  readonly found?: {
    /** Catalog and its namespace. */
    readonly catalogue: string;
    readonly catalogueNamespace: string;
    readonly catalogueName: string;
    readonly defaultChannel?: string;
    readonly channels: readonly PackageChannel[];
  };
}

const packageManifestReference = {
  group: 'packages.operators.coreos.com',
  version: 'v1',
  plural: 'packagemanifests',
  kind: 'PackageManifest',
  name: documentedSubscription.package,
  namespace: documentedSubscription.sourceNamespace,
} as const;

/** Maximum number of channels of a package, and of CSVs in a channel, to keep. */
const [mostChannels, mostEntries] = [100, 300];

export const packageManifestFact = defineLookup<PackageManifest>({
  neededFor: () => l10n.t`which operator releases can be installed`,
  read: async (reader) => mapReadResult(await reader.get(getObjectPath(packageManifestReference)), readPackage, {}),
});

function readPackage(raw: unknown): PackageManifest {
  const status = (field: string): string | undefined => textAt(raw, 'status', field);
  const catalogue = status('catalogSource');
  if (catalogue === undefined) return {};
  return {
    found: {
      catalogue,
      catalogueNamespace: status('catalogSourceNamespace') ?? documentedSubscription.sourceNamespace,
      catalogueName: status('catalogSourceDisplayName') ?? catalogue,
      ...omitUndefined({ defaultChannel: status('defaultChannel') }),
      channels: getList(raw, 'status', 'channels').slice(0, mostChannels).flatMap(readChannel),
    },
  };
}

function readChannel(raw: unknown): readonly PackageChannel[] {
  const [name, currentCsv] = [textAt(raw, 'name'), textAt(raw, 'currentCSV')];
  if (name === undefined || currentCsv === undefined) return [];
  const entries = getList(raw, 'entries')
    .slice(0, mostEntries)
    .flatMap((entry) => {
      const csv = textAt(entry, 'name');
      return csv === undefined ? [] : [{ csv, ...omitUndefined({ version: textAt(entry, 'version') }) }];
    });
  const version = textAt(raw, 'currentCSVDesc', 'version');
  const minKubeVersion = textAt(raw, 'currentCSVDesc', 'minKubeVersion');
  const skipRange = textAt(raw, 'currentCSVDesc', 'annotations', 'olm.skipRange');
  return [{ name, currentCsv, ...omitUndefined({ version, minKubeVersion, skipRange }), entries }];
}

function textAt(raw: unknown, ...path: readonly string[]): string | undefined {
  const text = getString(raw, ...path);
  return text === undefined || text === '' ? undefined : truncateWord(text);
}
