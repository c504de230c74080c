/**
 * Reads tables that `oc get` prints. The header determines the columns, which can be missing or in any order. In the
 * documentation, the columns aren't always aligned. Source: kubernetes/cli-runtime pkg/printers (`tabwriter`).
 */
import type { TextRange } from '../../text/parsedText.ts';
import { linesIn } from '../textLines.ts';

/** A row with its cells by column. */
export interface TableRow extends TextRange {
  readonly cells: ReadonlyMap<string, string>;
}

export interface PrintedTable extends TextRange {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/** Columns of all supported commands, including `-A` and `-o wide`. Names with spaces come first. */
const columnNames = [
  'NOMINATED NODE',
  'READINESS GATES',
  'NODE SELECTOR',
  'LAST SEEN',
  'FIRST SEEN',
  ...'NAMESPACE NAME INPROGRESS COMPLETED TOTAL AGE CONFIG UPDATED UPDATING DEGRADED MACHINECOUNT'.split(' '),
  ...'READYMACHINECOUNT UPDATEDMACHINECOUNT DEGRADEDMACHINECOUNT DISPLAY VERSION RELEASE REPLACES PHASE'.split(' '),
  ...'STATUS ROLES INTERNAL-IP EXTERNAL-IP OS-IMAGE KERNEL-VERSION CONTAINER-RUNTIME LABELS HANDLER'.split(' '),
  ...'DESIRED CURRENT READY UP-TO-DATE AVAILABLE CONTAINERS IMAGES SELECTOR RESTARTS IP NODE'.split(' '),
  ...'TYPE REASON OBJECT SUBOBJECT SOURCE MESSAGE COUNT FROM'.split(' '),
];
const column = new RegExp(`(?<!\\S)(?:${columnNames.map((name) => name.replace('-', '\\-')).join('|')})(?!\\S)`, 'g');

/** Maximum number of lines and rows in one text. */
const mostLines = 20_000;
const mostRows = 2000;
const longestLine = 5000;

interface Column {
  readonly name: string;
  readonly at: number;
}

/** Returns the tables in the order of the text. */
export function tablesIn(text: string): readonly PrintedTable[] {
  const tables: PrintedTable[] = [];
  let open: { readonly columns: readonly Column[]; readonly start: number; end: number; rows: TableRow[] } | undefined;
  let count = 0;
  const close = (): void => {
    if (open !== undefined && open.rows.length > 0)
      tables.push({ columns: open.columns.map(({ name }) => name), start: open.start, end: open.end, rows: open.rows });
    open = undefined;
  };
  for (const { text: full, ...place } of linesIn(text, mostLines)) {
    const line = expandTabs(full.slice(0, longestLine)).trimEnd();
    const columns = headerOf(line);
    if (columns !== undefined) {
      close();
      open = { columns, start: place.start, end: place.end, rows: [] };
    } else if (open !== undefined) {
      const isOmission = line.trim() === '...';
      const cells = isOmission ? undefined : cellsOf(line, open.columns);
      if (cells !== undefined) {
        open.rows.push({ ...place, cells });
        open.end = place.end;
        count += 1;
      } else if (!isOmission) close();
    }
    if (count >= mostRows) break;
  }
  close();
  return tables;
}

function expandTabs(line: string): string {
  return line.replaceAll('\t', '    ');
}

/** Returns the columns of a header. A header consists only of known column names, with at least two of them. */
function headerOf(line: string): readonly Column[] | undefined {
  if (!/^\s*[A-Z][A-Z -]+$/.test(line)) return undefined;
  const found = [...line.matchAll(column)].map((match) => ({ name: match[0], at: match.index }));
  const known = found.reduce((sum, { name }) => sum + name.replaceAll(' ', '').length, 0);
  const isTable = found.some(({ name }) => name === 'NAME' || name === 'REASON');
  return found.length >= 2 && isTable && known === line.replaceAll(' ', '').length ? found : undefined;
}

/** Returns the cells of a row. Returns undefined if the line isn't a row of the table. */
function cellsOf(line: string, columns: readonly Column[]): ReadonlyMap<string, string> | undefined {
  if (line.trim() === '' || /^\s*[$#>]/.test(line)) return undefined;
  const parts = [...line.matchAll(/\S+(?: \S+)*/g)].map((match) => ({ text: match[0], at: match.index }));
  if (parts.length === columns.length)
    return byIndex(
      parts.map(({ text }) => text),
      columns,
    );
  const words = wordsOf(line, columns);
  if (words.length === columns.length) return byIndex(words, columns);
  const last = columns.at(-1);
  // A message can have several spaces in a row, and output without aligned columns has only single spaces.
  if (last?.name === 'MESSAGE' && words.length > columns.length && parts.length < columns.length)
    return byIndex([...words.slice(0, columns.length - 1), words.slice(columns.length - 1).join(' ')], columns);
  if (parts.length < 2 || parts.length > columns.length) return undefined;
  return byPosition(parts, columns);
}

/** Returns the words of a row. With the column RESTARTS, text such as `5 (2m ago)` is one word. */
function wordsOf(line: string, columns: readonly Column[]): readonly string[] {
  const hasRestarts = columns.some(({ name }) => name === 'RESTARTS');
  return line.match(hasRestarts ? /\d+ \([^\s()]+ ago\)|\S+/g : /\S+/g) ?? [];
}

function byIndex(texts: readonly string[], columns: readonly Column[]): ReadonlyMap<string, string> {
  return new Map(columns.map(({ name }, index) => [name, texts[index] ?? '']));
}

/** Assigns each cell to the column whose title starts nearest to the cell. Empty cells are missing. */
function byPosition(
  parts: readonly { readonly text: string; readonly at: number }[],
  columns: readonly Column[],
): ReadonlyMap<string, string> | undefined {
  const cells = new Map<string, string>();
  let from = 0;
  for (const { text, at } of parts) {
    const rest = columns.slice(from);
    const nearest = rest.reduce((best, one, index) => {
      const other = rest[best];
      return other === undefined || Math.abs(one.at - at) < Math.abs(other.at - at) ? index : best;
    }, 0);
    const owner = rest[nearest];
    if (owner === undefined) return undefined;
    cells.set(owner.name, text);
    from += nearest + 1;
  }
  return cells;
}
