/** The KataConfig that an update keeps on the cluster while it is made again. Source: core/operations/changes/savedKataConfig.ts. */
import * as l10n from '@vscode/l10n';
import { readObject, type LiveObject } from '#core/cluster/objects/clusterObject.ts';
import { apiPath } from '#core/cluster/objects/objectReference.ts';
import { defineFact, mapAnswer, type Manifest } from '../lookup.ts';
import { keptIn, keptReference } from '#core/operations/changes/savedKataConfig.ts';

export interface KeptKataConfig {
  /** Undefined: none is kept. Without `kataConfig`: what is kept cannot be read. */
  readonly found?: LiveObject & { readonly kataConfig?: Manifest };
}

export const keptKataConfigFact = defineFact<KeptKataConfig>({
  neededFor: l10n.t`whether an update keeps a KataConfig that is to be made again`,
  read: async (reader) =>
    mapAnswer(
      await reader.get(apiPath(keptReference)),
      (raw) => {
        const object = readObject(raw);
        const kataConfig = keptIn(raw);
        return object === undefined ? {} : { found: { ...object, ...(kataConfig === undefined ? {} : { kataConfig }) } };
      },
      {},
    ),
});
