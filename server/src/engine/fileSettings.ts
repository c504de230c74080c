/** The settings that apply to a file. */
import * as l10n from '@vscode/l10n';
import type { Release } from '#core/product/releases.ts';
import type { SeveritySetting } from '#core/common/severity.ts';

/** Settings in force for a file. */
export interface FileSettings {
  readonly release: Release;
  /** The cluster whose release that is, if the user chose no release. */
  readonly releaseOf?: string;
  readonly severities: ReadonlyMap<string, SeveritySetting>;
  /** Of a folder: what the workspace leaves out of it, in patterns as in a `.gitignore`. */
  readonly exclude: readonly string[];
  readonly codeLens: boolean;
  readonly inlayHints: boolean;
}

/**
 * Describes the release that a file is checked for: `Checked for OSC 1.12`, and the cluster that has it if the user
 * chose no release.
 */
export function describeCheckedRelease({ release, releaseOf }: Pick<FileSettings, 'release' | 'releaseOf'>): string {
  return releaseOf === undefined
    ? l10n.t`Checked against OSC ${release.id}`
    : l10n.t`Checked against OSC ${release.id} (cluster ${releaseOf})`;
}
