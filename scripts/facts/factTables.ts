/** Lists the tables with facts from upstream. To add a table, add it here with the month in which it was read. */
import { agentEndpoints } from '#core/agent/endpoints/endpoints.ts';
import { newerDefaults } from '#core/agent/endpoints/newerDefaults.ts';
import { defaultPolicies } from '#core/agent/defaultPolicies.ts';
import { getGuest } from '#core/agent/guests.ts';
import { initdataFiles } from '#core/agent/initdata.ts';
import { engines } from '#core/agent/policyEngines.ts';
import { annotations } from '#core/annotations/index.ts';
import { misnamedAnnotations } from '#core/annotations/misnamedAnnotations.ts';
import { changedReaders } from '#core/annotations/annotationReaders.ts';
import { remoteLists } from '#core/annotations/remoteVerdict.ts';
import { kataConfigKeys } from '#core/kata/configuration.ts';
import { featureGates, layeredImageKeys } from '#core/peerPods/featureGates.ts';
import { commonKeys } from '#core/peerPods/keys/common.ts';
import { providerCredentials, providerKeys } from '#core/peerPods/keys/index.ts';
import { misnamedKeys } from '#core/peerPods/keys/misnamedKeys.ts';
import { otherKeys } from '#core/peerPods/keys/other.ts';
import { podVmImageKeys } from '#core/peerPods/keys/podVmImageKeys.ts';
import { documentedProviders, providers } from '#core/peerPods/providers.ts';
import { catalogSource, stableEntries } from '#core/product/catalog.ts';
import { allSeries } from '#core/metrics/series/index.ts';
import { misspelledNamespaces } from '#core/product/namespaces.ts';
import { openShiftSupport } from '#core/product/openShiftSupport.ts';
import { releases } from '#core/product/releases.ts';
import { knownRuntimeClasses, misnamedRuntimeClasses } from '#core/product/runtimeClasses.ts';
import { kataUpstream } from '#core/product/sources.ts';
import { certaintyOf, type ReleaseCertainty } from '#core/releaseDifferences/releaseChange.ts';
import { singleChanges } from '#core/releaseDifferences/singleChanges.ts';

/** A row of a fact table. */
export interface FactRow {
  readonly name: string;
  /** Sources, separated by semicolons. An empty source is an error. */
  readonly source: string;
  readonly certainty: ReleaseCertainty;
}

/** A table with facts from upstream. */
export interface FactTable {
  readonly name: string;
  /** File with the table. */
  readonly file: string;
  /** Month in which the sources were last read, as `YYYY-MM`. */
  readonly readIn: string;
  readonly rows: readonly FactRow[];
}

interface SourcedRow {
  readonly source: string;
  readonly unverified?: boolean;
}

function rowsOf<T extends SourcedRow>(rows: readonly T[], nameOf: (row: T) => string): readonly FactRow[] {
  return rows.map((row) => ({
    name: nameOf(row),
    source: row.source,
    certainty: row.unverified === true ? 'unknown' : certaintyOf(row.source),
  }));
}

const byName = ({ name }: { readonly name: string }): string => name;

/** Returns all fact tables. */
export function listFactTables(): readonly FactTable[] {
  const november = { readIn: '2026-11' } as const;
  return [
    ...peerPodsTables(),
    {
      ...november,
      name: 'Runtime classes',
      file: 'core/product/runtimeClasses.ts',
      rows: [
        ...rowsOf(knownRuntimeClasses, byName),
        ...knownRuntimeClasses.flatMap(({ name, overheads }) => rowsOf(overheads, () => `${name}, overhead`)),
        ...rowsOf(misnamedRuntimeClasses, byName),
      ],
    },
    {
      ...november,
      name: 'Releases in the catalog',
      file: 'core/product/catalog.ts',
      rows: stableEntries.map(({ version }) => ({ name: version, source: catalogSource, certainty: 'catalogue' })),
    },
    {
      ...november,
      name: 'Documented OpenShift versions',
      file: 'core/product/openShiftSupport.ts',
      rows: rowsOf(openShiftSupport, ({ release }) => release),
    },
    {
      ...november,
      name: 'Namespaces',
      file: 'core/product/namespaces.ts',
      rows: rowsOf(misspelledNamespaces, byName),
    },
    {
      ...november,
      name: 'Changes between releases',
      file: 'core/releaseDifferences/singleChanges.ts',
      rows: singleChanges.map(({ subject, since, source, certainty }) => ({
        name: `${since}, ${subject}`,
        source: source.join('; '),
        certainty,
      })),
    },
    ...kataTables(),
    ...agentTables(),
  ];
}

function kataTables(): readonly FactTable[] {
  const november = { readIn: '2026-11' } as const;
  return [
    {
      ...november,
      name: 'Pod annotations',
      file: 'core/annotations/index.ts',
      rows: [
        ...rowsOf(annotations, ({ key }) => key),
        ...rowsOf(misnamedAnnotations, ({ key }) => key),
        ...rowsOf(remoteLists, ({ release }) => `enabled annotations, ${release}`),
      ],
    },
    {
      ...november,
      name: 'Annotations by Kata version',
      file: 'core/annotations/annotationReaders.ts',
      rows: Object.keys(changedReaders).map((name) => ({
        name,
        source: [
          kataUpstream('src/runtime/virtcontainers/pkg/annotations/annotations.go'),
          kataUpstream('src/libs/kata-types/src/annotations/mod.rs'),
        ].join('; '),
        certainty: 'read',
      })),
    },
    {
      ...november,
      name: 'Keys of configuration.toml',
      file: 'core/kata/configuration.ts',
      rows: kataConfigKeys.map(({ table, name }) => ({
        name: `${table} ${name}`,
        source: kataUpstream('src/runtime/pkg/katautils/config.go'),
        certainty: 'read',
      })),
    },
    {
      ...november,
      name: 'Metrics',
      file: 'core/metrics/series/index.ts',
      rows: allSeries.map(({ name, origin }) => ({
        name,
        source: ['operator', 'recorded', 'alert'].includes(origin)
          ? 'openshift/sandboxed-containers-operator cmd/metrics/metrics.go, controllers/metrics_collector.go'
          : kataUpstream('docs/design/kata-2-0-metrics.md'),
        certainty: 'read',
      })),
    },
  ];
}

function peerPodsTables(): readonly FactTable[] {
  const table = { readIn: '2026-11' } as const;
  const folder = 'core/peerPods';
  return [
    { ...table, name: 'Keys of all providers', file: `${folder}/keys/common.ts`, rows: rowsOf(commonKeys, byName) },
    ...documentedProviders.map((provider) => ({
      ...table,
      name: `Keys of ${provider}`,
      file: `${folder}/keys/${provider}.ts`,
      rows: rowsOf([...providerKeys[provider], ...providerCredentials[provider]], byName),
    })),
    {
      ...table,
      name: 'Keys of other providers',
      file: `${folder}/keys/other.ts`,
      rows: rowsOf(otherKeys, ({ provider }) => provider),
    },
    { ...table, name: 'Misnamed keys', file: `${folder}/keys/misnamedKeys.ts`, rows: rowsOf(misnamedKeys, byName) },
    {
      ...table,
      name: 'Keys of pod VM images',
      file: `${folder}/keys/podVmImageKeys.ts`,
      rows: rowsOf(podVmImageKeys, byName),
    },
    {
      ...table,
      name: 'Feature gates',
      file: `${folder}/featureGates.ts`,
      rows: rowsOf([...featureGates, ...layeredImageKeys], byName),
    },
    { ...table, name: 'Cloud providers', file: `${folder}/providers.ts`, rows: rowsOf(providers, byName) },
  ];
}

function agentTables(): readonly FactTable[] {
  const table = { readIn: '2026-11' } as const;
  const folder = 'core/agent';
  return [
    {
      ...table,
      name: 'Agent requests',
      file: `${folder}/endpoints/endpoints.ts`,
      rows: rowsOf(agentEndpoints, byName),
    },
    {
      ...table,
      name: 'Default policies',
      file: `${folder}/defaultPolicies.ts`,
      rows: rowsOf(defaultPolicies, ({ id }) => id),
    },
    { ...table, name: 'Policy engines', file: `${folder}/policyEngines.ts`, rows: rowsOf(engines, ({ id }) => id) },
    {
      ...table,
      name: 'Defaults of newer Kata versions',
      file: `${folder}/endpoints/newerDefaults.ts`,
      rows: newerDefaults.map(({ name }) => ({
        name,
        source: kataUpstream('src/tools/genpolicy/rules.rego'),
        certainty: 'read',
      })),
    },
    { ...table, name: 'Files in initdata', file: `${folder}/initdata.ts`, rows: rowsOf(initdataFiles, byName) },
    {
      ...table,
      name: 'Guests',
      file: `${folder}/guests.ts`,
      rows: releases.map((release) => {
        const { source, kata } = getGuest(release);
        return { name: release.id, source, certainty: kata === undefined ? 'unknown' : certaintyOf(source) };
      }),
    },
  ];
}
