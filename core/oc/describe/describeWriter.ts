/** Collects the lines of a description, within limits. */
import { cutText, sanitizeLines } from '#core/text/sanitize.ts';
import { alignTabs } from './alignTabs.ts';

/** Maximum number of characters of one value. Longer values, such as the content of a ConfigMap, are cut. */
const maxValue = 10_000;
/** Maximum number of characters of a description. A longer document would freeze the editor. */
const maxText = 1_000_000;

/** The text that replaces the rest of a description that is too long. */
const rest = '... (truncated)';

/**
 * Collects lines as kubectl does: each level is indented by two spaces, and tabs separate cells. A value can contain
 * line ends, as in the output of kubectl.
 */
export class DescribeWriter {
  readonly #parts: string[] = [];
  #length = 0;

  /** True if the rest of the object is omitted, because the description is too long. */
  get isFull(): boolean {
    return this.#length > maxText;
  }

  /** Adds a line. */
  line(level: number, text: string): void {
    if (this.isFull) return;
    const line = `${'  '.repeat(level)}${cutText(text, maxText - this.#length, '')}`;
    this.#parts.push(line);
    this.#length += line.length + 1;
    if (this.isFull) this.#parts.push(rest);
  }

  /** Adds a line with a title and a value. */
  field(level: number, title: string, value: string): void {
    this.line(level, `${title}:\t${shortenValue(value)}`);
  }

  /** Returns the aligned text. Invisible characters become visible escapes. */
  text(): string {
    return `${alignTabs(sanitizeLines(this.#parts.join('\n')))}\n`;
  }
}

/** Returns a value of limited length. */
export function shortenValue(value: string): string {
  return value.length > maxValue ? cutText(value, maxValue, rest) : value;
}
