/** Finds quotation marks in commands that the shell doesn't read as the author intended. */
import * as l10n from '@vscode/l10n';
import { document112 } from '#core/product/sources.ts';
import { commandFiles, defineCommandRule, findingsOf } from './commandRule.ts';

export default defineCommandRule({
  id: 'command-quotes',
  title: () => l10n.t`Wrong quotation marks in a command`,
  severity: 'error',
  language: 'sh',
  appliesTo: commandFiles,
  why: () =>
    l10n.t`The command contains a quotation mark that is never closed, or typographic quotation marks such as \`“\`. If a quotation mark isn't closed, the shell waits for more input or stops with an error. To the shell, typographic quotation marks are ordinary characters: it passes them to the command and splits the text at spaces. For typographic quotation marks, and for all findings in Markdown, the severity is warning.

The OSC 1.12 documentation contains both mistakes: \`crio config | egrep 'log_level\` in section 6.3 and \`journalctl ... -g “reading guest console”\` in section 6.4. To read the log level of CRI-O, use \`oc debug node/<node> -- chroot /host crio config\`.

Use plain quotation marks, and close them.`,
  source: [document112('6.3'), document112('6.4'), 'POSIX.1-2024 Shell Command Language, 2.2 Quoting'],
  check: (context) => findingsOf('command-quotes', context),
  examples: () => [
    {
      avoid: `
NODE=worker-0
oc debug node/$NODE -- journalctl -D /host/var/log/journal -t kata -g “reading guest console”
#                                                                     ^^^^^^^^^^^^^^^^^^^^^^^ want
`,
      prefer: `
NODE=worker-0
oc debug node/$NODE -- journalctl -D /host/var/log/journal -t kata -g "reading guest console"
`,
    },
    {
      avoid: `
NODE=worker-0
oc debug node/$NODE -- chroot /host crio config | grep 'log_level
#                                                      ^ want
`,
      prefer: `
NODE=worker-0
oc debug node/$NODE -- chroot /host crio config | grep 'log_level'
`,
    },
  ],
});
