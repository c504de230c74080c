/** Finds jq filters that contain a backslash before a line break, as in OSC 1.12 §5.1. */
import * as l10n from '@vscode/l10n';
import { deletingWorkloadPods } from '../../product/docSections.ts';
import type { CommandCheck, CommandEdit } from './commandProblem.ts';

/** Matches the backslash, with the spaces before it. */
const continued = /[ \t]*\\(?=\r?\n)/g;

/** Lists pods with their namespace and runtime class. */
const listPods =
  'oc get pods -A -o custom-columns=NAMESPACE:.metadata.namespace,NAME:.metadata.name,CLASS:.spec.runtimeClassName';

/** Reports a backslash before a line break in single quotation marks. */
export const checkJqLineBreak: CommandCheck = ({ text, pipeline }) => {
  for (const { words } of pipeline.commands) {
    if (words[0]?.value !== 'jq') continue;
    for (const { quoted } of words) {
      if (quoted === undefined || text[quoted.start - 1] !== "'") continue;
      const edits = [...text.slice(quoted.start, quoted.end).matchAll(continued)].map(
        ({ 0: found, index }): CommandEdit => ({
          start: quoted.start + index,
          end: quoted.start + index + found.length,
          text: '',
        }),
      );
      const [first] = edits;
      if (first === undefined) continue;
      const listsPods = /runtimeClassName/.test(text.slice(quoted.start, quoted.end));
      return [
        {
          id: 'command-jq-line-break',
          start: first.end - 1,
          end: first.end,
          severity: 'error',
          headline: l10n.t`Backslash before a line break in a jq filter`,
          message: l10n.t`In single quotation marks, the backslash at the end of the line is part of the jq filter, so jq reports a syntax error. Remove the backslash.`,
          fixes: [{ title: l10n.t`Remove the backslash`, edits, sure: true }],
          ...(listsPods ? { corrected: listPods, docs: deletingWorkloadPods } : {}),
        },
      ];
    }
  }
  return [];
};
