/** Reports the coverage of policies for `osc-tools policy test`. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { formatCount } from '#core/text/formatCount.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import { createLineFinder } from '#server/policy/rego/evaluate/load.ts';
import { addCoverage, countLines, toLcov, type PolicyCoverage } from '#server/policy/tests/coverage.ts';
import { printMessage } from '../io/printMessage.ts';
import { describeFileSystemError } from '../io/readFile.ts';

/** A policy with its name in the output. */
interface NamedPolicy {
  readonly name: string;
  readonly text: string;
}

interface Covered {
  readonly policy: NamedPolicy;
  readonly coverage: PolicyCoverage;
}

/** Maximum number of rule bodies to list in the text output. */
const maxBodies = 20;

/** Collects the coverage of several policies. If several tests use the same policy, adds up their coverage. */
export class CoverageReport {
  readonly #policies = new Map<string, Covered>();

  add(policy: NamedPolicy, coverage: PolicyCoverage): void {
    const before = this.#policies.get(policy.name);
    this.#policies.set(policy.name, {
      policy,
      coverage: before === undefined ? coverage : addCoverage(before.coverage, coverage),
    });
  }

  toText(): string {
    return [...this.#policies.values()].map(describe).join('');
  }

  toJson(): readonly object[] {
    return [...this.#policies.values()].map(({ policy: { name, text }, coverage }) => {
      const lineOf = createLineFinder(text);
      return {
        file: name,
        lines: [...countLines(text, coverage)].map(([line, count]) => ({ line, count })),
        bodies: coverage.bodies.map(({ name: rule, head, count }) => ({ rule, line: lineOf(head), count })),
      };
    });
  }

  /**
   * Writes an LCOV file. Prints a message and returns false if the file can't be written, or if it's a link or has
   * other content, such as a policy.
   */
  async writeLcov(file: string): Promise<boolean> {
    const text = [...this.#policies.values()].map(({ policy, coverage }) => toLcov(policy.name, policy.text, coverage));
    try {
      // Without O_NOFOLLOW, a link in a repository could overwrite any file. Windows doesn't have this flag.
      const flags = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
      const handle = await open(file, constants.O_RDWR | constants.O_CREAT | flags, 0o666);
      try {
        const stats = await handle.stat();
        const { buffer } = stats.isFile() ? await handle.read(Buffer.alloc(3), 0, 3, 0) : { buffer: Buffer.alloc(0) };
        if (!stats.isFile() || (stats.size > 0 && !/^(?:TN|SF):/.test(buffer.toString('latin1')))) {
          printMessage(`can't write ${file}: the file exists and isn't an LCOV file`);
          return false;
        }
        await handle.truncate(0);
        await handle.write(text.join(''), 0);
      } finally {
        await handle.close();
      }
      return true;
    } catch (error) {
      printMessage(`can't write ${file}: ${describeFileSystemError(error)}`);
      return false;
    }
  }
}

function describe({ policy: { name, text }, coverage }: Covered): string {
  const lines = [...countLines(text, coverage)];
  const missing = lines.filter(([, count]) => count === 0).map(([line]) => line);
  const { bodies } = coverage;
  const idle = bodies.filter(({ count }) => count === 0);
  const lineOf = createLineFinder(text);
  const ran = `${lines.length - missing.length} of ${formatCount(lines.length, 'line')} and ${bodies.length - idle.length} of ${bodies.length} rule ${bodies.length === 1 ? 'body' : 'bodies'} ran.`;
  return [
    `${sanitizeTerminalLine(name)}: ${ran}`,
    ...(missing.length === 0 ? [] : [`      Lines that didn't run: ${formatRanges(missing, lines)}`]),
    ...(idle.length === 0 ? [] : ["      Rule bodies that didn't run:"]),
    ...idle.slice(0, maxBodies).map((body) => `        line ${lineOf(body.head)}: ${sanitizeTerminalLine(body.name)}`),
    ...(idle.length > maxBodies ? [`        and ${idle.length - maxBodies} more`] : []),
    '',
  ].join('\n');
}

/** Formats lines as ranges. Lines without code don't end a range. */
function formatRanges(missing: readonly number[], lines: readonly (readonly [number, number])[]): string {
  const gone = new Set(missing);
  const ranges: { first: number; last: number }[] = [];
  let isOpen = false;
  for (const [line] of lines) {
    const last = ranges.at(-1);
    if (!gone.has(line)) isOpen = false;
    else if (isOpen && last !== undefined) last.last = line;
    else {
      ranges.push({ first: line, last: line });
      isOpen = true;
    }
  }
  return ranges.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`)).join(', ');
}
