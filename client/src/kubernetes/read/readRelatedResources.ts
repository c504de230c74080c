/** Reads the related objects of a cluster once. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import {
  readRelatedResource,
  relatedKinds,
  type RelatedKind,
  type RelatedResource,
} from '#core/status/relatedResources.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { omitUndefined } from '#core/common/json.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Connection } from '../connection.ts';
import { PageSize, readPages } from './readPages.ts';

/** The objects that exist, and why others can't be read. */
export interface RelatedResourcesRead {
  readonly objects: readonly RelatedResource[];
  readonly problems: readonly string[];
}

/** Maximum number of objects per kind. */
const most = 200;

/** Reads all kinds. A cluster without a kind has no objects of it, which isn't a problem. */
export async function readRelatedResources(
  connection: Pick<Connection, 'ask'>,
  signal: AbortSignal,
): Promise<RelatedResourcesRead> {
  const read = await Promise.all(relatedKinds.map(async (kind) => readKind(connection, kind, signal)));
  return {
    objects: read.flatMap(({ objects }) => objects),
    problems: [...new Set(read.flatMap(({ problems }) => problems))],
  };
}

async function readKind(
  connection: Pick<Connection, 'ask'>,
  kind: RelatedKind,
  signal: AbortSignal,
): Promise<RelatedResourcesRead> {
  let objects: readonly RelatedResource[] = [];
  const { group, version, plural, namespace } = kind;
  const answer = await readPages(
    connection,
    getCollectionPath({ group, version, plural, ...omitUndefined({ namespace }) }),
    {
      signal,
      size: new PageSize(),
      enough: most,
      onPage(items, first) {
        const read = items.flatMap((raw) => readRelatedResource(kind, raw) ?? []);
        objects = [...(first ? [] : objects), ...read].slice(0, most);
      },
    },
  );
  if (answer.ok) return { objects, problems: [] };
  const { kind: problem, message } = answer.error;
  if (problem === 'notFound' || problem === 'aborted') return { objects: [], problems: [] };
  const name = `${plural}.${group}`;
  return {
    objects: [],
    problems: [
      problem === 'forbidden'
        ? l10n.t`You don't have permission to list ${name}`
        : l10n.t("Can't list {0}: {1}", name, sanitizeLine(message)),
    ],
  };
}
