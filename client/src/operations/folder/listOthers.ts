/**
 * Lists objects that only the cluster contains: those with the kinds and the common labels of the files. Doesn't use VS
 * Code.
 */
import * as l10n from '@vscode/l10n';
import { getList, getString, getStringMap } from '#core/common/json.ts';
import { getCollectionPath, getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { ObjectComparison } from '#core/operations/comparison/objectComparison.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { Connection } from '#client/kubernetes/connection.ts';
import { PageSize, readPages } from '#client/kubernetes/read/readPages.ts';
import type { ComparedObject } from './compareObjects.ts';
import type { FolderObject } from './readPaths.ts';

/** Objects that only the cluster contains. */
export interface OtherObjects {
  readonly objects: readonly ComparedObject[];
  /** Sentences about lists that can't be read. */
  readonly notes: readonly string[];
}

/** Maximum number of objects of one kind and namespace. */
const most = 200;

/** Returns the labels that all objects have with the same value. */
function commonLabels(objects: readonly FolderObject[]): Readonly<Record<string, string>> {
  const [first, ...others] = objects.map(({ object }) => getStringMap(object, 'metadata', 'labels'));
  return Object.fromEntries(
    Object.entries(first ?? {}).filter(([key, value]) => others.every((labels) => labels[key] === value)),
  );
}

/**
 * Lists the objects with the common labels of the files that the files don't contain. Objects that another object owns
 * are omitted. Returns none if the files have no common labels.
 */
export async function listOthers(
  connection: Pick<Connection, 'ask'>,
  objects: readonly FolderObject[],
  compared: readonly ComparedObject[],
  signal: AbortSignal,
): Promise<OtherObjects> {
  const labels = Object.entries(commonLabels(objects)).map(([key, value]) => `${key}=${value}`);
  if (labels.length === 0) return { objects: [], notes: [] };
  const references = compared.flatMap(({ reference }) => reference ?? []);
  const known = new Set(references.map(getObjectPath));
  const collections = new Map(references.map((reference) => [getCollectionPath(reference), reference]));
  const [found, notes]: [ComparedObject[], string[]] = [[], []];
  for (const [path, reference] of collections) {
    const listed: unknown[] = [];
    const answer = await readPages(connection, path, {
      query: { labelSelector: labels.join(',') },
      // The content of the objects isn't needed, and values of Secrets are never read.
      accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
      signal,
      size: new PageSize(),
      enough: most,
      onPage(items, isFirst) {
        if (isFirst) listed.length = 0;
        listed.push(...items);
      },
    });
    if (answer.ok) found.push(...listed.flatMap((item) => otherObject(item, reference, known)));
    // A 404 response means that the namespace or the kind doesn't exist yet.
    else if (answer.error.kind !== 'notFound')
      notes.push(l10n.t("Can't list {0}: {1}", reference.plural, sanitizeLine(answer.error.message)));
  }
  return { objects: found, notes };
}

function otherObject(item: unknown, like: ObjectReference, known: ReadonlySet<string>): readonly ComparedObject[] {
  const name = getString(item, 'metadata', 'name') ?? '';
  const reference = { ...like, name };
  if (name === '' || known.has(getObjectPath(reference)) || getList(item, 'metadata', 'ownerReferences').length > 0)
    return [];
  const { group, version, kind, namespace } = like;
  const identity: ObjectComparison = {
    verdict: 'onlyInCluster',
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
  };
  return [{ ...identity, reference }];
}
