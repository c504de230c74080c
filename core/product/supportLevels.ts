/**
 * Lists the documented support levels by platform, and the support of clusters in FIPS mode. Covers only OSC 1.12,
 * because the documentation of other releases wasn't evaluated. Sources: OSC 1.12 §1.2, tables 1.1 and 1.2; OSC 1.12
 * §1.6.
 */
import * as l10n from '@vscode/l10n';
import type { Message } from '../text/message.ts';
import { compareVersionTexts } from '../common/versions.ts';
import { findOpenShiftSupport, openShiftFit } from './openShiftSupport.ts';

/** A platform of the table. */
export type SupportedPlatform = 'bareMetal' | 'ibmZ' | 'ibmZPeerPods' | 'azure' | 'aws' | 'gcp';

/**
 * Support level. `none`: the table has a row without a level, so Red Hat doesn't offer it. `unlisted`: the table has no
 * such row, or doesn't contain the OpenShift version.
 */
export type SupportLevel = 'generalAvailability' | 'technologyPreview' | 'developerPreview' | 'none' | 'unlisted';

/** The release of the tables. */
export const supportLevelsRelease = '1.12';
const levelSource = 'OSC 1.12 §1.2';
const fipsSource = 'OSC 1.12 §1.6';
/** First OpenShift version with GPU support, only on x86_64. */
export const firstGpuVersion = '4.21.9';

/** The only GPU in table 1.2. The levels of other GPUs aren't documented. */
export const documentedGpu = 'NVIDIA H100';

/** Levels with this GPU from `firstGpuVersion`. Table 1.1 lists no version with a GPU for s390x. */
const gpuLevels: Readonly<Record<SupportedPlatform, SupportLevel>> = {
  bareMetal: 'technologyPreview',
  ibmZ: 'none',
  ibmZPeerPods: 'none',
  azure: 'developerPreview',
  aws: 'none',
  gcp: 'none',
};

/** Names of the platforms. */
export const platformNames: Readonly<Record<SupportedPlatform, Message>> = {
  bareMetal: () => l10n.t`Bare metal`,
  ibmZ: () => l10n.t`IBM Z bare metal`,
  ibmZPeerPods: () => l10n.t`IBM Z peer pods`,
  azure: () => 'Azure',
  aws: () => 'AWS',
  gcp: () => 'Google Cloud',
};

/** Names of the levels. */
export const levelNames: Readonly<Record<SupportLevel, Message>> = {
  generalAvailability: () => l10n.t`General Availability`,
  technologyPreview: () => l10n.t`Technology Preview`,
  developerPreview: () => l10n.t`Developer Preview`,
  none: () => l10n.t({ message: 'not offered', args: [], comment: ['The support level of a feature on a platform.'] }),
  unlisted: () =>
    l10n.t({ message: 'not documented', args: [], comment: ['The support level of a feature on a platform.'] }),
};

/** A level with the section that documents it. */
export interface DocumentedLevel {
  readonly level: SupportLevel;
  readonly source: string;
}

/** Returns the support level on a platform with an OpenShift version. */
export function findSupportLevel(
  platform: SupportedPlatform | undefined,
  openShift: string,
  hasGpu = false,
): DocumentedLevel {
  const support = findOpenShiftSupport(supportLevelsRelease);
  const isListed = support !== undefined && openShiftFit(openShift, support) === 'listed';
  if (platform === undefined || !isListed) return { level: 'unlisted', source: levelSource };
  if (!hasGpu) return { level: 'generalAvailability', source: levelSource };
  return { level: hasGpuSupport(openShift) ? gpuLevels[platform] : 'none', source: levelSource };
}

function hasGpuSupport(openShift: string): boolean {
  return (compareVersionTexts(openShift, firstGpuVersion) ?? -1) >= 0;
}

/** `documented`: covered by the documentation; `untested`: not tested and not fully supported; `other`: not covered. */
export type FipsSupport = 'documented' | 'untested' | 'other';

/**
 * Returns what the documentation states about a runtime class on a node in FIPS mode.
 * @param architecture Kubernetes name, such as `amd64`
 */
export function findFipsSupport(
  runtimeClass: 'kata' | 'kata-remote',
  architecture: string,
): { readonly support: FipsSupport; readonly source: string } {
  if (runtimeClass === 'kata-remote') return { support: 'untested', source: fipsSource };
  return { support: architecture === 'amd64' ? 'documented' : 'other', source: fipsSource };
}
