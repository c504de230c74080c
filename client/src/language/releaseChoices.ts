/** Lists the OSC releases that the user can select. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { findRelease, newestRelease, releasesNewestFirst, type Release } from '#core/product/releases.ts';

/** An open cluster and its OSC release. */
export interface ClusterRelease {
  readonly cluster: string;
  readonly release: Release;
}

/**
 * An OSC release that the user can select. The ID is the value of `osc.release`. If the ID is empty, the language
 * server uses the release of the open cluster or, without one, the latest supported release.
 */
export interface ReleaseChoice {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
}

/**
 * Returns the ID of the active choice. The language server ignores unknown releases.
 * @param setting value of `osc.release`
 */
export function choiceInForce(setting: string): string {
  return findRelease(setting)?.id ?? '';
}

/** ID of the choice that compares the release in force with another one. It isn't the ID of a release. */
export const comparisonId = 'compare';

/**
 * Returns the ID of the release that files are checked against.
 * @param setting value of `osc.release`
 */
export function releaseInForce(setting: string, ofCluster: ClusterRelease | undefined): string {
  return choiceInForce(setting) || (ofCluster?.release ?? newestRelease).id;
}

/** Returns the choice that compares the release in force with another one. */
export function comparisonChoice(inForce: string): ReleaseChoice {
  return {
    id: comparisonId,
    label: l10n.t`Compare with...`,
    description: '',
    detail: l10n.t`Show what changes from OSC ${inForce} to another release, and which findings appear and disappear in this workspace`,
  };
}

/** Returns the label of a release. */
export function labelOf({ id, isPreview }: Release): string {
  return isPreview === true ? l10n.t`OSC ${id} (not released)` : `OSC ${id}`;
}

/**
 * Returns the selectable releases, the automatic choice first, then the newest release first. Previews are last.
 * @param setting value of `osc.release`
 * @param ofCluster release of the open cluster; undefined if no cluster with a known release is open
 */
export function releaseChoices(setting: string, ofCluster: ClusterRelease | undefined): readonly ReleaseChoice[] {
  const inForce = choiceInForce(setting);
  const choice = (id: string, label: string) => ({
    id,
    label,
    description: id === inForce ? l10n.t`current` : '',
  });
  return [
    automaticChoice(choice, ofCluster),
    ...releasesNewestFirst.map((release) => choice(release.id, labelOf(release))),
  ];
}

function automaticChoice(
  choice: (id: string, label: string) => ReleaseChoice,
  ofCluster: ClusterRelease | undefined,
): ReleaseChoice {
  return ofCluster === undefined
    ? {
        ...choice('', l10n.t`Latest supported (${newestRelease.id})`),
        detail: l10n.t`If you open a cluster whose release is known, the extension uses the cluster's release instead`,
      }
    : {
        ...choice('', l10n.t`Release from cluster ${ofCluster.cluster} (${ofCluster.release.id})`),
        detail: l10n.t`If no cluster with a known release is open, the extension uses the latest supported release (${newestRelease.id})`,
      };
}
