/** Defines what `osc-tools wait` can wait for. Its messages are always in English. */
import { compareVersions, versionNumbers } from '#core/common/versions.ts';

export type WaitTarget =
  /** Kata is installed on all nodes of the KataConfig. */
  | { readonly kind: 'installed' }
  /** No KataConfig exists. */
  | { readonly kind: 'uninstalled' }
  /** The operator has this version, and Kata is installed. */
  | { readonly kind: 'updated'; readonly version: string }
  /** Kata is installed on this node. */
  | { readonly kind: 'node'; readonly name: string }
  /** All nodes of this MachineConfigPool have its configuration. */
  | { readonly kind: 'pool'; readonly name: string }
  /** The pod VM image for peer pods exists. */
  | { readonly kind: 'image' }
  /** No pod has a Kata runtime class. */
  | { readonly kind: 'podsGone' };

/** All targets, as users write them. */
export const waitTargets = 'installed, uninstalled, updated=VERSION, node=NAME, pool=NAME, image, pods-gone';

/** Parses a target. Returns undefined if it's invalid. */
export function parseWaitTarget(text: string): WaitTarget | undefined {
  const [kind = '', ...rest] = text.split('=');
  const value = rest.join('=');
  if (rest.length === 0) {
    switch (kind) {
      case 'installed':
      case 'uninstalled':
      case 'image':
        return { kind };
      case 'pods-gone':
        return { kind: 'podsGone' };
      default:
        return undefined;
    }
  }
  // Names of nodes and pools are DNS subdomains.
  if ((kind === 'node' || kind === 'pool') && /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/.test(value))
    return { kind, name: value };
  return kind === 'updated' && compareInstalledVersion('1.0.0', value) !== undefined
    ? { kind, version: value }
    : undefined;
}

/**
 * Compares the installed version with the version to wait for.
 * @param wanted version such as `1.12.0`, or release such as `1.12`, which any of its versions matches
 * @returns a negative number if the installed version is older, 0 if it matches, and a positive number if it's newer.
 * Undefined if a version is invalid
 */
export function compareInstalledVersion(installed: string, wanted: string): number | undefined {
  const isRelease = /^\d+\.\d+$/.test(wanted);
  const [one, other] = [versionNumbers(installed), versionNumbers(isRelease ? `${wanted}.0` : wanted)];
  if (one === undefined || other === undefined) return undefined;
  return compareVersions(isRelease ? { ...one, patch: 0, early: false } : one, other);
}
