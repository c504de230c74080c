/** Compares the data about two OSC releases. */
import { compareReleases, findRelease, type Release } from '#core/product/releases.ts';
import { listDeprecations } from './deprecations.ts';
import type { ReleaseChange, UnknownDifference } from './releaseChange.ts';
import { compareReleaseRows } from './releaseRows.ts';
import { releaseValues } from './releaseValues.ts';
import { singleChanges, type SingleChange } from './singleChanges.ts';

/** The known differences between two releases. */
export interface ReleaseDifferences {
  /** One change per subject, with the most severe changes first. */
  readonly changes: readonly ReleaseChange[];
  readonly unknown: readonly UnknownDifference[];
}

/** The first release whose CRD isn't known. */
const firstWithoutCrd = '1.13';

const severityOrder = ['error', 'warning', 'info'];

/** Returns the known differences between two releases. The second one can be older. */
export function compareReleaseData(from: Release, to: Release): ReleaseDifferences {
  const changes: ReleaseChange[] = [
    ...compareReleaseRows(from, to),
    ...compareSingleChanges(from, to),
    ...compareDeprecations(from, to),
  ];
  const unknown: UnknownDifference[] = [];
  if (compareReleases(from, to) === 0) return { changes, unknown };
  for (const { area, subject, valueOf, consequence, severity } of releaseValues) {
    const [before, after] = [valueOf(from), valueOf(to)];
    if (typeof before === 'string' || typeof after === 'string') {
      const reasons = new Set([before, after].filter((value) => typeof value === 'string'));
      unknown.push({ subject, why: [...reasons].join(' ') });
    } else if (before.value !== after.value)
      changes.push({
        kind: 'changed',
        area,
        subject,
        from: before.value,
        to: after.value,
        consequence: consequence(from, to),
        severity,
        source: [...new Set([...before.source, ...after.source])],
        certainty: before.certainty === after.certainty ? after.certainty : 'read',
      });
  }
  unknown.push(...compareCrds(from, to));
  return {
    changes: changes.toSorted(
      (one, other) =>
        severityOrder.indexOf(one.severity) - severityOrder.indexOf(other.severity) ||
        compareText(one.area, other.area) ||
        compareText(one.subject, other.subject),
    ),
    unknown,
  };
}

/** Compares texts independently of the language of the user, so that the output is the same everywhere. */
function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Returns the changes that came with the releases between two releases, with one change per subject. */
function compareSingleChanges(from: Release, to: Release): readonly ReleaseChange[] {
  const isUpdate = compareReleases(from, to) < 0;
  const [older, newer] = isUpdate ? [from, to] : [to, from];
  const bySubject = new Map<string, SingleChange>();
  for (const change of singleChanges) {
    const since = findRelease(change.since);
    if (since === undefined || compareReleases(older, since) >= 0 || compareReleases(since, newer) > 0) continue;
    const earlier = bySubject.get(change.subject);
    bySubject.set(
      change.subject,
      earlier === undefined
        ? change
        : { ...change, kind: earlier.kind, from: earlier.from, downgrade: earlier.downgrade },
    );
  }
  return [...bySubject.values()].map(({ since: _since, downgrade, ...change }) =>
    isUpdate ? change : { ...reverse(change), consequence: downgrade },
  );
}

/** Returns what the catalog marks as deprecated in the earlier release. */
function compareDeprecations(from: Release, to: Release): readonly ReleaseChange[] {
  const order = compareReleases(from, to);
  if (order === 0) return [];
  const [older, newer] = order < 0 ? [from, to] : [to, from];
  return listDeprecations(older, newer).map(({ downgrade, ...change }) =>
    order < 0 ? change : { ...reverse(change), consequence: downgrade },
  );
}

const reversed = { added: 'removed', removed: 'added', changed: 'changed', deprecated: 'changed' } as const;

function reverse(change: ReleaseChange): ReleaseChange {
  return { ...change, kind: reversed[change.kind], from: change.to, to: change.from };
}

function compareCrds(from: Release, to: Release): readonly UnknownDifference[] {
  const first = findRelease(firstWithoutCrd);
  const unread = [from, to].filter((release) => first !== undefined && compareReleases(release, first) >= 0);
  return unread.length === 0
    ? []
    : [
        {
          subject: 'Fields of KataConfig',
          why: unread.map(({ id }) => `The CRD of OSC ${id} isn't known.`).join(' '),
        },
      ];
}
