/**
 * Reads saved List answers, several pages and files together, into resources and into what was read of each kind. What
 * was asked for (filters) stands in no answer: an answer tells what is there, and never what is not. Bounded, and never
 * throws.
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

/** A file, or one run of the service. */
export interface EdgeSource {
  readonly name: string;
  readonly values: readonly unknown[];
  /** When it was written or asked, in milliseconds since 1970; undefined: that is not known. */
  readonly at?: number;
}

/** A resource as one answer has it. */
export interface EdgeEntry {
  readonly item: EdgeItem;
  readonly source: string;
  readonly at?: number;
  /** The status is missing in the answer. */
  readonly noStatus: boolean;
  /** `UpdateTime`, in milliseconds since 1970. */
  readonly updated?: number;
  /** How many nodes a cluster or a node pool says that it has. */
  readonly nodes?: number;
  /** Of Kubernetes or of the component. */
  readonly version?: string;
}

/** What one answer holds. */
export interface EdgeAnswer {
  readonly source: string;
  readonly action?: string;
  readonly resource?: EdgeResource;
  readonly ids: readonly string[];
  readonly items: number;
  /** `TotalCount`: on all pages. */
  readonly total?: number;
}

export interface EdgeAnswers {
  readonly entries: readonly EdgeEntry[];
  readonly answers: readonly EdgeAnswer[];
  /** What was not read, in sentences. */
  readonly left: readonly string[];
}

/** Resources that are read, at most: a hundred pages. */
export const mostEntries = 10_000;

export function readEdgeAnswers(sources: readonly EdgeSource[], resource?: EdgeResource): EdgeAnswers {
  const entries: EdgeEntry[] = [];
  const answers: EdgeAnswer[] = [];
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
): EdgeAnswer {
  const items = getList(value, 'Items');
  const action = [value, ...above]
    .map((one) => getString(one, 'ResponseMetadata', 'Action'))
    .find((one) => one !== undefined);
  const total = getNumber(value, 'TotalCount');
  // An empty answer has nothing to tell by but what was asked.
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
