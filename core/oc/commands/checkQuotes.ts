/** Finds quotation marks that the shell doesn't read as the author intended. */
import * as l10n from '@vscode/l10n';
import { viewingDebugLogs, enablingDebugLogs } from '../../product/docSections.ts';
import { sanitizeQuote } from '../../text/sanitize.ts';
import { createCrioCommand } from '../crioConfig.ts';
import type { CommandCheck, CommandContext, CommandFix, CommandProblem } from './commandProblem.ts';

/** Characters that have a meaning between double quotation marks. */
const special = /["$`\\!]/;
const opening = new Set(['“', '„', '‟', '‘']);

/** Reports typographic quotation marks and quotation marks that are never closed. */
export const checkQuotes: CommandCheck = (context) => [...openQuote(context), ...typographic(context)];

function* openQuote({ text, pipeline, calls, isDocumentation }: CommandContext): Generator<CommandProblem> {
  const { openQuote: start } = pipeline;
  if (start === undefined) return;
  const readsCrio = calls.some(({ tool, remote }) => tool === 'crio' || remote.some(({ value }) => value === 'crio'));
  const mark = text[start] ?? '';
  yield {
    id: 'command-quotes',
    start,
    end: start + 1,
    severity: isDocumentation ? 'warning' : 'error',
    headline: l10n.t`Unclosed quotation mark`,
    message: l10n.t`The quotation mark ${mark} is never closed, so the shell waits for more input or stops with an error. Add the closing quotation mark.`,
    fixes: closing(text, start, pipeline.end),
    ...(readsCrio ? { corrected: createCrioCommand('<node>').join(' '), docs: enablingDebugLogs } : {}),
  };
}

/** Adds the closing mark if the string is the last word of its line, and no other line follows. */
function closing(text: string, start: number, end: number): readonly CommandFix[] {
  const rest = text.slice(start + 1, end);
  if (!/^[\w.:/=-]+\s*$/.test(rest)) return [];
  const at = start + 1 + rest.trimEnd().length;
  const mark = text[start] ?? '';
  return [{ title: l10n.t`Add ${mark}`, edits: [{ start: at, end: at, text: mark }], sure: false }];
}

function* typographic({ text, pipeline }: CommandContext): Generator<CommandProblem> {
  const { typographicQuotes: marks } = pipeline;
  for (let index = 0; index < marks.length; index += 1) {
    const start = marks[index] ?? 0;
    const before = text[start - 1] ?? ' ';
    if (!opening.has(text[start] ?? '') || !/[\s=]/.test(before)) continue;
    const close = marks.slice(index + 1, index + 2).find((mark) => isClosing(text, start, mark));
    const end = close === undefined ? start + 1 : close + 1;
    yield {
      id: 'command-quotes',
      start,
      end,
      severity: 'warning',
      headline: l10n.t`Typographic quotation marks`,
      message: l10n.t`The shell treats the typographic quotation marks in ${sanitizeQuote(text.slice(start, end), 60)} as ordinary characters and splits the text at spaces. Use straight quotation marks.`,
      fixes: close === undefined ? [] : plainQuotes(text, start, close),
      docs: viewingDebugLogs,
    };
    if (close !== undefined) index += 1;
  }
}

/**
 * Returns whether the quotation mark at `mark` closes the one at `start`. A closing mark is on the same line, before a
 * space, an operator such as `;`, or the end of the text.
 */
function isClosing(text: string, start: number, mark: number): boolean {
  return !text.slice(start, mark).includes('\n') && /^(?:$|[\s;|&)])/.test(text.slice(mark + 1, mark + 2));
}

function plainQuotes(text: string, start: number, close: number): readonly CommandFix[] {
  const content = text.slice(start + 1, close);
  const mark = special.test(content) ? "'" : '"';
  if (content.includes(mark)) return [];
  return [
    {
      title: l10n.t`Use straight quotes`,
      edits: [
        { start, end: start + 1, text: mark },
        { start: close, end: close + 1, text: mark },
      ],
      // In single quotation marks, a variable isn't expanded.
      sure: mark === '"',
    },
  ];
}
