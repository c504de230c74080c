/** Reads `enable_annotations` of a configuration file of Kata without parsing the file as TOML. */

const tableHeader = /^[ \t]*\[[ \t]*hypervisor[ \t]*\.[ \t]*"?([\w-]{1,60})"?[ \t]*\]/;
const otherHeader = /^[ \t]*\[/;
const listStart = /^[ \t]*enable_annotations[ \t]*=[ \t]*\[/;
/** Maximum number of lines and characters of the list. Kata's own lists have about 1,000 characters. */
const limits = { lines: 200, characters: 20_000 };

/**
 * Returns the expressions that a file enables for a hypervisor such as `qemu`. Returns undefined if the file doesn't
 * set them, or if the list is too long or contains something else than strings, such as a placeholder of a template.
 */
export function readEnabledAnnotations(text: string, hypervisor: string): readonly string[] | undefined {
  if (!text.includes('enable_annotations')) return undefined;
  const lines = text.split(/\r?\n/);
  let isInTable = false;
  for (const [index, line] of lines.entries()) {
    if (isInTable && listStart.test(line))
      return readList(
        lines
          .slice(index, index + limits.lines)
          .join('\n')
          .replace(listStart, '')
          .slice(0, limits.characters),
      );
    if (otherHeader.test(line)) isInTable = tableHeader.exec(line)?.[1] === hypervisor;
  }
  return undefined;
}

const part = /"([^"\\\n]*)"|'([^'\n]*)'|#[^\n]*|[\s,]+|(\])|[^]/y;

function readList(text: string): readonly string[] | undefined {
  const found: string[] = [];
  part.lastIndex = 0;
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    const [whole, double, single, end] = match;
    if (end !== undefined) return found;
    const entry = double ?? single;
    if (entry !== undefined) found.push(entry);
    else if (!/^(?:#|[\s,])/.test(whole)) return undefined;
  }
  return undefined;
}
