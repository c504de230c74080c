/**
 * Reads which kinds an API server has. Requests the aggregated document, and from servers without it (Kubernetes 1.25
 * and earlier) the list of each group. Doesn't use VS Code. Source: Kubernetes, "The Kubernetes API" (discovery).
 */
import { getList, getString, getStrings, getValue } from '#core/common/json.ts';
import { succeed } from '#core/common/result.ts';
import type { NamedKind } from '#core/oc/objectArgument.ts';
import type { ApiResult, Connection } from '../connection.ts';

const accept = [
  ...['v2', 'v2beta1'].map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`),
  'application/json',
].join(',');

/** Maximum number of kinds, and of groups that are requested one by one. OpenShift has about 300 kinds. */
const mostKinds = 5000;
const mostGroups = 300;
/** Number of groups that are requested at the same time. */
const atOnce = 8;

/** A part of a path in the API. Other names come from a server that isn't an API server. */
const pathPart = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/** Reads the kinds whose objects can be read, in the order of the server. Each kind has its preferred version. */
export async function readApiKinds(
  connection: Pick<Connection, 'ask'>,
  signal: AbortSignal,
): Promise<ApiResult<readonly NamedKind[]>> {
  const kinds: NamedKind[] = [];
  for (const path of ['/api', '/apis']) {
    const answer = await connection.ask(path, { signal, accept });
    if (!answer.ok) return answer;
    kinds.push(
      ...(getString(answer.value, 'kind') === 'APIGroupDiscoveryList'
        ? aggregatedKinds(answer.value)
        : await kindsOfGroups(connection, path, answer.value, signal)),
    );
  }
  return succeed(withoutDuplicates(kinds).slice(0, mostKinds));
}

function aggregatedKinds(document: unknown): readonly NamedKind[] {
  return getList(document, 'items').flatMap((item) => {
    const group = getString(item, 'metadata', 'name') ?? '';
    return getList(item, 'versions').flatMap((version) =>
      getList(version, 'resources').flatMap((resource) =>
        kindOf(
          { group, version: getString(version, 'version') ?? '' },
          {
            plural: getString(resource, 'resource') ?? '',
            kind: getString(resource, 'responseKind', 'kind') ?? '',
            isNamespaced: getString(resource, 'scope') === 'Namespaced',
            short: getStrings(resource, 'shortNames'),
          },
          getStrings(resource, 'verbs'),
        ),
      ),
    );
  });
}

async function kindsOfGroups(
  connection: Pick<Connection, 'ask'>,
  path: string,
  document: unknown,
  signal: AbortSignal,
): Promise<readonly NamedKind[]> {
  const versions =
    path === '/api'
      ? getStrings(document, 'versions').map((version) => ({ group: '', version }))
      : getList(document, 'groups').map((group) => ({
          group: getString(group, 'name') ?? '',
          version: getString(group, 'preferredVersion', 'version') ?? '',
        }));
  const known = versions.filter(({ version }) => pathPart.test(version)).slice(0, mostGroups);
  const kinds: NamedKind[] = [];
  for (let start = 0; start < known.length; start += atOnce) {
    const answers = known.slice(start, start + atOnce).map(async ({ group, version }) => {
      // The APIService of a group can be unavailable. The kinds of other groups can still be read.
      const answer = await connection.ask(group === '' ? `${path}/${version}` : `${path}/${group}/${version}`, {
        signal,
      });
      return answer.ok ? kindsOfGroup({ group, version }, answer.value) : [];
    });
    kinds.push(...(await Promise.all(answers)).flat());
  }
  return kinds;
}

function kindsOfGroup(group: Pick<NamedKind, 'group' | 'version'>, document: unknown): readonly NamedKind[] {
  return getList(document, 'resources').flatMap((resource) =>
    kindOf(
      group,
      {
        plural: getString(resource, 'name') ?? '',
        kind: getString(resource, 'kind') ?? '',
        isNamespaced: getValue(resource, 'namespaced') === true,
        short: getStrings(resource, 'shortNames'),
      },
      getStrings(resource, 'verbs'),
    ),
  );
}

/** Returns a kind whose objects can be read. Names with a slash are subresources. */
function kindOf(
  { group, version }: Pick<NamedKind, 'group' | 'version'>,
  named: Omit<NamedKind, 'group' | 'version'>,
  verbs: readonly string[],
): readonly NamedKind[] {
  const isValid =
    [version, named.plural].every((part) => pathPart.test(part)) &&
    (group === '' || pathPart.test(group)) &&
    /^[A-Za-z][A-Za-z0-9]{0,62}$/.test(named.kind);
  return isValid && verbs.includes('get') ? [{ group, version, ...named }] : [];
}

/** Keeps the first version of each kind, which is the preferred one. */
function withoutDuplicates(kinds: readonly NamedKind[]): readonly NamedKind[] {
  const byName = new Map<string, NamedKind>();
  for (const kind of kinds) {
    const key = `${kind.plural}.${kind.group}`;
    if (!byName.has(key)) byName.set(key, kind);
  }
  return [...byName.values()];
}
