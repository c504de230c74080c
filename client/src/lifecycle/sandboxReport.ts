/** The answer to "is it sandboxed?" as Markdown. Without VS Code. */
import * as l10n from '@vscode/l10n';
import type { PodSeen, SandboxEvidence, SandboxVerdict } from '../../../core/lifecycle/sandboxEvidence.ts';
import { configuringWorkload } from '../../../core/docSections.ts';
import { countWords } from '../../../core/live/words.ts';
import { prose } from '../tree/explained.ts';
import { escaped, paragraphs } from '../tree/markdown.ts';
import { plural, sentenceGap } from '../../../core/wording.ts';

export interface SandboxReport {
  readonly context: string;
  /** `Deployment web`. */
  readonly title: string;
  /** `10:41`. */
  readonly asOf: string;
  readonly pods: readonly { readonly pod: PodSeen; readonly evidence: SandboxEvidence }[];
  /** There were more than are listed. */
  readonly cut?: boolean;
}

export function sandboxReport({ context, title, asOf, pods, cut = false }: SandboxReport): string {
  const lookedAt = l10n.t({ message: 'Looked at', args: [], comment: ['Head of a column: what was looked at.'] });
  const shows = l10n.t({ message: 'Shows', args: [], comment: ['Head of a column: what that shows.'] });
  return `${paragraphs(
    `# ${l10n.t`Is ${escaped(title)} sandboxed?`}`,
    `**${prose(overall(pods.map(({ evidence }) => evidence.verdict)))}**`,
    [l10n.t`On the cluster ${escaped(context)}, as of ${asOf}.`, ...(cut ? [l10n.t`It has more pods than are listed here.`] : [])].join(sentenceGap()),
    ...pods.map(({ pod, evidence }) =>
      paragraphs(
        `## Pod ${escaped(pod.name)}`,
        escaped(evidence.headline),
        [
          `| ${lookedAt} | ${shows} | |`,
          '|---|---|---|',
          ...evidence.lines.map(({ what, says, speaks }) => `| ${escaped(what)} | ${escaped(says)} | ${speaksWords[speaks ?? 'neither']()} |`),
        ].join('\n'),
        evidence.todo === undefined ? undefined : prose(evidence.todo),
      ),
    ),
    l10n.t`The id of the sandbox stands in no status: on the node, \`crictl pods --name\` with the name of the pod shows it.`,
    `[${escaped(configuringWorkload.title)}](${configuringWorkload.url})`,
  )}\n`;
}

const speaksWords = { for: () => l10n.t`for a sandbox`, against: () => l10n.t`against a sandbox`, neither: () => '' } as const;

/** One answer for all pods. */
export function overall(verdicts: readonly SandboxVerdict[]): string {
  const count = (verdict: SandboxVerdict): number => verdicts.filter((one) => one === verdict).length;
  const [yes, no, unknown] = [count('yes'), count('no'), count('unknown')];
  if (verdicts.length === 0) return l10n.t`It cannot be told: it has no pods now.`;
  const of = countWords(verdicts.length, 'pod');
  if (yes === verdicts.length) return verdicts.length === 1 ? l10n.t`Yes.` : l10n.t`Yes, all ${of}.`;
  if (no === verdicts.length) return verdicts.length === 1 ? l10n.t`No.` : l10n.t`No, none of its ${of}.`;
  if (unknown === verdicts.length) return l10n.t`It cannot be told.`;
  return plural(
    yes,
    plural(
      no,
      l10n.t`In part: of ${of}, ${yes} is, ${no} is not, of ${unknown} it cannot be told.`,
      l10n.t`In part: of ${of}, ${yes} is, ${no} are not, of ${unknown} it cannot be told.`,
    ),
    plural(
      no,
      l10n.t`In part: of ${of}, ${yes} are, ${no} is not, of ${unknown} it cannot be told.`,
      l10n.t`In part: of ${of}, ${yes} are, ${no} are not, of ${unknown} it cannot be told.`,
    ),
  );
}
