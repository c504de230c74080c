/**
 * Collects an overview of a log line by line: sandboxes, their pods and processes, QEMU output, and errors. The memory
 * use is limited.
 */
import { ErrorSummary, mostFrequentFirst, type ErrorGroup, type Occurrences } from './errorSummary.ts';
import { QemuRunTracker, type QemuRun } from './qemuRuns.ts';
import { mayBeError } from './errorPrefilter.ts';
import { maxLineLength, readWhole, type LogHint, type ParsedLogLine } from './readLine.ts';
import { podSandboxIn, withNetwork } from './sandboxId.ts';

/** A sandbox, as far as the log describes it. */
export interface LoggedSandbox {
  readonly id: string;
  readonly lines: number;
  readonly errors: number;
  readonly namespace?: string;
  readonly pod?: string;
  readonly qemuPids: readonly number[];
  readonly virtiofsdPids: readonly number[];
}

/** The overview of a log. */
export interface LogSurvey {
  /** Sorted by number of errors, then by number of lines. */
  readonly sandboxes: readonly LoggedSandbox[];
  readonly stretches: readonly QemuRun[];
  readonly errors: readonly ErrorGroup[];
  /** Number of errors that aren't in a group because the maximum number of groups was reached. */
  readonly otherErrors: number;
  /** Number of lines that were read. */
  readonly lines: number;
}

interface Counted {
  lines: number;
  errors: number;
  namespace?: string;
  pod?: string;
  readonly qemuPids: Set<number>;
  readonly virtiofsdPids: Set<number>;
}

/** Maximum number of sandboxes. */
const mostSandboxes = 5000;
const mostPids = 8;

export class Surveyor {
  readonly #sandboxes = new Map<string, Counted>();
  readonly #errors = new ErrorSummary();
  readonly #stretches = new QemuRunTracker();
  #lines = 0;

  get lines(): number {
    return this.#lines;
  }

  /** Reads a line and parses it only if necessary. */
  lookAt(text: string, number: number, hint: LogHint): void {
    const id = hint.origin === 'qemu' || mayBeError(text) ? undefined : plainSandbox(text);
    if (id === undefined) {
      this.look(readWhole(text, number, hint));
      return;
    }
    this.#lines += 1;
    const counted = id === '' ? undefined : this.#counted(id);
    if (counted !== undefined) counted.lines += 1;
  }

  look(line: ParsedLogLine): void {
    this.#lines += 1;
    this.#errors.look(line);
    this.#stretches.look(line);
    if (line.sandbox === undefined) return;
    const counted = this.#counted(line.sandbox);
    if (counted === undefined) return;
    counted.lines += 1;
    if (line.level === 'error') counted.errors += 1;
    const pids =
      line.origin === 'qemu' ? counted.qemuPids : line.origin === 'virtiofsd' ? counted.virtiofsdPids : undefined;
    if (pids !== undefined && line.pid !== undefined && pids.size < mostPids) pids.add(line.pid);
    const tie = podSandboxIn(line.message);
    if (tie?.sandbox === line.sandbox) {
      counted.namespace = tie.namespace;
      counted.pod = tie.pod;
    }
  }

  #counted(id: string): Counted | undefined {
    const present = this.#sandboxes.get(id);
    if (present !== undefined || this.#sandboxes.size >= mostSandboxes) return present;
    const begun: Counted = { lines: 0, errors: 0, qemuPids: new Set(), virtiofsdPids: new Set() };
    this.#sandboxes.set(id, begun);
    return begun;
  }

  sandboxes(): readonly LoggedSandbox[] {
    return [...this.#sandboxes]
      .map(([id, { qemuPids, virtiofsdPids, ...counted }]) => ({
        id,
        ...counted,
        qemuPids: [...qemuPids],
        virtiofsdPids: [...virtiofsdPids],
      }))
      .toSorted((one, other) => other.errors - one.errors || other.lines - one.lines);
  }

  /**
   * Returns the overview.
   * @param open an incomplete last line; its error is counted but not stored
   */
  survey(open?: ParsedLogLine): LogSurvey {
    return {
      sandboxes: this.sandboxes(),
      stretches: this.#stretches.list(),
      errors: this.#errors.list(open),
      otherErrors: this.#errors.rest,
      lines: this.#lines + (open === undefined ? 0 : 1),
    };
  }
}

/**
 * Returns the sandbox ID of a line that contains no other relevant data, or an empty string if it has none. Returns
 * undefined if the line must be parsed.
 */
function plainSandbox(text: string): string | undefined {
  if (text.includes('qemu') || text.includes('QEMU') || text.includes('virtiofsd')) return undefined;
  const at = text.indexOf(' sandbox=');
  if (at < 0)
    return text.includes('andbox') ||
      text.includes('/run/vc/') ||
      text.includes('/run/kata') ||
      text.includes(withNetwork)
      ? undefined
      : '';
  return text.length > maxLineLength ? undefined : field.exec(text.slice(at, at + 74))?.[1];
}

const field = /^ sandbox=([0-9a-f]{64})(?: |$)/;

/** Returns all sandboxes of a pod. A pod gets a new sandbox each time its sandbox is recreated. */
export function sandboxesOfPod(survey: LogSurvey, namespace: string, pod: string): readonly LoggedSandbox[] {
  return survey.sandboxes.filter((seen) => seen.namespace === namespace && seen.pod === pod);
}

/** The errors of a log or of a sandbox. */
export interface CountedErrors {
  /** Number of errors, including those that aren't in a group. */
  readonly count: number;
  readonly groups: readonly (Occurrences & Pick<ErrorGroup, 'shape'>)[];
}

/** Returns all errors of a log. */
export function errorsOfLog({ errors, otherErrors }: LogSurvey): CountedErrors {
  return { count: errors.reduce((sum, { count }) => sum + count, otherErrors), groups: errors };
}

/** Returns the errors of one sandbox. */
export function errorsOfSandbox({ errors, sandboxes }: LogSurvey, id: string): CountedErrors {
  const groups = errors
    .flatMap(({ shape, bySandbox }) => {
      const found = bySandbox.get(id);
      return found === undefined ? [] : [{ shape, ...found }];
    })
    .toSorted(mostFrequentFirst);
  const inGroups = groups.reduce((sum, { count }) => sum + count, 0);
  return { count: Math.max(inGroups, sandboxes.find((seen) => seen.id === id)?.errors ?? 0), groups };
}
