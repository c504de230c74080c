/** Reads the commands in the documentation. */

/** A block of shell commands. */
export interface ShellBlock {
  /** Line of the first fence, starting at 1. */
  readonly line: number;
  /** Commands without prompts, one for each part of `a && b`. */
  readonly commands: readonly string[];
}

/**
 * Returns the code blocks of a Markdown page in a shell language. In `console` blocks, only lines with a prompt are
 * commands. The others are output.
 */
export function listShellBlocks(markdown: string): readonly ShellBlock[] {
  const blocks = markdown.matchAll(/^( *)```(sh|bash|shell|console)\n([^]*?)^ *```$/gm);
  return Array.from(blocks, ({ index, 1: indent = '', 2: language, 3: text = '' }) => ({
    line: markdown.slice(0, index).split('\n').length,
    commands: text
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
      .flatMap((line) => {
        if (language === 'console') return line.startsWith('$ ') ? [line.slice(2)] : [];
        return line.trim() === '' || line.startsWith('#') ? [] : [line];
      })
      .flatMap((line) => line.split(' && ')),
  }));
}

/** Returns the mentions of `osc-tools` with arguments, in code of any language and in inline code. */
export function listMentions(markdown: string): readonly string[] {
  return Array.from(markdown.matchAll(/(?<![\w./-])osc-tools ([^`\n"']+)/g), ([, rest = '']) => rest.trim());
}
