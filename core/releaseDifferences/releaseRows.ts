/** Lists the data that applies only to some releases, from all tables with a first or last release per row. */
import { omitUndefined } from '#core/common/json.ts';
import { annotations } from '#core/annotations/index.ts';
import { knownKinds } from '#core/kinds/index.ts';
import type { ConfigKey } from '#core/peerPods/configKey.ts';
import { featureGates, layeredImageConfigMapName, layeredImageKeys } from '#core/peerPods/featureGates.ts';
import { commonKeys } from '#core/peerPods/keys/common.ts';
import { providerCredentials, providerKeys } from '#core/peerPods/keys/index.ts';
import { getPodVmImageConfigMapName, podVmImageKeys } from '#core/peerPods/keys/podVmImageKeys.ts';
import { documentedProviders, providers } from '#core/peerPods/providers.ts';
import { featureGatesName, peerPodsConfigMapName, peerPodsSecretName } from '#core/product/namespaces.ts';
import { isInForce, type Release } from '#core/product/releases.ts';
import { knownRuntimeClasses } from '#core/product/runtimeClasses.ts';
import { splitSources } from '#core/product/sourceLinks.ts';
import { certaintyOf, type ReleaseArea, type ReleaseChange } from './releaseChange.ts';

/** A row that applies only to some releases. */
export interface ReleaseRow {
  readonly area: ReleaseArea;
  readonly subject: string;
  /** First release. `1.5` means 1.5 or earlier. */
  readonly since?: string;
  /** Last release. */
  readonly until?: string;
  readonly replacedBy?: string;
  /** What a release that has the row does with it, such as `read`. */
  readonly state: string;
  /** Sentence about a release that has the row, without its name. */
  readonly present: string;
  /** Sentence about a release that doesn't have the row, without its name. */
  readonly absent: string;
  /** True if a release without the row silently ignores what a user wrote. */
  readonly isIgnored: boolean;
  readonly unverified?: boolean;
  readonly source: string;
}

const read = { state: 'read', isIgnored: true } as const;

/** Returns all rows that apply only to some releases. */
export function listReleaseRows(): readonly ReleaseRow[] {
  return [...fieldRows(), ...keyRows(), ...annotationRows(), ...classRows(), ...providerRows()].filter(
    ({ since, until }) => since !== undefined || until !== undefined,
  );
}

function fieldRows(): readonly ReleaseRow[] {
  return knownKinds.flatMap((kind) =>
    Object.entries(kind.fields)
      // The keys of ConfigMaps and Secrets, and the annotations of pods, have tables of their own.
      .filter(([path]) => !/^(?:data|stringData)\.|annotations\[/.test(path))
      .map(([path, { since, until, replacedBy, section }]) => ({
        ...omitUndefined({ since, until, replacedBy }),
        ...read,
        area: 'field',
        subject: `${kind.id} ${path}`,
        present: 'has this field',
        absent: "doesn't have this field",
        source: section?.title ?? kind.section?.title ?? kind.id,
      })),
  );
}

function keyRows(): readonly ReleaseRow[] {
  const rowsOf = (object: string, keys: readonly ConfigKey[]) => keys.map((key) => keyRow(object, key));
  return [
    ...rowsOf(peerPodsConfigMapName, commonKeys),
    ...documentedProviders.flatMap((provider) => [
      ...rowsOf(`${peerPodsConfigMapName} (${provider})`, providerKeys[provider]),
      ...rowsOf(`${peerPodsSecretName} (${provider})`, providerCredentials[provider]),
    ]),
    ...rowsOf(featureGatesName, featureGates),
    ...rowsOf(layeredImageConfigMapName, layeredImageKeys),
    ...podVmImageKeys.flatMap((key) =>
      key.providers.map((provider) => keyRow(getPodVmImageConfigMapName(provider), key)),
    ),
  ];
}

function keyRow(object: string, { name, since, until, replacedBy, unverified, source }: ConfigKey): ReleaseRow {
  return {
    ...omitUndefined({ since, until, replacedBy, unverified }),
    ...read,
    area: 'key',
    subject: `${object} ${name}`,
    present: 'reads this key',
    absent: 'ignores this key',
    source,
  };
}

function annotationRows(): readonly ReleaseRow[] {
  return annotations.map(({ key, runtimes, since, until, replacedBy, unverified, source }) => ({
    ...omitUndefined({ since, until, replacedBy, unverified }),
    ...read,
    area: 'annotation',
    subject: `${key} (${runtimes.join(', ')})`,
    present: 'reads this annotation',
    absent: "doesn't read this annotation",
    source,
  }));
}

function classRows(): readonly ReleaseRow[] {
  return knownRuntimeClasses.map(({ name, since, unverified, source }) => ({
    ...omitUndefined({ since, unverified }),
    area: 'runtimeClass',
    subject: name,
    state: 'created by the operator',
    isIgnored: false,
    present: 'can create this runtime class',
    absent: "doesn't create this runtime class",
    source,
  }));
}

function providerRows(): readonly ReleaseRow[] {
  return providers.map(({ name, until, source }) => ({
    ...omitUndefined({ until }),
    area: 'support',
    subject: `Cloud provider ${name}`,
    state: 'supported',
    isIgnored: false,
    present: 'supports this cloud provider',
    absent: "doesn't support this cloud provider",
    source,
  }));
}

/** Returns the rows that only one of two releases has. */
export function compareReleaseRows(from: Release, to: Release): readonly ReleaseChange[] {
  return listReleaseRows().flatMap((row) => {
    const [before, after] = [isInForce(row, from), isInForce(row, to)];
    return before === after ? [] : [changeOf(row, after, to)];
  });
}

function changeOf(row: ReleaseRow, isAdded: boolean, to: Release): ReleaseChange {
  const { area, subject, state, present, absent, isIgnored, replacedBy, unverified, source } = row;
  const advice = isAdded || replacedBy === undefined ? '' : ` and uses ${replacedBy} instead`;
  return {
    kind: isAdded ? 'added' : 'removed',
    area,
    subject,
    from: isAdded ? null : state,
    to: isAdded ? state : null,
    consequence: `OSC ${to.id} ${isAdded ? present : absent}${advice}.`,
    severity: !isAdded && isIgnored && unverified !== true ? 'warning' : 'info',
    source: splitSources([source]),
    certainty: certaintyOf(source),
  };
}
