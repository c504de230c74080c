import * as l10n from '@vscode/l10n';
import { findMergeConflict } from '#server/engine/text/conflictMarkers.ts';
import { defineKataConfigRule, kataConfigFiles } from '../kataConfigRule.ts';
import { exampleFile, goReader, messageOf, notRead, rustRuntime } from './shared.ts';

export default defineKataConfigRule({
  id: 'kata-config-syntax',
  title: () => l10n.t`Invalid Kata configuration file`,
  severity: 'error',
  appliesTo: kataConfigFiles,
  language: 'toml',
  why: () =>
    l10n.t`Kata reads its configuration file when a pod starts. If the file isn't valid TOML, pods of this runtime class don't start. For example, TOML has no value \`yes\`, strings must be in quotes, and a key must not occur twice in a table.

The rule also reports a file in a MachineConfig whose data URL is invalid, or whose compression doesn't match its data. The nodes can't create such a file, or Kata can't read it.

Correct the marked part.`,
  source: [goReader, rustRuntime],
  *check({ document }) {
    const conflict = findMergeConflict(document.text);
    if (conflict !== undefined) {
      yield conflict;
      return;
    }
    for (const { message, range } of document.problems) {
      // The parser reports one character. The whole word is easier to see.
      const word = /^[\w.-]{2,100}/.exec(document.text.slice(range.start, range.start + 100))?.[0].length ?? 0;
      const end = Math.max(range.end, range.start + word);
      yield { start: range.start, end, message: messageOf(message, notRead()) };
    }
  },
  examples: () => [
    {
      avoid: '[runtime]\nsandbox_cgroup_only = yes\n#                     ^^^ want\n',
      prefer: '[runtime]\nsandbox_cgroup_only = true\n',
      fileName: exampleFile,
    },
    {
      avoid: '[hypervisor.qemu]\ndefault_memory = 2048\ndefault_memory = 4096\n# <-------------- want\n',
      prefer: '[hypervisor.qemu]\ndefault_memory = 4096\n',
      fileName: exampleFile,
    },
  ],
});
