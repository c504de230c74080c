/** Lists the names of the objects of a kind in a cluster. Doesn't use VS Code. */
import { getName } from '#core/cluster/objects/clusterObject.ts';
import { getCollectionPath } from '#core/cluster/objects/objectReference.ts';
import { succeed } from '#core/common/result.ts';
import type { NamedKind } from '#core/oc/objectArgument.ts';
import type { ApiResult, Connection } from '#client/kubernetes/connection.ts';
import { PageSize, readPages } from '#client/kubernetes/read/readPages.ts';
import { partialList } from '#client/kubernetes/watch/watchQuery.ts';

/** Maximum number of names that are listed. For other names, the user enters the name. */
const mostNames = 1000;

export interface ListedName {
  readonly name: string;
  readonly namespace: string;
}

/** Where to list objects. */
export interface NameLister {
  readonly connection: Pick<Connection, 'ask'>;
  /** The only namespace of the namespace filter, or the namespace of the kubeconfig context. */
  readonly namespace: string;
  /** Namespaces of the namespace filter. Empty for all namespaces. */
  readonly namespaces: readonly string[];
}

/**
 * Lists the names of the objects of a kind in the namespaces of the filter. Without a filter and without permission for
 * all namespaces, lists the namespace of the context.
 */
export async function listNames(
  { connection, namespace, namespaces }: NameLister,
  kind: NamedKind,
  signal: AbortSignal,
): Promise<ApiResult<{ readonly names: readonly ListedName[]; readonly isCut: boolean }>> {
  const listIn = async (where?: string) => {
    let [names, isCut]: [ListedName[], boolean] = [[], where !== undefined];
    const path = getCollectionPath({ ...kind, ...(where === undefined ? {} : { namespace: where }) });
    const answer = await readPages(connection, path, {
      accept: partialList,
      signal,
      size: new PageSize(),
      enough: mostNames,
      onPage(items, first, remaining) {
        if (first) names = [];
        names.push(
          ...items.flatMap((item): readonly ListedName[] => {
            const name = getName(item, 'metadata', 'name');
            return name === undefined ? [] : [{ name, namespace: getName(item, 'metadata', 'namespace') ?? '' }];
          }),
        );
        isCut ||= names.length >= mostNames && remaining !== 0;
      },
    });
    return answer.ok ? succeed({ names: names.slice(0, mostNames), isCut }) : answer;
  };
  if (kind.isNamespaced && namespaces.length > 0) {
    const lists = await Promise.all(namespaces.map(listIn));
    const names = lists.flatMap((list) => (list.ok ? list.value.names : []));
    // Objects in other namespaces can be entered.
    const found = succeed({ names: names.slice(0, mostNames), isCut: true });
    return lists.some(({ ok }) => ok) ? found : (lists[0] ?? found);
  }
  const all = await listIn();
  return !all.ok && all.error.kind === 'forbidden' && kind.isNamespaced ? listIn(namespace) : all;
}
