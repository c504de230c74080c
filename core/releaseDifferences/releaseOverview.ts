/** Summarizes each OSC release for lists. */
import { getGuest } from '#core/agent/guests.ts';
import { isDeprecatedVersion, listVersionsOf } from '#core/product/catalog.ts';
import { findOpenShiftSupport, hasCompleteCatalogs, listCatalogVersions } from '#core/product/openShiftSupport.ts';
import { releases, type Release } from '#core/product/releases.ts';

/** An OSC release with the data that users choose it by. */
export interface ReleaseOverview {
  readonly id: string;
  readonly status: 'released' | 'not released';
  /** Versions in the channel `stable`, oldest first. */
  readonly versions: readonly string[];
  /** Those of the versions that the catalog marks as deprecated. */
  readonly deprecated: readonly string[];
  readonly openShift: {
    /** Minor versions whose catalog contains the release. Null if no catalog was read. */
    readonly offered: readonly string[] | null;
    /** False if not all catalogs were read, so that there can be more versions. */
    readonly isComplete: boolean;
    /** First supported patch version of each minor version. Null if the documentation wasn't read. */
    readonly documented: readonly string[] | null;
  };
  /** Kata version of the guest, or null if it isn't known. */
  readonly kata: string | null;
  readonly docs: string;
}

/** Returns a summary of each known release, oldest first. Previews are last. */
export function listReleaseOverviews(): readonly ReleaseOverview[] {
  return releases.map(createOverview);
}

function createOverview(release: Release): ReleaseOverview {
  const { id, docs, isPreview } = release;
  const offered = listCatalogVersions(id);
  return {
    id,
    status: isPreview === true ? 'not released' : 'released',
    versions: listVersionsOf(id),
    deprecated: listVersionsOf(id).filter(isDeprecatedVersion),
    openShift: {
      offered: offered.length === 0 ? null : offered,
      isComplete: hasCompleteCatalogs(id),
      documented: findOpenShiftSupport(id)?.first ?? null,
    },
    kata: getGuest(release).kata ?? null,
    docs,
  };
}
