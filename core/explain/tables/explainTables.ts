/** Explains the rows of `oc get` tables that belong to the product, and counts the skipped rows. */
import * as l10n from '@vscode/l10n';
import { installingOperator } from '../../product/docSections.ts';
import { documentedSubscription, operatorNamespace } from '../../product/namespaces.ts';
import { runtimeClassNamed } from '../../product/runtimeClasses.ts';
import type { Explanation } from '../../status/explanation.ts';
import type { TextRange } from '../../text/parsedText.ts';
import { selectPlural } from '../../text/grammar.ts';
import { tellKata } from '../describeKata.ts';
import { tellEvent } from '../describeLine.ts';
import { nameForCommand } from '../kinds/nameForCommand.ts';
import { explainDaemonSet, isDaemonSetOfProduct } from '../kinds/daemonSetState.ts';
import { explainKataConfigRow } from '../kinds/kataConfigRow.ts';
import { explainNodeState } from '../kinds/nodeState.ts';
import { explainPodState, isPodHealthy, isPodOfProduct, type PodState } from '../kinds/podState.ts';
import { explainPoolState } from '../kinds/poolState.ts';
import { explainRuntimeClasses } from '../kinds/runtimeClassState.ts';
import { explainCsvPhase } from '../kubernetesWords.ts';
import type { TextStatus } from '../textStatus.ts';
import type { PrintedTable, TableRow } from './readTable.ts';

export interface ExplainedTables {
  readonly statuses: readonly TextStatus[];
  /** Notes about skipped rows. */
  readonly notes: readonly string[];
  /** Positions of the explained tables. Their lines need no other explanation. */
  readonly ranges: readonly TextRange[];
}

interface ExplainedTable {
  readonly statuses: readonly TextStatus[];
  /** Number of rows that belong to other products. */
  readonly skipped: number;
}

/** Explains a row. Returns undefined for a row of another product. */
type RowReader = (row: TableRow) => ExplainedRow | undefined;

interface ExplainedRow {
  readonly name: string;
  readonly explanation: Explanation;
  /** True if the row has several possible meanings, only some of which resolve automatically. */
  readonly isDurationUnknown?: boolean;
}

export function explainTables(tables: readonly PrintedTable[]): ExplainedTables {
  const explained = tables.flatMap((table) => {
    const one = explainTable(table);
    return one === undefined ? [] : [{ ...one, range: { start: table.start, end: table.end } }];
  });
  const skipped = explained.reduce((sum, one) => sum + one.skipped, 0);
  return {
    statuses: explained.flatMap(({ statuses }) => statuses),
    notes:
      skipped === 0
        ? []
        : [
            selectPlural(
              skipped,
              l10n.t`${skipped} row that belongs to another product was skipped.`,
              l10n.t`${skipped} rows that belong to other products were skipped.`,
            ),
          ],
    ranges: explained.map(({ range }) => range),
  };
}

/** Explains a table by its columns. Returns undefined for a table of another command. */
function explainTable({ columns, rows, ...place }: PrintedTable): ExplainedTable | undefined {
  const has = (...names: readonly string[]): boolean => names.every((name) => columns.includes(name));
  const some = (...names: readonly string[]): boolean => names.some((name) => columns.includes(name));
  if (has('REASON') && some('OBJECT', 'MESSAGE')) return { statuses: rows.map(explainEventRow), skipped: 0 };
  if (has('INPROGRESS')) return explainRows(rows, 'KataConfig', kataConfigRow);
  if (some('MACHINECOUNT', 'UPDATEDMACHINECOUNT') || has('UPDATED', 'UPDATING'))
    return explainRows(rows, 'MachineConfigPool', poolRow);
  if (has('PHASE') && some('DISPLAY', 'VERSION', 'REPLACES'))
    return explainRows(rows, l10n.t`ClusterServiceVersion`, csvRow);
  if (has('HANDLER')) return explainRuntimeClassRows(rows, place);
  if (has('DESIRED') && some('READY', 'AVAILABLE')) return explainRows(rows, 'DaemonSet', daemonSetRow);
  if (has('STATUS') && some('ROLES', 'VERSION')) return explainRows(rows, l10n.t`Node`, nodeRow);
  if (has('STATUS') && some('READY', 'RESTARTS')) return explainRows(rows, 'Pod', podRow);
  return undefined;
}

function explainRows(rows: readonly TableRow[], what: string, read: RowReader): ExplainedTable {
  const statuses = rows.flatMap((row) => {
    const found = read(row);
    if (found === undefined) return [];
    const text = [...row.cells.values()].filter((cell) => cell !== '').join(' ');
    const status = tellKata(found.explanation, { start: row.start, end: row.end }, { what, text, name: found.name });
    const { passing: _, ...withoutDuration } = status;
    return [found.isDurationUnknown === true ? withoutDuration : status];
  });
  return { statuses, skipped: rows.length - statuses.length };
}

function kataConfigRow({ cells }: TableRow): ReturnType<RowReader> {
  const name = nameIn(cells);
  const explanation = explainKataConfigRow({
    name,
    inProgress: cells.get('INPROGRESS') ?? '',
    done: countIn(cells, 'COMPLETED'),
    total: countIn(cells, 'TOTAL'),
  });
  return { name, explanation, isDurationUnknown: explanation.health !== 'ok' };
}

function poolRow({ cells }: TableRow): ReturnType<RowReader> {
  const name = nameIn(cells);
  return {
    name,
    explanation: explainPoolState({
      name,
      updated: cells.get('UPDATED'),
      updating: cells.get('UPDATING'),
      degraded: cells.get('DEGRADED'),
      total: countIn(cells, 'MACHINECOUNT'),
      done: countIn(cells, 'UPDATEDMACHINECOUNT'),
      failed: countIn(cells, 'DEGRADEDMACHINECOUNT'),
    }),
  };
}

/**
 * Explains a row of `oc get csv`. Searches both the name and the display name, because the documentation swaps them.
 */
function csvRow({ cells }: TableRow): ReturnType<RowReader> {
  const names = [cells.get('NAME') ?? '', cells.get('DISPLAY') ?? ''];
  const isOurs = names.some((name) => /sandboxed[- ]containers/i.test(name));
  const phase = cells.get('PHASE') ?? '';
  if (!isOurs) return undefined;
  const version = cells.get('VERSION') ?? cells.get('RELEASE') ?? '';
  const own = names.find((name) => name.startsWith(documentedSubscription.startingCsvPrefix)) ?? names[0] ?? '';
  const known = explainCsvPhase(phase);
  return {
    name: own,
    explanation: {
      ...(known ?? {
        health: 'unknown',
        headline: phase,
        meaning: l10n.t`Unknown phase.`,
        todo: l10n.t('For the reason and the message, run `oc describe csv -n {0}`.', operatorNamespace),
        docs: installingOperator,
      }),
      ...(version === '' ? {} : { headline: `${phase} (OSC ${version})` }),
    },
  };
}

function nodeRow({ cells }: TableRow): ReturnType<RowReader> {
  const [state = '', ...more] = (cells.get('STATUS') ?? '').split(',');
  if (!/^(?:Ready|NotReady|Unknown)$/.test(state)) return undefined;
  const name = nameIn(cells);
  return {
    name,
    explanation: explainNodeState({
      name,
      ready: state === 'Ready' ? true : state === 'NotReady' ? false : undefined,
      cordoned: more.includes('SchedulingDisabled'),
      roles: cells.get('ROLES')?.split(','),
    }),
  };
}

function daemonSetRow({ cells }: TableRow): ReturnType<RowReader> {
  const name = nameIn(cells);
  if (!isDaemonSetOfProduct(name)) return undefined;
  const ready = countIn(cells, 'READY') ?? countIn(cells, 'AVAILABLE');
  const desired = countIn(cells, 'DESIRED');
  return ready === undefined || desired === undefined
    ? undefined
    : { name, explanation: explainDaemonSet({ name, desired, ready }) };
}

/** Explains a row of `oc get pods`. Returns undefined for healthy pods of other products. */
function podRow({ cells }: TableRow): ReturnType<RowReader> {
  const name = nameIn(cells);
  const [, ready, total] = /^(\d{1,4})\/(\d{1,4})$/.exec(cells.get('READY') ?? '') ?? [];
  const pod: PodState = {
    name,
    namespace: cells.has('NAMESPACE') ? nameForCommand(cells.get('NAMESPACE') ?? '') : undefined,
    status: cells.get('STATUS') ?? '',
    ready: ready === undefined ? undefined : Number(ready),
    total: total === undefined ? undefined : Number(total),
  };
  if (!isPodOfProduct(pod) && isPodHealthy(pod)) return undefined;
  return { name, explanation: explainPodState(pod) };
}

function explainRuntimeClassRows(rows: readonly TableRow[], place: TextRange): ExplainedTable {
  const ours = rows.filter(
    ({ cells }) =>
      runtimeClassNamed(cells.get('NAME') ?? '') !== undefined || /^kata(?:-|$)/.test(cells.get('HANDLER') ?? ''),
  );
  const names = ours.map(({ cells }) => nameIn(cells));
  return {
    statuses: [
      tellKata(explainRuntimeClasses(names), place, { what: l10n.t`Runtime classes`, text: names.join(', ') }),
    ],
    skipped: rows.length - ours.length,
  };
}

function explainEventRow({ cells, ...place }: TableRow): TextStatus {
  return tellEvent(
    {
      type: cells.get('TYPE') ?? '',
      reason: cells.get('REASON') ?? '',
      object: cells.get('OBJECT') ?? '',
      message: cells.get('MESSAGE') ?? '',
    },
    place,
  );
}

function nameIn(cells: ReadonlyMap<string, string>): string {
  // Lists of several resource types prefix each name with its type.
  return nameForCommand((cells.get('NAME') ?? '').replace(/^[a-z0-9.]{1,200}\//, ''));
}

function countIn(cells: ReadonlyMap<string, string>, column: string): number | undefined {
  const text = cells.get(column) ?? '';
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}
