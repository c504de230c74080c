/** The settings that apply to a file. */
import * as l10n from '@vscode/l10n';
import { getKataVersion } from '#core/annotations/kataVersions.ts';
import type { Release } from '#core/product/releases.ts';
import type { SeveritySetting } from '#core/common/severity.ts';

/** The effective settings of a file. */
export interface FileSettings {
  readonly release: Release;
  /** Name of the cluster that determines the release. Undefined if the user selected a release. */
  readonly releaseOf?: string;
  /** Version of the open cluster's release, such as `1.99.0`, if the release isn't known. */
  readonly unknownVersion?: string;
  readonly severities: ReadonlyMap<string, SeveritySetting>;
  /** Patterns of excluded files, as in a `.gitignore`. Only for the settings of a folder. */
  readonly exclude: readonly string[];
  readonly codeLens: boolean;
  readonly inlayHints: boolean;
  /** How the server treats Kubernetes objects in files without a workload that runs in a Kata sandbox. */
  readonly kubernetesFields?: KubernetesFieldsSetting;
  /** True if another extension checks the unknown fields, types, and listed values of Kubernetes objects. */
  readonly kubernetesCheckedElsewhere?: boolean;
}

/**
 * `auto`: completion and hovers, unless another YAML extension is active. `on`: also findings. `off`: nothing.
 */
export type KubernetesFieldsSetting = 'auto' | 'on' | 'off';

/** Returns the IDs of the rules that the settings turn off. */
export function listRulesOff({ severities }: Pick<FileSettings, 'severities'>): readonly string[] {
  return Array.from(severities).flatMap(([id, severity]) => (severity === 'off' ? [id] : []));
}

/**
 * Describes the release that a file is checked against, such as `Checked against OSC 1.12`. If the user didn't select a
 * release, includes the name of the cluster that determines it.
 */
export function describeCheckedRelease({
  release,
  releaseOf,
  unknownVersion,
}: Pick<FileSettings, 'release' | 'releaseOf' | 'unknownVersion'>): string {
  if (unknownVersion !== undefined) return l10n.t`OSC ${unknownVersion} isn't known. Checked against OSC ${release.id}`;
  return releaseOf === undefined
    ? l10n.t`Checked against OSC ${release.id}`
    : l10n.t`Checked against OSC ${release.id} (cluster ${releaseOf})`;
}

/** Describes the release and the Kata version that a file is checked against. */
export function describeCheckedVersions(
  settings: Pick<FileSettings, 'release' | 'releaseOf' | 'unknownVersion'>,
): string {
  const version = getKataVersion(settings.release);
  const kata = version === undefined ? l10n.t`Kata unknown` : l10n.t`Kata ${version}`;
  return `${describeCheckedRelease(settings)} · ${kata}`;
}
