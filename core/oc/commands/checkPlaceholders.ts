/** Finds placeholders in commands, such as `<node>`. */
import * as l10n from '@vscode/l10n';
import { isPlaceholder } from '../../text/placeholder.ts';
import { sanitizeQuote } from '../../text/sanitize.ts';
import type { TextRange } from '../../text/parsedText.ts';
import { optionOf, type ClientCommand } from './clientCommand.ts';
import type { CommandCheck, CommandContext } from './commandProblem.ts';

/** Maximum number of placeholders in one call. */
const mostPerCall = 100;

/** Matches a placeholder that is the complete value of a string in a patch. */
const inPatch = /"(<\p{L}[\p{L}\p{N}_. -]{0,100}>)"/gu;

/** Reports placeholders in the arguments of `oc` and `kubectl`. Markup and scripts in arguments aren't placeholders. */
export const checkPlaceholders: CommandCheck = (context) =>
  context.calls.flatMap((call) =>
    placeholdersIn(context, call)
      .slice(0, mostPerCall)
      .map((range) => {
        const text = sanitizeQuote(context.text.slice(range.start, range.end), 40);
        return {
          id: 'placeholder-left-in',
          ...range,
          severity: context.isDocumentation ? 'info' : 'warning',
          headline: l10n.t`Unreplaced placeholder`,
          message: context.isDocumentation
            ? l10n.t`Before you run the command, replace the placeholder ${text} with your own value.`
            : l10n.t`The command still contains the placeholder ${text}. Replace it with your own value.`,
          fixes: [],
        } as const;
      }),
  );

function placeholdersIn({ text }: CommandContext, call: ClientCommand): readonly TextRange[] {
  const { words, operands, options, remote, placeholders } = call;
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  const unquoted = placeholders.filter((range) => start <= range.start && range.end <= end);
  // `-f - <in> out` redirects input and output.
  const readsInput = optionOf(call, '-f', '--filename')?.value === '-';
  const own = unquoted.filter((range) => !readsInput || !/^[ \t]+[\w./]/.test(text.slice(range.end, range.end + 40)));
  const whole = [...operands, ...options.map(({ word }) => word)].filter(
    ({ quoted, value }) => quoted !== undefined && value !== undefined && isPlaceholder(value),
  );
  const patch = optionOf(call, '-p', '--patch')?.word.quoted;
  const inside =
    patch === undefined
      ? []
      : [...text.slice(patch.start, patch.end).matchAll(inPatch)].map(({ index, 1: found = '' }) => ({
          start: patch.start + index + 1,
          end: patch.start + index + 1 + found.length,
        }));
  const remoteStart = remote[0]?.start ?? Infinity;
  return [...own, ...whole.filter((word) => word.start < remoteStart), ...inside].toSorted(
    (one, other) => one.start - other.start,
  );
}
