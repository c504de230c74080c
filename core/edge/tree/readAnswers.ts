/**
 * Reads saved List responses, including several pages and files, into resources and response metadata. Responses don't
 * contain the request filters, so they show what exists but never what doesn't. Limited in size, and never throws.
 */
import * as l10n from '@vscode/l10n';
import { otherService, readEdgeItem } from '../readEdgeItem.ts';
import { walkValue } from '#core/text/parsedText.ts';
import { omitUndefined, isJsonObject, getList, getMap, getNumber, getString, getValue } from '#core/common/json.ts';
import { truncateWord } from '#core/cluster/objects/clusterObject.ts';
import { parseTimestamp } from '#core/common/time.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { EdgeResource } from '../table/edgePair.ts';
import type { EdgeItem } from '../edgeCauses.ts';

/** A file, or one run of requests to the service. */
export interface EdgeSource {
  readonly name: string;
  readonly values: readonly unknown[];
  /** Time of the file or the requests, in milliseconds since 1970. Undefined if unknown. */
  readonly at?: number;
}

/** A resource as it appears in one response. */
export interface EdgeEntry {
  readonly item: EdgeItem;
  readonly source: string;
  readonly at?: number;
  /** True if the response contains no status. */
  readonly noStatus: boolean;
  /** `UpdateTime` in milliseconds since 1970. */
  readonly updated?: number;
  /** Number of nodes that a cluster or node pool reports. */
  readonly nodes?: number;
  /** Version of Kubernetes or of the component. */
  readonly version?: string;
}

/** Contents of one response. */
export interface EdgeResponse {
  readonly source: string;
  readonly action?: string;
  readonly resource?: EdgeResource;
  readonly ids: readonly string[];
  readonly items: number;
  /** `TotalCount`, the number of resources on all pages. */
  readonly total?: number;
}

export interface EdgeAnswers {
  readonly entries: readonly EdgeEntry[];
  readonly answers: readonly EdgeResponse[];
  /** Sentences about the data that wasn't read. */
  readonly left: readonly string[];
}

/** Maximum number of resources to read, which is 100 pages. */
export const mostEntries = 10_000;

export function readEdgeAnswers(sources: readonly EdgeSource[], resource?: EdgeResource): EdgeAnswers {
  const entries: EdgeEntry[] = [];
  const answers: EdgeResponse[] = [];
  const left = new Set<string>();
  let beyond = 0;
  const keep = (entry: EdgeEntry): void => {
    if (entries.length < mostEntries) entries.push(entry);
    else beyond += 1;
  };
  for (const { name, values, at } of sources) {
    const before = entries.length + answers.length;
    let told = false;
    for (const document of values) {
      const complete = walkValue(document, (value, _path, above) => {
        const refused = getString(value, 'ResponseMetadata', 'Error', 'Code');
        if (refused !== undefined) {
          left.add(
            l10n.t`${sanitizeLine(name, 100)} contains an error instead of a response: ${sanitizeLine(refused, 100)}.`,
          );
          told = true;
          return true;
        }
        const service = otherService([value]);
        if (service !== undefined) {
          left.add(
            l10n.t`${sanitizeLine(name, 100)} is a response from ${sanitizeLine(service, 100)}, not from edge hosting (veecp).`,
          );
          told = true;
          return true;
        }
        const isAnswer = isJsonObject(value) && Array.isArray(getValue(value, 'Items'));
        if (isAnswer) answers.push(answerIn(value, above, name, resource));
        const item = readEdgeItem(value, above, resource);
        if (item !== undefined) keep(entryOf(item, value, name, at, false));
        else if (!isAnswer && isInItems(value, above)) {
          const bare = readEdgeItem({ ...getMap(value), Status: { Phase: '-' } }, above, resource);
          if (bare !== undefined && (bare.id !== '' || bare.name !== ''))
            keep(entryOf({ ...bare, status: { phase: '', conditions: [] } }, value, name, at, true));
          return true;
        }
        return item !== undefined;
      });
      if (!complete)
        left.add(l10n.t`${sanitizeLine(name, 100)} wasn't read completely because it's nested too deeply or too long.`);
    }
    if (!told && entries.length + answers.length === before && beyond === 0)
      left.add(l10n.t`${sanitizeLine(name, 100)} contains no edge hosting response.`);
  }
  if (beyond > 0)
    left.add(l10n.t`Only the first ${mostEntries} resources were read. The responses contain ${beyond} more.`);
  return { entries, answers, left: [...left] };
}

function entryOf(item: EdgeItem, value: unknown, source: string, at: number | undefined, noStatus: boolean): EdgeEntry {
  const version = item.resource === 'component' ? getString(value, 'Version') : getString(value, 'KubernetesVersion');
  const nodes = getNumber(value, 'NodeStatistics', 'TotalCount');
  return {
    item,
    source,
    noStatus,
    ...omitUndefined({
      at,
      updated: parseTimestamp(getString(value, 'UpdateTime')),
      nodes: nodes !== undefined && Number.isSafeInteger(nodes) && nodes >= 0 ? nodes : undefined,
      version: version === undefined || version === '' ? undefined : truncateWord(version),
    }),
  };
}

function answerIn(
  value: unknown,
  above: readonly unknown[],
  source: string,
  resource: EdgeResource | undefined,
): EdgeResponse {
  const items = getList(value, 'Items');
  const action = [value, ...above]
    .map((one) => getString(one, 'ResponseMetadata', 'Action'))
    .find((one) => one !== undefined);
  const total = getNumber(value, 'TotalCount');
  // The kind of an empty response is known only from its request.
  const kinds = new Set(
    items
      .slice(0, 20)
      .map((item) => readEdgeItem({ ...getMap(item), Status: { Phase: '-' } }, [value, ...above], resource)?.resource),
  );
  const [kind] = kinds.size === 1 ? kinds : [];
  return {
    source,
    ids: items.map((item, index) =>
      truncateWord(
        getString(item, 'Id') ??
          `${getString(item, 'ClusterId') ?? ''}/${getString(item, 'Name') ?? `${source} ${index}`}`,
      ),
    ),
    items: items.length,
    ...omitUndefined({
      action: action === undefined ? undefined : truncateWord(action),
      resource: items.length === 0 ? readEdgeItem({ Phase: '-' }, [value, ...above], resource)?.resource : kind,
      total: total !== undefined && Number.isSafeInteger(total) && total >= 0 ? total : undefined,
    }),
  };
}

function isInItems(value: unknown, above: readonly unknown[]): boolean {
  const [list, answer] = above;
  return isJsonObject(value) && Array.isArray(list) && getValue(answer, 'Items') === list;
}
