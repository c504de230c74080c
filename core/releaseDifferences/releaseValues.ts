/** Compares the data that has a value for each release: the guest, its policy, and the OpenShift versions. */
import { defaultPolicy } from '#core/agent/defaultPolicies.ts';
import { getGuest, type Guest } from '#core/agent/guests.ts';
import { bakedBy } from '#core/agent/policyDelivery.ts';
import { findFirstOpenShift, listVersionsOf } from '#core/product/catalog.ts';
import { findOpenShiftSupport, hasCompleteCatalogs, listCatalogVersions } from '#core/product/openShiftSupport.ts';
import type { Release } from '#core/product/releases.ts';
import { splitSources } from '#core/product/sourceLinks.ts';
import { certaintyOf, type ReleaseArea, type ReleaseCertainty } from './releaseChange.ts';

/** A value of a release with its source. */
interface KnownValue {
  readonly value: string;
  readonly source: readonly string[];
  readonly certainty: ReleaseCertainty;
}

/** Data that has a value for each release. */
export interface ReleaseValue {
  readonly area: ReleaseArea;
  readonly subject: string;
  /** Returns the value, or the reason why it isn't known, as a sentence. */
  readonly valueOf: (release: Release) => KnownValue | string;
  /** Returns the effect of a change, in one sentence. */
  readonly consequence: (from: Release, to: Release) => string;
  readonly severity: 'warning' | 'info';
}

const catalogSources = [
  'openshift/sandboxed-containers-operator#2306',
  'openshift/sandboxed-containers-operator#2502',
] as const;

/** Formats versions such as 4.18, 4.19, and 4.20 as `4.18 to 4.20`. */
export function formatVersionRange(versions: readonly string[]): string {
  const [first, last] = [versions[0] ?? '', versions.at(-1) ?? ''];
  const minors = versions.map((version) => Number(version.split('.')[1]));
  const hasGap = minors.some((minor, index) => index > 0 && minor !== (minors[index - 1] ?? 0) + 1);
  if (versions.length < 3 || hasGap) return versions.join(', ');
  return `${first} to ${last}`;
}

function ofGuest(value: (guest: Guest) => string | undefined, what: string): ReleaseValue['valueOf'] {
  return (release) => {
    const guest = getGuest(release);
    const found = value(guest);
    if (found === undefined) return `The ${what} of OSC ${release.id} isn't known.`;
    return { value: found, source: splitSources([guest.source]), certainty: certaintyOf(guest.source) };
  };
}

/** All data that has a value for each release. */
export const releaseValues: readonly ReleaseValue[] = [
  {
    area: 'support',
    subject: 'OpenShift in the catalog',
    valueOf: ({ id }) =>
      hasCompleteCatalogs(id)
        ? { value: formatVersionRange(listCatalogVersions(id)), source: catalogSources, certainty: 'catalogue' }
        : `The list of OpenShift versions for OSC ${id} is incomplete.`,
    consequence: describeCatalogChange,
    severity: 'info',
  },
  {
    area: 'support',
    subject: 'OpenShift in the documentation',
    valueOf: ({ id }) => {
      const support = findOpenShiftSupport(id);
      if (support === undefined) return `The support table of OSC ${id} isn't known.`;
      return { value: support.first.join(', '), source: [support.source], certainty: 'documented' };
    },
    consequence: (_, { id }) => `OSC ${id} requires one of these versions or a later patch of it.`,
    severity: 'warning',
  },
  {
    area: 'agent',
    subject: 'Kata version of the guest',
    valueOf: ofGuest(({ kata }) => kata, 'Kata version of the guest'),
    consequence: (_, { id }) => `Pods of OSC ${id} run with this version of the Kata agent.`,
    severity: 'info',
  },
  {
    area: 'agent',
    subject: 'Policy engine of the guest',
    valueOf: ofGuest(({ engines }) => engines.map(({ id }) => id).join(' or '), 'policy engine of the guest'),
    consequence: (_, { id }) =>
      `Check your agent policies for OSC ${id}, because another engine can evaluate them differently.`,
    severity: 'warning',
  },
  {
    area: 'agent',
    subject: 'Input of CopyFileRequest',
    valueOf: ofGuest(
      ({ copyFile }) => (copyFile === 'message' ? 'data' : 'file_type and symlink_target'),
      'input of CopyFileRequest',
    ),
    consequence: () => 'A condition is undefined if it reads a field that this input lacks.',
    severity: 'warning',
  },
  {
    area: 'image',
    subject: 'Agent policy in confidential images',
    valueOf: (release) => {
      const policy = bakedBy(release);
      const source = policy === undefined ? undefined : defaultPolicy(policy)?.source;
      if (policy === undefined || source === undefined)
        return `The agent policy in the images of OSC ${release.id} isn't known.`;
      return { value: policy, source: splitSources([source]), certainty: certaintyOf(source) };
    },
    consequence: () => 'The policy in the image limits pods without their own policy.',
    severity: 'info',
  },
];

function describeCatalogChange(from: Release, to: Release): string {
  const missing = listCatalogVersions(from.id).filter((version) => !listCatalogVersions(to.id).includes(version));
  const newest = listVersionsOf(from.id).at(-1);
  const first = findFirstOpenShift(listVersionsOf(to.id)[0] ?? '');
  if (missing.length === 0 || newest === undefined || first === undefined)
    return `OLM offers OSC ${to.id} on these OpenShift versions, which doesn't mean that they are supported.`;
  return `On OpenShift ${missing.join(', ')}, the channel stable ends at ${newest}, so update OpenShift to ${first} first.`;
}
